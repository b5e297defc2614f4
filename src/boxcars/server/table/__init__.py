"""What a table is, and what can happen to it.

``documents`` is what is stored of a table, ``table`` the same in memory. ``commands`` and ``votes`` decide what may
happen. ``table_manager`` holds every table of this process and commits one change at a time for each. ``subscriptions``
knows who listens to which table, ``presence`` who is away, ``seat_tokens`` which link opens which seat.
"""
