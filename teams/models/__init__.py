from teams.models.audit import AuditEvent
from teams.models.person import Person
from teams.models.team import Membership, Team

__all__ = ["AuditEvent", "Membership", "Person", "Team"]
