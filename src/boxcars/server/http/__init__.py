"""What speaks HTTP. A request comes through the *doors* (connections that are not left open for nothing) and the *gate*
(limits, headers, origin), is read as one of the bodies that may be *asked*, belongs to a *caller* (the seat behind a token)
or a *guest* (a browser without one), is served by a route, and gets one of the *answers*. ``app`` puts it together, ``run``
starts it."""
