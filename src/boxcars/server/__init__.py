"""The server: tables of people and bots, kept in a database, shown to pages in the browser. A house of six rooms:

* ``http``: what speaks HTTP: the gate every request passes, who is asking, the routes;
* ``table``: what a table is, and what can happen to it;
* ``store``: what is written to the database, and how it is read again;
* ``page``: what a page is sent;
* ``people``: what is known of people beyond one table, if they want it: cards, ratings, push, events;
* ``work``: what runs by itself: clocks, bots, and whatever takes long, in processes of its own.

An action goes from click to disk to picture through each room once.
"""

from boxcars.extras import need

need("server")
