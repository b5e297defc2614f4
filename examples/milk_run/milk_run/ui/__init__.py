"""What players read and see of Milk Run."""
