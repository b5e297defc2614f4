"""What is known of people beyond one table, if they want it to be: a player's *card* (its ``heralds``, its ``passkeys``, the
``bundle`` that hands everything out, the ``farewell`` that forgets it), the ``scale`` of ratings with the ``bots`` as its fixed
points, ``pushing`` to phones, and events (``pairing`` says who meets whom, ``rounds`` opens their tables). ``scan`` draws
the codes that phones read."""
