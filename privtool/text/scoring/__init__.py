"""How well a recognizer did: errors of words, of speakers and of kinds of words, with intervals."""
