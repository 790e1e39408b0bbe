# Tables 1 and 2 of Flechl et al. 2022: recognizers trained on each of the corpora.
#
#   make -C recipes/flechl2022 tables DATA=/folder/of/an4 RUN=/some/folder
#
# All are trained equally long, s3 and s4 by MORE_EPOCHS on top of b3; no epoch is chosen by the
# test set, the mean of the last AVERAGE checkpoints is taken. DATA holds TEST.jsonl, other speakers
# than those trained on. r10 and r20 are the words that b3 has few of left. Results are in
# RUN/asr/SEED, the tables in RUN/tables.md. What is interrupted goes on where it stopped.

TEST ?= dev
SEEDS ?= 1
SYSTEMS ?= b1 b3 x s2 t1 b2 s1 t2 s4 s3
EPOCHS ?= 30
MORE_EPOCHS ?= 6
AVERAGE ?= 5
BEAM ?= 4
# About 3 million parameters over characters.
SHAPE ?= --preset conformer-small --token-kind char --ctc-weight 0.5

SCORES := $(foreach seed,$(SEEDS),$(SYSTEMS:%=$(OUT)/asr/$(seed)/%.json))

.PHONY: tables
tables: $(SCORES)
	$(PYTHON) tables.py $(OUT)/asr $(OUT)/tables.md

.SECONDARY:

# $(call train,epochs,options): a system is called by its corpus, or by s3 and s4.
seed = $(notdir $(patsubst %/,%,$(dir $@)))
train = mkdir -p $(@D) && rm -rf $(@:.train=.asr) && $(PRIVTOOL) asr-train --resume --seed $(seed) \
	--epochs $(1) --average-checkpoints $(AVERAGE) --out-dir $(@:.train=.asr) -o $@ $(2)

define systems_of
$(OUT)/asr/$(1)/%.train: $(OUT)/%.jsonl
	$$(call train,$(EPOCHS),$(SHAPE) $$<)
$(OUT)/asr/$(1)/s3.train: $(OUT)/s1.jsonl $(OUT)/asr/$(1)/b3.train
	$$(call train,$(MORE_EPOCHS),--init $(OUT)/asr/$(1)/b3.asr $$<)
$(OUT)/asr/$(1)/s4.train: $(OUT)/s2.jsonl $(OUT)/asr/$(1)/b3.train
	$$(call train,$(MORE_EPOCHS),--init $(OUT)/asr/$(1)/b3.asr $$<)
endef
$(foreach seed,$(SEEDS),$(eval $(call systems_of,$(seed))))

$(OUT)/asr/%.json: $(OUT)/asr/%.train $(OUT)/b1.jsonl $(OUT)/b3.jsonl
	$(PRIVTOOL) asr-eval --model $(OUT)/asr/$*.asr --beam $(BEAM) --audio-root $(DATA) \
		--categories numbers,dates,r10,r20,labels --before $(OUT)/b1.jsonl --after $(OUT)/b3.jsonl \
		--summary $@ -o $(OUT)/asr/$*.hyp.jsonl $(DATA)/$(TEST).jsonl
