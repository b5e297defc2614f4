"""The server: tables of people and bots, kept in a database, shown to pages in the browser."""

from boxcars.extras import need

need("server")
