"""The rules of the games for players: one readable text per game and language, with pictures that the boards draw.

* ``<game>/<lang>.md`` is the text. docs/develop/messages.md describes its format.
* ``<game>/guide.toml`` says which clause each part of the text explains, which pictures there are, and which words mean the same.
* ``<game>/position.jsonl`` is the beginning of a game; the pictures show it.

``guide`` reads and renders the text, ``pictures`` draws.
"""
