"""The embedded PostgreSQL of ``make run`` and of the tests; a real one is named with ``DATABASE_URL``."""
