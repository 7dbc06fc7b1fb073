"""Checks per format (files.md): each looks at bytes, none loads, unpickles or extracts anything."""
