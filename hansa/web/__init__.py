"""The page: a local server, and what it sends to a browser to play, watch and analyse."""
