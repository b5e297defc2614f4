"""Boxcars in a browser's tab: the whole server in a web worker, and the command that writes the folder of files for it.

* ``runtime``: how the server does what takes long there;
* ``bridge``: requests and live channels of the page, handed to the server as ASGI;
* ``worker``: what the first web worker calls: it starts the server and answers the page;
* ``jobs``: the second web worker, in which bots think;
* ``build`` and ``packages``: what ``boxcars static`` writes, and where it comes from;
* ``page``: the files of the tab itself: the page around the program, its workers, the service worker.
"""
