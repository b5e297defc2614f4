"""What is known of people beyond one table, if they want it: their profiles.

``badges`` and ``passkeys`` belong to a profile, ``profile_export`` hands everything out, ``deletion`` removes it.
``rating_model`` rates people with the bots as fixed points (``bot_ratings``), ``web_push`` notifies phones,
``tournament_pairing`` says who meets whom and ``tournament_rounds`` opens their tables. ``qr_code`` draws the codes
that phones read.
"""
