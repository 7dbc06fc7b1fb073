"""Names this floor of the house for Django."""

from django.apps import AppConfig


class DossierConfig(AppConfig):
    """The app ``dossier``; it adds its parts to pages of the app below it."""

    name = "dossier"

    def ready(self) -> None:
        """Register task list entries, blockers and result figures; models exist only from here on."""
        from campaigns.queries.results_source import register_results  # noqa: PLC0415
        from campaigns.queries.stages import register_blockers, register_source  # noqa: PLC0415
        from dossier.queries.figures import result_figures  # noqa: PLC0415
        from dossier.queries.stages import blockers, stages  # noqa: PLC0415

        register_source(stages)
        register_blockers(blockers)
        register_results(result_figures)
