"""What runs by itself or takes long.

``scheduler`` looks once a second for what is due: clocks, bots, reminders. Long work waits in ``job_queue`` (shared
fairly by address: ``fair_share``) for the processes of ``worker_pool``, which are forked from a process that has
everything loaded (``worker_preload``). ``worker_tasks`` is what they do, ``bot_turns`` asks them for the moves of bots.
"""
