"""Coverage-guided fuzzing of every door through which something comes from outside:
`make fuzz SECONDS=600`."""
