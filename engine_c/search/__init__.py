"""The tree search: four steps in four functions, written against engine_c/game.pxd only."""
