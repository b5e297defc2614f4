"""Self-play training of a network for Ticket to Ride on an accelerator, in JAX alone. ``examples/train_master.py`` runs it."""
