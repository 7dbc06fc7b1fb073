"""Signing in and out, and one's own password."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import views
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from teams.forms.sign_in import OwnPasswordForm, SignInForm


class SignIn(views.LoginView):
    """The only page, beside the health checks, that needs nobody to be signed in."""

    template_name = "teams/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_invalid(self, form: Any) -> HttpResponse:
        """Answer 422 with the form; the username is kept, the password is not."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class SignOut(views.LogoutView):
    """Ends the session, by POST only, so that neither a link nor an image can."""


class OwnPassword(views.PasswordChangeView):
    """Change one's own password; the person's other sessions end."""

    template_name = "teams/password.html"
    form_class = OwnPasswordForm
    success_url = reverse_lazy("teams:list")

    def form_valid(self, form: Any) -> HttpResponse:
        """Say that it worked, and what else it did."""
        messages.success(self.request, _("Your password is changed. Other browsers must sign in again."))
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Answer 422 with the form."""
        return self.render_to_response(self.get_context_data(form=form), status=422)
