from teams.domain.roles import Permission, Role, permits


def test_each_role_may_do_exactly_this() -> None:
    allowed = {role.value: {right.value for right in Permission if permits(role, right)} for role in Role}
    assert allowed == {
        "viewer": {"view"},
        "planner": {"view", "plan", "record", "catalogue"},
        "lead": {"view", "plan", "record", "catalogue", "approve"},
        "administrator": {"view", "plan", "record", "catalogue", "approve", "members"},
    }
