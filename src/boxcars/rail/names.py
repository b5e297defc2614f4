"""What cubes and actions are called in the games on hexes."""

from __future__ import annotations

from boxcars.core.messages import T, Text

COLOUR_NAMES: dict[str, Text] = {
    "red": T("red"),
    "blue": T("blue"),
    "purple": T("purple"),
    "yellow": T("yellow"),
    "black": T("black"),
    "gray": T("gray"),
    "white": T("cotton"),
}
ACTION_NAMES: dict[str, Text] = {
    "first_move": T("First Move"),
    "first_build": T("First Build"),
    "engineer": T("Engineer"),
    "locomotive": T("Locomotive"),
    "urbanization": T("Urbanization"),
    "turn_order": T("Turn Order"),
    "production": T("Production"),
    "city_growth": T("City Growth"),
}
BRIEF_NAMES: dict[str, Text] = {
    "first_move": T("1st move"),
    "first_build": T("1st build"),
    "engineer": T("Engineer"),
    "locomotive": T("Loc."),
    "urbanization": T("Urban."),
    "turn_order": T("Order"),
    "production": T("Prod."),
    "city_growth": T("Grow"),
}
"""The actions where there is room for a word only."""

ORDINALS = (T("1st"), T("2nd"), T("3rd"), T("4th"), T("5th"), T("6th"))
"""Places in the order of play."""
