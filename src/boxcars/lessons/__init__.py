"""Lessons: files that the ordinary engine plays on the ordinary table, with scripted chance and scripted opponents.

``lesson_format`` defines the files and ``lesson_loader`` reads them. ``pattern_match`` compares patterns with actions, events and
observations, ``answer_check`` tells whether a try is right, and ``puzzle_solver`` what a puzzle's try can still reach.
``page_targets`` finds what a step points at, ``lesson_runner`` runs a lesson step by step, ``lesson_text`` translates it.
``lesson_check`` checks a file, ``puzzle_proof`` proves that a puzzle's answer is the best. How to write one: docs/lessons.md.
"""
