"""The toolbox that railway games on hexes share: grid, tiles, track, building, deliveries, auctions.

* ``hexgrid.Grid``: the hexes of a map by number, and what lies across each side;
* ``tiles.TileSet``: tiles, their turned *forms*, what replaces what, and the limited supply;
* ``track.Track``: what lies on the board: tiles, sections with their owners, stops; updated piece by piece;
* ``building.Builder``: which tile plays are legal, and why one is not;
* ``network.Network``: the completed links as a graph, and the search for deliveries;
* ``auction.Auction``: the auction for the order of play;
* ``ui`` and ``ai``: what the user interfaces and the bots of these games share.

Nothing here knows a game: what differs between games is an argument.
"""
