# Masks, fills and replaces what is private in data/sample, shows some lines, and makes a report. Called by `make demo`.
set -eu
out=build/demo
mkdir -p "$out"
sample=data/sample/raw.jsonl

run() {
	printf '\n$ %s\n' "$1"
	sh -c "$1"
}

echo "Private words become markers, and the markers plausible words, for language models to learn from:"
run "privtool mask --method allowList+entityTagger --tagger mini-ner+patterns --summary $out/mask.json < $sample > $out/masked.jsonl"
run "privtool fill --topk 10 --seed 1 --provenance --summary $out/fill.json < $out/masked.jsonl > $out/filled.jsonl"
echo
echo "Or private phrases become others of their kind, the same one throughout, drawn with a secret key:"
run "privtool surrogate --key-file $out/key --make-key < $sample > $out/surrogates.jsonl"
python tools/show_demo.py "$sample" "$out/masked.jsonl" "$out/filled.jsonl" "$out/surrogates.jsonl"
echo
echo "What survives of the private words, and how useful the text still is for a small language model:"
# Small enough for a minute, with settings that suit the raw text: the numbers show how a report looks, not how good a method is.
export OMP_NUM_THREADS=1
head -n 250 "$sample" > "$out/train.raw.jsonl"
tail -n 100 "$sample" > "$out/test.jsonl"
privtool vocab -q "$sample" > "$out/words.tsv"
for text in raw masked filled; do
	from=$out/$text.jsonl
	[ $text != raw ] || from=$sample
	run "privtool audit text --gate default --gold $sample $from > $out/audit-$text.json || test \$? = 3"
	head -n 250 "$from" > "$out/train.$text.jsonl"
	run "privtool lm-train --out-dir $out/lm-$text --force --size tiny --vocab $out/words.tsv --marker-loss ignore --epochs 2 --learning-rate 0.001 --device cpu --test t=$out/test.jsonl $out/train.$text.jsonl > $out/lm-$text.json"
done
run "privtool report --name raw --name raw --name masked --name masked --name masked --name filled --name filled --name filled $out/audit-raw.json $out/lm-raw.json $out/mask.json $out/audit-masked.json $out/lm-masked.json $out/fill.json $out/audit-filled.json $out/lm-filled.json > $out/report.html"
echo
echo "All records: $out/masked.jsonl, $out/filled.jsonl, $out/surrogates.jsonl"
echo "Report: $PWD/$out/report.html"
