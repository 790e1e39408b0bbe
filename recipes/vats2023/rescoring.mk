# Word error rates with adapted language models, after Vats et al. 2023, section 4.3: the texts that
# pocketsphinx offers for each clip are put in order by a language model.
#
#   make -C recipes/vats2023 rescoring DATA=/folder/of/corpora SPEECH=/folder/with/manifest.jsonl
#
# The clips are halved. The generic model of table5 is adapted to the texts of one half, raw or
# masked and filled, and measured on the clips of the other one, and the other way round. The weight
# of a language model is the one that is best, with the generic model, on the half that is not
# measured. Results are in RUN/rescoring; interrupted, it goes on where it stopped.

SPEECH ?= $(error set SPEECH to the folder that holds manifest.jsonl)
WEIGHTS ?= 0,0.25,...,3
ADAPT_EPOCHS ?= 5
HEARD := $(RUN)/rescoring
HEAR = $(PRIVTOOL) asr-eval -q --jobs 2 --bootstrap turn
RESCORE = $(HEAR) --audio-root $(SPEECH) --fusion rescore

.PHONY: rescoring
rescoring: $(HEARD)/generic.json $(HEARD)/adapted.json $(HEARD)/filled.json
	$(PYTHON) rescoring.py $(HEARD) $(HEARD)/rescoring.md

# Each is compared with the one before it.
$(HEARD)/generic.json: $(HEARD)/generic.jsonl $(HEARD)/none.jsonl
	$(HEAR) --hyp-field hyp --against $(HEARD)/none.jsonl --summary $@ -o /dev/null $<
$(HEARD)/adapted.json: $(HEARD)/adapted.jsonl $(HEARD)/generic.jsonl
	$(HEAR) --hyp-field hyp --against $(HEARD)/generic.jsonl --summary $@ -o /dev/null $<
$(HEARD)/filled.json: $(HEARD)/filled.jsonl $(HEARD)/generic.jsonl
	$(HEAR) --hyp-field hyp --against $(HEARD)/generic.jsonl --summary $@ -o /dev/null $<

# The halves may have been rescored with different weights, and are scored as one all the same.
$(HEARD)/%.jsonl: $(HEARD)/a.%.jsonl $(HEARD)/b.%.jsonl
	sed 's/,"lm_weight":[0-9.]*//' $^ > $@

$(HEARD)/a.said.jsonl:
	mkdir -p $(@D)
	sed -n '1~2p' $(SPEECH)/manifest.jsonl > $@
$(HEARD)/b.said.jsonl:
	mkdir -p $(@D)
	sed -n '2~2p' $(SPEECH)/manifest.jsonl > $@
$(HEARD)/%.surrogates.jsonl: $(HEARD)/%.said.jsonl
	$(PRIVTOOL) mask -q --method allowList $< | $(PRIVTOOL) fill -q --topk 10 -o $@

ADAPT_TO = rm -rf $(@D) && $(PRIVTOOL) lm-train -q --resume --init $(TABLE)/generic \
	--epochs $(ADAPT_EPOCHS) --out-dir $(@D) -o $(@D).json
$(HEARD)/%.lm/privtool.json: $(HEARD)/%.said.jsonl $(TABLE)/generic/privtool.json
	$(ADAPT_TO) $<
$(HEARD)/%.safe-lm/privtool.json: $(HEARD)/%.surrogates.jsonl $(TABLE)/generic/privtool.json
	$(ADAPT_TO) $<

$(HEARD)/%.curve.json: $(HEARD)/%.said.jsonl $(TABLE)/generic/privtool.json
	$(RESCORE) --lm $(TABLE)/generic --lm-weight $(WEIGHTS) --summary $@ -o /dev/null $<

# $(call half,measured,other)
define half
$(HEARD)/$(1).weight: $(HEARD)/$(2).curve.json
	$(PYTHON) rescoring.py --best $$< > $$@
$(HEARD)/$(1).none.jsonl: $(HEARD)/$(1).said.jsonl
	$(HEAR) --audio-root $$(SPEECH) -o $$@ $$<
$(HEARD)/$(1).generic.jsonl: $(HEARD)/$(1).said.jsonl $(HEARD)/$(1).weight
	$$(RESCORE) --lm $(TABLE)/generic --lm-weight $$$$(cat $(HEARD)/$(1).weight) -o $$@ $$<
$(HEARD)/$(1).adapted.jsonl: $(HEARD)/$(1).said.jsonl $(HEARD)/$(1).weight \
		$(HEARD)/$(2).lm/privtool.json
	$$(RESCORE) --lm $(HEARD)/$(2).lm --lm-weight $$$$(cat $(HEARD)/$(1).weight) -o $$@ $$<
$(HEARD)/$(1).filled.jsonl: $(HEARD)/$(1).said.jsonl $(HEARD)/$(1).weight \
		$(HEARD)/$(2).safe-lm/privtool.json
	$$(RESCORE) --lm $(HEARD)/$(2).safe-lm --lm-weight $$$$(cat $(HEARD)/$(1).weight) -o $$@ $$<
endef
$(eval $(call half,a,b))
$(eval $(call half,b,a))
