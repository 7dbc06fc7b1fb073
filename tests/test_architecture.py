"""The house keeps its shape: sizes, floors, pure domain, migrations in step, rules of the database tested."""

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.db.migrations.loader import MigrationLoader
from pgtrigger.migrations import AddTrigger

from config.frozen import READ_AND_ADD, FirmTrigger, Refusal

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "teams", "pricing", "campaigns", "dossier")
RECORDER = ROOT / "recorder" / "src" / "simpul_recorder"
PYTHON_MAXIMUM = 300
FUNCTION_MAXIMUM = 40
TEMPLATE_MAXIMUM = 120
MAY_IMPORT_INSIDE_A_FUNCTION = {"campaigns/domain/solver.py": {"ortools"}}


def python_files() -> list[Path]:
    """Every file that people write; migrations are written by a command."""
    folders = [*(ROOT / app for app in APPS), ROOT / "recorder", ROOT / "tests", ROOT / "benchmarks"]
    found = [path for folder in folders for path in folder.rglob("*.py")]
    return sorted(path for path in found if "migrations" not in path.parts)


def domain_files() -> list[Path]:
    return sorted([*ROOT.glob("*/domain/*.py"), *RECORDER.rglob("*.py")])


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions_of(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert node.end_lineno is not None
            yield node.name, node.end_lineno - node.lineno + 1


def our_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model._meta.app_label in APPS]


def test_no_file_is_longer_than_its_maximum() -> None:
    limits = [(path, PYTHON_MAXIMUM) for path in python_files()]
    limits += [(path, TEMPLATE_MAXIMUM) for path in (ROOT / "templates").rglob("*.html")]
    assert [f"{short(path)}: {lines_of(path)}" for path, limit in limits if lines_of(path) > limit] == []


def test_no_function_is_longer_than_its_maximum() -> None:
    found = [(path, name, lines) for path in python_files() for name, lines in functions_of(path)]
    assert [f"{short(p)} {name}: {lines}" for p, name, lines in found if lines > FUNCTION_MAXIMUM] == []


def test_domain_is_imported_by_a_fresh_interpreter_without_django() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in domain_files()
        if RECORDER not in path.parents
    ]
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import importlib; before = set(sys.modules)\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "files = {name: getattr(sys.modules[name], '__file__', '') for name in set(sys.modules) - before}\n"
        "print(sorted(name for name, file in files.items() if 'site-packages' in (file or '')))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_domain_imports_the_standard_library_only() -> None:
    offences = []
    for path in domain_files():
        own = {"simpul_recorder"} if RECORDER in path.parents else {*APPS, "simpul_recorder"}
        tolerated = sys.stdlib_module_names | own | MAY_IMPORT_INSIDE_A_FUNCTION.get(short(path), set())
        offences += [f"{short(path)}: {name}" for name in imports_of(path) if name not in tolerated]
    assert offences == []


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def test_import_linter_knows_every_folder_with_code() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        known = tomllib.load(file)["tool"]["importlinter"]["root_packages"]
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "benchmarks"}
    assert set(known) == folders | {path.parent.name for path in RECORDER.parent.glob("*/__init__.py")}


@pytest.mark.django_db
def test_migrations_are_in_step_with_the_models() -> None:
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=1)


def test_every_constraint_is_named_by_a_test() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    names = sorted(rule.name for model in our_models() for rule in model._meta.constraints)
    assert [name for name in names if name not in written] == []


def test_no_trigger_can_be_switched_off_from_plain_sql() -> None:
    found = [(m._meta.label, trigger) for m in our_models() for trigger in triggers_of(m)]
    firm = Refusal | FirmTrigger
    assert [f"{label}: {trigger.name}" for label, trigger in found if not isinstance(trigger, firm)] == []


def test_rows_that_are_always_frozen_are_refused_by_privilege_too() -> None:
    always = {m._meta.label for m in our_models() for t in triggers_of(m) if is_frozen_always(t)}
    read_and_add = {m._meta.label for m in our_models() if getattr(m, "app_rights", "") == READ_AND_ADD}
    assert always == read_and_add


def triggers_of(model: type[models.Model]) -> list[object]:
    return list(getattr(model._meta, "triggers", []))


def is_frozen_always(trigger: object) -> bool:
    return isinstance(trigger, Refusal) and trigger.name == "frozen_row" and trigger.condition is None


def test_migrations_that_add_refusals_come_after_the_functions_they_call() -> None:
    loader = MigrationLoader(None)
    late = []
    for key, migration in loader.disk_migrations.items():
        adds = [each for each in migration.operations if isinstance(each, AddTrigger)]
        calls = any("EXECUTE PROCEDURE simpul_" in str(each.trigger.sql) for each in adds)
        if calls and ("config", "0001_refusals") not in migration.dependencies:
            late.append(key)
    assert late == []
