"""Who uses this browser tab, where people log in: through Streamlit's own login, or through a reverse proxy that says
who it is."""

from __future__ import annotations

import os
from dataclasses import dataclass

import streamlit as st

from treeclust.core.errors import InputError
from treeclust.views.escape import markdown_text

VARIABLE = "TREECLUST_LOGIN"
OIDC, HEADER = "oidc", "header:"
MOST_LETTERS = 200
NO_HEADER = (
    "The server in front of this one did not say who you are; log in there, or ask whoever runs it to send the header "
    "that TREECLUST_LOGIN names."
)
NO_OIDC = (
    "Login is not set up: put the section [auth] into .streamlit/secrets.toml as Streamlit describes it, and install "
    "Authlib; or unset TREECLUST_LOGIN."
)
UNKNOWN = f"{VARIABLE} is neither {OIDC} nor {HEADER}NAME; set it to one of these, or unset it."


@dataclass(frozen=True)
class Person:
    """`id` is what projects belong to, `name` what is noted with a link."""

    id: str
    name: str


def login_is_on() -> bool:
    return bool(os.environ.get(VARIABLE))


def current_person() -> Person | None:
    """None where nobody has to log in, and for somebody who has not yet; InputError if it is not set up."""
    wanted = os.environ.get(VARIABLE, "")
    if not wanted:
        return None
    if wanted == OIDC:
        return person_from_login()
    if wanted.startswith(HEADER) and len(wanted) > len(HEADER):
        return person_from_header(wanted.removeprefix(HEADER))
    raise InputError(UNKNOWN)


def owner() -> str | None:
    """To whom a project belongs that is made here now."""
    person = current_person()
    return None if person is None else person.id


def person_from_login() -> Person | None:
    """The issuer and its name for the person are unique; an e-mail address may pass on to somebody else."""
    user = st.user.to_dict()
    if "is_logged_in" not in user:
        raise InputError(NO_OIDC)
    if not user["is_logged_in"]:
        return None
    subject = str(user.get("sub") or "")
    if not subject:
        raise InputError("The login says nothing about who you are; ask whoever runs this server.")
    name = user.get("name") or user.get("email") or subject
    return Person(f"{user.get('iss', '')} {subject}"[:MOST_LETTERS], " ".join(str(name).split())[:40])


def person_from_header(header: str) -> Person:
    """Only one value counts: a second one would be from somebody who adds it."""
    said = [value.strip() for value in st.context.headers.get_all(header)]
    if len(said) != 1 or not said[0] or len(said[0]) > MOST_LETTERS or not said[0].isprintable():
        raise InputError(NO_HEADER)
    return Person(said[0], said[0][:40])


def person_panel() -> None:
    """Who is logged in, and the way out where that is Streamlit's own."""
    person = current_person()
    if person is None:
        return
    st.caption(f"Logged in as {markdown_text(person.name)}")
    if os.environ.get(VARIABLE) == OIDC:
        st.button("Log out", key="log-out", on_click=st.logout)


def login_page() -> None:
    """All that somebody sees who has not logged in."""
    st.header("TreeClust", anchor=False)
    st.markdown("Log in to see your projects.")
    st.button("Log in", type="primary", on_click=st.login)
    st.stop()
