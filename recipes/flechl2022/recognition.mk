# Tables 1 and 2 of Flechl et al. 2022: recognizers trained on each corpus.
#
#   make -C recipes/flechl2022 tables DATA=/folder/of/an4 RUN=/some/folder
#
# All systems train for EPOCHS, s3 and s4 for MORE_EPOCHS starting from b3. xs has SAMPLES versions of
# each turn, so it trains for fewer epochs, in as many steps as x. The test set selects no epoch: the
# last AVERAGE checkpoints are averaged, which are as many steps apart for xs as for b1. DATA holds
# TEST.jsonl, whose speakers are not in the training set. r10 and r20 are the words that are rare in
# b3. Results are in RUN/asr/SEED, the tables in RUN/tables.md. An interrupted run continues with the
# unfinished systems, from their last checkpoints; a system whose corpus is newer starts afresh.

TEST ?= dev
SEEDS ?= 1
SYSTEMS ?= b1 b3 xs x s2 t1 b2 s1 t2 s4 s3
EPOCHS ?= 30
MORE_EPOCHS ?= 6
AVERAGE ?= 5
# The search; the CTC layer scores all hypotheses of the beam, too.
BEAM ?= 8
CTC ?= 1
# Seconds of audio in a batch and steps between checkpoints, as asr-train chooses them for b1 of AN4.
BATCH ?= 9
STEPS ?= 309
# About 3 million parameters over characters.
SHAPE ?= --preset conformer-small --token-kind char --ctc-weight 0.5

SCORES := $(foreach seed,$(SEEDS),$(SYSTEMS:%=$(OUT)/asr/$(seed)/%.json))

.PHONY: tables
tables: $(SCORES)
	$(PYTHON) tables.py $(OUT)/asr $(OUT)/tables.md

.SECONDARY:

# $(call train,epochs,options): systems are named after their corpus, or s3 and s4. The checkpoints of
# an unfinished run are in .asr.part, unless something it is made from is newer.
seed = $(notdir $(patsubst %/,%,$(dir $@)))
system = $(@:.train=.asr)
train = mkdir -p $(@D) && rm -rf $(system) \
	&& for each in $^; do [ ! $$each -nt $(system).part/run.json ] || rm -rf $(system).part; done \
	&& $(PRIVTOOL) asr-train --resume --seed $(seed) --epochs $(1) \
		--average-checkpoints $(AVERAGE) --out-dir $(system) -o $@ $(2)

VERSIONS_SHAPE = $(SHAPE) --batch-seconds $(BATCH) --eval-every $(STEPS)

define systems_of
$(OUT)/asr/$(1)/%.train: $(OUT)/%.jsonl
	$$(call train,$(EPOCHS),$(SHAPE) $$<)
$(OUT)/asr/$(1)/xs.train: $(OUT)/xs.jsonl
	$$(call train,$$(shell expr $(EPOCHS) / $(SAMPLES)),$(VERSIONS_SHAPE) $$<)
$(OUT)/asr/$(1)/s3.train: $(OUT)/s1.jsonl $(OUT)/asr/$(1)/b3.train
	$$(call train,$(MORE_EPOCHS),--init $(OUT)/asr/$(1)/b3.asr $$<)
$(OUT)/asr/$(1)/s4.train: $(OUT)/s2.jsonl $(OUT)/asr/$(1)/b3.train
	$$(call train,$(MORE_EPOCHS),--init $(OUT)/asr/$(1)/b3.asr $$<)
endef
$(foreach seed,$(SEEDS),$(eval $(call systems_of,$(seed))))

$(OUT)/%.vocab: $(OUT)/%.jsonl
	$(PRIVTOOL) vocab -o $@ $<

$(OUT)/asr/%.json: $(OUT)/asr/%.train $(OUT)/b1.vocab $(OUT)/b3.vocab
	$(PRIVTOOL) asr-eval --model $(OUT)/asr/$*.asr --beam $(BEAM) --ctc-weight $(CTC) --audio-root $(DATA) \
		--categories numbers,dates,r10,r20,labels --before $(OUT)/b1.vocab --after $(OUT)/b3.vocab \
		--summary $@ -o $(OUT)/asr/$*.hyp.jsonl $(DATA)/$(TEST).jsonl
