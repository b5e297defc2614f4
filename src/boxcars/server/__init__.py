"""The server: tables of people and bots, kept in a database, shown to pages in the browser.

* ``http``: what speaks HTTP: middleware, authentication, routes;
* ``table``: what a table is, and what can happen to it;
* ``store``: what is written to the database, and how it is read again;
* ``page``: what a page is sent;
* ``profiles``: what is known of people beyond one table, if they want it: profiles, ratings, push messages, tournaments;
* ``jobs``: what runs by itself or takes long: clocks, bots, analyses, in processes of their own.

An action goes from click to disk to picture through each package once.
"""

from boxcars.extras import APPLICATION, need

need("server", *APPLICATION)
