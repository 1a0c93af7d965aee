"""Hansa (2004) in flat C structs; reading order in engine_c/README.md."""
