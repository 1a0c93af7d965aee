"""Hansa Teutonica in flat C structs; reading order in engine_c/README.md."""
