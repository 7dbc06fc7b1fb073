"""``manage.py verify_audit [CHAIN] [--head HASH]``: prove that nobody rewrote the audit trail."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from teams.models import AuditEvent
from teams.queries.audit import broken_links, chains, head_hash


class Command(BaseCommand):
    """Recomputes every hash in the database and names the first broken link of each chain."""

    help = "Verifies the audit chains: all, or one such as C7 or team-1. Ends with 1 when one is broken."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Name one chain, and the head hash that a close-out printed."""
        parser.add_argument("chain", nargs="?", help="a campaign's code or team-<number>; all by default")
        parser.add_argument("--head", help="a hash printed earlier that this chain must still contain")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print one line a chain."""
        chain, head = options["chain"], options["head"]
        if head and not chain:
            raise CommandError("Name the chain that the hash was printed for.")
        named = list(chains())
        if chain and chain not in named:
            raise CommandError(f"There is no chain {chain}; nothing was ever recorded in it.")
        named = [chain] if chain else named
        is_whole = [self._verify(name) for name in named]
        if head and not AuditEvent.objects.filter(chain=chain, hash=head).exists():
            raise CommandError(f"{chain} no longer contains the event with the hash {head}.")
        if not all(is_whole):
            raise CommandError(f"{is_whole.count(False)} of {len(is_whole)} chains are broken.")

    def _verify(self, chain: str) -> bool:
        broken = broken_links(chain)
        if broken:
            self.stdout.write(f"BROKEN  {broken[0]}")
            return False
        self.stdout.write(
            f"whole   {chain}: {AuditEvent.objects.filter(chain=chain).count()} events, "
            f"head {head_hash(chain) or 'none'}"
        )
        return True
