"""Lessons: files that the ordinary engine plays on the ordinary table, with scripted chance and scripted opponents.

``format`` says what may stand in a file, ``load`` finds and reads the files, ``match`` compares patterns with actions, events and
observations, ``judge`` says what a try is worth, ``best`` what a puzzle's try can still reach, ``point`` finds what a beat points
at, ``play`` runs a lesson from beat to beat, ``words`` says it in the reader's language, ``check`` proves that a file keeps its
promises, ``prove`` that a puzzle's answer is the best. How to write one: docs/lessons.md.
"""
