"""The measuring: schedules, games, logs, ratings; installed as `hansa.tournaments`."""
