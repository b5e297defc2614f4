"""What programs that play Milk Run need. It has no evaluator: the only bot is ``random``."""
