# Masks and fills data/sample and shows some lines before and after. Called by `make demo`.
set -eu
out=build/demo
mkdir -p "$out"
sample=data/sample/raw.jsonl
echo "privtool mask --method allowList+entityTagger --tagger mini-ner+patterns < $sample > $out/masked.jsonl"
privtool mask --method allowList+entityTagger --tagger mini-ner+patterns < $sample > $out/masked.jsonl
echo "privtool fill --topk 10 < $out/masked.jsonl > $out/filled.jsonl"
privtool fill --topk 10 < $out/masked.jsonl > $out/filled.jsonl
python - $sample $out/masked.jsonl $out/filled.jsonl <<'END'
import json
import sys

raw, masked, filled = ([json.loads(line)["text"] for line in open(path, encoding="utf-8")] for path in sys.argv[1:])
for before, between, after in list(zip(raw, masked, filled))[:: max(1, len(raw) // 8)]:
    print(f"\nraw     {before[:200]}\nmasked  {between[:200]}\nfilled  {after[:200]}")
print(f"\n{len(raw)} records; all of them in {sys.argv[3]}")
END
