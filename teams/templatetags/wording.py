"""Sentences and words in the reader's language, as filters.

``{{ message|worded }}`` shows what the domain says (a ``Message``), an enumeration's word, or a plain value;
``{{ campaign.state|word }}`` translates the text of a vocabulary word that a table column holds.
"""

from django import template

from teams.services.wording import HOUR, MINUTE, spell_duration, spell_number, word, worded

__all__ = ["HOUR", "MINUTE", "spell_duration", "spell_number", "word", "worded"]

register = template.Library()
register.filter(worded)
register.filter(word)
