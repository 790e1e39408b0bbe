"""Scores of recognizers: errors of words, speakers and word categories, with intervals."""
