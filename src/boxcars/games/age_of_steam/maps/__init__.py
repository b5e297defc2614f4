"""The maps: a data file each, and code only where a map changes a rule."""
