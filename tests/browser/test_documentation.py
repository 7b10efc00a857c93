"""The documentation in a browser, opened from disk: the search finds, links and pictures work, nothing is asked of the network."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site as `tox -e docs` builds it."""
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("needs the extra docs")
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture
def reading(chromium, site):
    """Opens a page of the site without any network; the test fails if the page asks for anything that is not in the site's folder."""
    contexts, asked = [], []

    def reading(name, **options):
        context = chromium.new_context(offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: asked.append(f"error: {error}"))
        page.goto((site / name).as_uri())
        return page

    yield reading
    for context in contexts:
        context.close()
    assert [address for address in asked if not address.startswith((site.as_uri(), "data:", "blob:", "about:"))] == []


@pytest.mark.parametrize("start", ["index.html", "decisions/0003-exit-codes.html"])
def test_the_search_finds_from_disk(reading, start):
    page = reading(start, viewport={"width": 1400, "height": 900})
    page.click("input[name=query]")
    page.locator("input[name=query]").press_sequentially("write a case")
    page.wait_for_selector(".md-search-result__item")
    found = page.locator(".md-search-result__item a").evaluate_all("all => all.map(link => link.href)")
    assert any("writing-a-case.html" in address for address in found)


@pytest.mark.parametrize("width", [390, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_show_their_pictures(reading, width, scheme):
    for name in ("index.html", "architecture.html", "writing-a-case.html"):
        page = reading(name, viewport={"width": width, "height": 900}, color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
