"""What is written to the database, and how it is read again. ``database`` opens it, ``schema`` brings it up to date, the
*store* writes and reads tables, ``rows`` fences off what cannot be read, the *writer* is the one way to the disk; the *shelf*
hands out everything there is about one table or person. ``lobby`` lists tables, ``prune`` removes old ones, ``verify``
replays them all. With several servers each has *ears* (does it hear the others?), and the ``notices`` are what it hears."""
