"""The client for the rented machine, and the file checks that the server uses too."""

__version__ = "0.1.0"
