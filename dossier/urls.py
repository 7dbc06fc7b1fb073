"""Addresses of the app ``dossier``."""

from django.urls import URLPattern, URLResolver, path

from dossier.views import files

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
]
