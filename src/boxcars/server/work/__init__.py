"""What runs by itself. The *caretaker* looks once a second what is due: clocks, bots, reminders. Whatever takes long stands in
a *line* (fair by address: ``shares``) before the ``workers``, processes of which each can be replaced alone and which are
forked from the *nursery*; ``tasks`` is what they are told to do, ``bots`` sets it for the tables."""
