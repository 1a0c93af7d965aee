"""The readable twin: the rules once more in plain, slow Python, to be read beside the rule book."""
