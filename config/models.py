"""No tables: Django sends ``post_migrate`` only to apps that have a models module (see ``config.rights``)."""
