"""Which functions of the taggers still find something in text that is younger than they are."""
