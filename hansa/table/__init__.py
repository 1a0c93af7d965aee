"""The table: a game between people and bots, as a model that the terminal and the page share."""
