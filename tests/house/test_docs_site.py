"""docs/ is a site: a page for each kind of user, no link that leads nowhere, nothing fetched from another host."""

import logging
import re
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(__file__).parents[2]
FETCHED = re.compile(r'<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?//[^"]*"')
"""What a browser asks for by itself."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` does: a warning is an error."""
    at = tmp_path_factory.mktemp("site")
    logging.getLogger("mkdocs").setLevel(logging.WARNING)
    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(at), strict=True))
    return at


def test_each_kind_of_user_has_a_page_and_the_first_one_leads_there(site: Path) -> None:
    first = (site / "index.html").read_text("utf-8")
    for who in ("referee", "club", "streamer", "home"):
        assert f'href="for/{who}/"' in first
        assert (site / "for" / who / "index.html").is_file()


def test_nothing_is_fetched_from_another_host(site: Path) -> None:
    pages = {page.relative_to(site).as_posix(): page.read_text("utf-8") for page in site.rglob("*.html")}
    assert {name: FETCHED.findall(text) for name, text in pages.items() if FETCHED.search(text)} == {}
