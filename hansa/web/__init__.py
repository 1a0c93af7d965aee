"""The page: a local server and what it sends to a browser, for playing, watching and analysing; installed as `hansa.web`."""
