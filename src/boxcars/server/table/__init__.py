"""What a table is, and what can happen to it. ``documents`` is what is stored of it, ``table`` the same in memory, ``changes``
and ``votes`` judge what may happen. The *hall* holds every table that this process serves and commits one change at a time
for each; the *hub* knows who listens to which table; ``presence`` who is away, ``tokens`` which link opens which seat."""
