"""What speaks HTTP.

A request passes ``connection_limits`` and ``middleware`` (limits, headers, origin) and is read as one of
``request_types``. ``auth`` finds the seat behind its token, ``guest_identity`` a browser without one. A route
(``routes_*``) serves it and answers with one of ``response_types``. ``app`` puts all this together, ``server_process``
starts it.
"""
