# One verb each. All but `run` and `fix` leave the project as it was.
PYTHON ?= python3
OURS := config teams pricing campaigns dossier recorder/src
IN := .venv/bin/

# Packages are installed without bytecode, which Python then writes once; where that is forbidden, every start
# would compile all of them again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run test check fix bench

run:
	@$(PYTHON) config/environment.py run
	@$(IN)python -m config.database.supervise

test:
	@$(PYTHON) config/environment.py dev browser
	$(IN)python -m pytest -n auto

check:
	@$(PYTHON) config/environment.py dev
	$(IN)ruff check .
	$(IN)ruff format --check .
	$(IN)mypy
	find templates -name '*.html' -exec $(IN)djade --target-version 5.2 --check {} +
	$(IN)lint-imports
	$(IN)bandit --quiet --severity-level medium --confidence-level medium --configfile pyproject.toml --recursive $(OURS)
	$(IN)python manage.py check --deploy --fail-level WARNING
	$(IN)python manage.py draw_workflow --check
	@# Without a database it warns that the history could not be compared; a test does that.
	$(IN)python -W "ignore:Got an error checking:RuntimeWarning" manage.py makemigrations --check --dry-run

fix:
	@$(PYTHON) config/environment.py dev
	$(IN)ruff check --fix .
	$(IN)ruff format .
	find templates -name '*.html' -exec $(IN)djade --target-version 5.2 {} +

bench:
	@$(PYTHON) config/environment.py dev browser
	$(IN)python -m benchmarks
