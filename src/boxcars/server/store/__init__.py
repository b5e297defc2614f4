"""What is written to the database, and how it is read again.

``database`` opens it and ``schema`` brings it up to date. ``store`` writes and reads tables, ``table_rows`` keeps apart
what cannot be read, and ``write_queue`` is the only way to the disk. ``export`` hands out everything about a table or a
person, ``lobby_list`` lists tables, ``prune`` removes old ones, ``verify`` replays them all. With several servers,
``postgres_notify`` sends what changed and ``change_feed`` receives it.
"""
