"""The functions that the triggers of ``config.frozen`` call."""

from django.db import migrations

REFUSE_CHANGE = """
CREATE FUNCTION simpul_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: its rows are frozen', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
END;
$$;
"""

REFUSE_BELOW_FROZEN = """
CREATE FUNCTION simpul_refuse_below_frozen() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    link text := TG_ARGV[0];
    is_frozen boolean;
    parents text[] := ARRAY[]::text[];
BEGIN
    IF TG_OP <> 'INSERT' THEN
        parents := parents || (to_jsonb(OLD) ->> link);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        parents := parents || (to_jsonb(NEW) ->> link);
    END IF;
    EXECUTE format(
        'SELECT EXISTS (SELECT FROM %I.%I WHERE id::text = ANY ($1) AND %I IS NOT NULL)',
        TG_TABLE_SCHEMA, TG_ARGV[1], TG_ARGV[2]
    ) INTO is_frozen USING parents;
    IF is_frozen THEN
        RAISE EXCEPTION '% of % is refused: its % is frozen', TG_OP, TG_TABLE_NAME, TG_ARGV[1]
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END;
$$;
"""

# A row that this transaction sees and whose writer is still in progress was written by this transaction itself.
REFUSE_LATE_ADDITION = """
CREATE FUNCTION simpul_refuse_late_addition() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    writer_age bigint;
    writer_state text;
BEGIN
    EXECUTE format('SELECT age(xmin) FROM %I.%I WHERE id::text = $1', TG_TABLE_SCHEMA, TG_ARGV[1])
        INTO writer_age USING to_jsonb(NEW) ->> TG_ARGV[0];
    IF writer_age IS NOT NULL AND writer_age < 1000000000 THEN
        writer_state := pg_xact_status((pg_current_xact_id()::text::bigint - writer_age)::text::xid8);
    END IF;
    IF writer_state IS DISTINCT FROM 'in progress' THEN
        RAISE EXCEPTION '% of % is refused: its % is complete', TG_OP, TG_TABLE_NAME, TG_ARGV[1]
            USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END;
$$;
"""

GUARD_TRANSITION = """
CREATE FUNCTION simpul_guard_transition() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paths jsonb := TG_ARGV[1]::jsonb;
    before text;
    after text := to_jsonb(NEW) ->> TG_ARGV[0];
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF jsonb_typeof(paths -> 'initial') = 'array' AND NOT paths -> 'initial' ? after THEN
            RAISE EXCEPTION '% cannot begin as "%"', TG_TABLE_NAME, after
                USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
        END IF;
        RETURN NEW;
    END IF;
    before := to_jsonb(OLD) ->> TG_ARGV[0];
    IF before IS DISTINCT FROM after AND NOT coalesce(paths -> 'ways' -> before ? after, FALSE) THEN
        RAISE EXCEPTION '% cannot go from "%" to "%"', TG_TABLE_NAME, before, after
            USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = TG_NAME;
    END IF;
    RETURN NEW;
END;
$$;
"""


def _both_ways(name: str, create: str) -> migrations.RunSQL:
    return migrations.RunSQL(create, f"DROP FUNCTION {name}();")


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [
        _both_ways("simpul_refuse_change", REFUSE_CHANGE),
        _both_ways("simpul_refuse_below_frozen", REFUSE_BELOW_FROZEN),
        _both_ways("simpul_refuse_late_addition", REFUSE_LATE_ADDITION),
        _both_ways("simpul_guard_transition", GUARD_TRANSITION),
    ]
