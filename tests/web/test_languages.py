"""Every page that speaks several languages speaks each of them whole: no word is left to English by an oversight."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browsing import free_port, page_of, served

from tracker.live.table.keeping import Memory
from tracker.show.spoken import LANGUAGES
from tracker.web.routes.pages import FOLDER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ASKED_FOR = re.compile(r"^export (?:const|function) (\w*[wW]ordsOf)\b", re.MULTILINE)
WORDS = [
    (file.relative_to(FOLDER).as_posix(), found[1])
    for file in sorted(FOLDER.rglob("*.js"))
    if (found := ASKED_FOR.search(file.read_text("utf-8")))
]
"""The modules that hold words, each with the function that gives those of a language."""

PATHS = """async ([file, name, langs]) => {
  const wordsOf = (await import(`/web/${file}`))[name];
  const paths = (words) => Object.entries(words).flatMap(([key, value]) =>
    typeof value === "object" ? paths(value).map((path) => `${key}.${path}`) : [key]);
  return langs.map((lang) => ({ paths: paths(wordsOf(lang)).sort(), fallback: wordsOf(lang) === wordsOf("en") }));
}"""


@pytest.fixture(scope="module")
def page(browser: "Browser") -> "Iterator[Page]":
    port = free_port()
    with served(Memory(), port), page_of(browser, 800, 600) as opened:
        opened.goto(f"http://127.0.0.1:{port}/login")
        yield opened


def test_the_pages_and_the_calls_are_in_the_same_languages(page: "Page") -> None:
    named = page.evaluate("async () => Object.keys((await import('/web/words/words.js')).NAMES)")
    assert named == ["en", *LANGUAGES]


@pytest.mark.parametrize(("file", "name"), WORDS)
def test_every_word_is_there_in_every_language(page: "Page", file: str, name: str) -> None:
    english, *others = page.evaluate(PATHS, [file, name, ["en", *LANGUAGES]])
    assert english["paths"]
    for lang, other in zip(LANGUAGES, others, strict=True):
        assert not other["fallback"], lang
        assert other["paths"] == english["paths"], lang
