"""Generated talk, forms, mail and posts with names: one file of templates for each kind of text."""
