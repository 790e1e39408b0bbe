"""Text that is not shown."""


def unseen(text: str) -> str:
    """Return an ASCII text in the tag characters of Unicode."""
    return "".join(chr(0xE0000 + ord(letter)) for letter in text)
