"""What the page is sent.

``position_payload`` is a position as one seat sees it, ``game_log`` the log, ``view_payload`` the whole view, part by
part. ``view_cache`` and ``action_cache`` keep parts that did not change, ``asset_cache`` what is drawn once for
everybody. ``schemas`` declares all of it for the types of the client, and ``static_files`` serves the client itself.
"""
