"""The players, one idea a file; installed as `hansa.bots`."""
