"""What the service answers and what entries hold, as nested marshmallow classes.

Nothing is loaded with them: they are what the published schemas are written from, and every answer
of the tests is held against those.
"""
