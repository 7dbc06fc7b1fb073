"""Addresses of the app ``dossier``."""

from django.urls import URLPattern, URLResolver, path

from dossier.views import closing, files

app_name = "dossier"
urlpatterns: list[URLPattern | URLResolver] = [
    path("C<int:number>/dossier/", files.dossier, name="dossier"),
    path("C<int:number>/dossier/expect-promised/", files.expect_promised, name="expect-promised"),
    path("C<int:number>/dossier/files/new/", files.expect, name="expect-file"),
    path("C<int:number>/dossier/files/<int:file>/", files.change, name="change-file"),
    path("C<int:number>/dossier/files/<int:file>/absence/", files.absence, name="explain-absence"),
    path("C<int:number>/dossier/files/<int:file>/evidence/", files.evidence, name="evidence"),
    path("C<int:number>/dossier/manifest/", files.manifest, name="manifest"),
    path("C<int:number>/dossier/upload/", files.upload, name="upload"),
    path("C<int:number>/close-out/", closing.closeout, name="close-out"),
    path("C<int:number>/close-out/notes/", closing.notes, name="closing-notes"),
    path("C<int:number>/close-out/steps/<str:step>/", closing.explain, name="explain-step"),
    path("C<int:number>/close-out/start/", closing.start, name="start-closing"),
    path("C<int:number>/close-out/close/", closing.close, name="close-campaign"),
    path("C<int:number>/close-out/cancel/", closing.cancel, name="cancel-campaign"),
    path("C<int:number>/close-out/issue/", closing.issue, name="issue-edition"),
    path("C<int:number>/close-out/<int:edition>/", closing.edition, name="edition"),
    path("C<int:number>/close-out/<int:edition>.pdf", closing.edition_pdf, name="edition-pdf"),
    path("C<int:number>/close-out/<int:edition>.json", closing.edition_json, name="edition-json"),
]
