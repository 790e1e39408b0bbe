"""What the tests of asr-train say, and the options that make a training short."""

PHRASES = (
    "anna called me",
    "seven lisbon road",
    "the tenth of june",
    "five five oh one",
    "my son drives",
    "no thank you",
    "doctor maria lee",
    "it is monday",
)
FAST = ("--preset", "conformer-tiny", "--token-kind", "char", "--device", "cpu")
PLAIN = ("--dtype", "fp32", "--batch-seconds", 3, "-q")
