# Masks, fills and replaces what is private in data/sample, and shows some lines. Called by `make demo`.
set -eu
out=build/demo
mkdir -p "$out"
sample=data/sample/raw.jsonl

run() {
	printf '\n$ %s\n' "$1"
	sh -c "$1"
}

echo "Private words become markers, and the markers plausible words, for language models to learn from:"
run "privtool mask --method allowList+entityTagger --tagger mini-ner+patterns < $sample > $out/masked.jsonl"
run "privtool fill --topk 10 --seed 1 < $out/masked.jsonl > $out/filled.jsonl"
echo
echo "Or private phrases become others of their kind, the same one throughout, drawn with a secret key:"
run "privtool surrogate --key-file $out/key --make-key < $sample > $out/surrogates.jsonl"
python tools/show_demo.py "$sample" "$out/masked.jsonl" "$out/filled.jsonl" "$out/surrogates.jsonl"
echo
echo "All records: $out/masked.jsonl, $out/filled.jsonl, $out/surrogates.jsonl"
