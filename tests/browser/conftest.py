"""The page in a real browser. Without one the tests are skipped, and say why; where CI has installed one they have to run."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgspec
import pytest

from conformance.cases.library import load
from conformance.cases.model import Case
from conformance.commands.inputs import registry
from conformance.engines.registry import engine
from conformance.report.html import html
from conformance.report.witness import Tales
from conformance.runner.card_book import CardBook
from conformance.runner.certify import certify
from conformance.runner.report import CaseResult, EngineInfo, Failure, Report, SuiteInfo, summarize

REQUIRED = "MTG_CONFORMANCE_BROWSER"
"""Set to `required` by .ci/run when Chromium was found: then a test that cannot run has failed."""

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
)  # fmt: skip

HOSTILE = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"><!-- {{ 7*7 }} \'" &amp; \x00\x1b[31m\u202eend'
"""What a stranger's text must not be able to do to the page."""

RIGHT_TO_LEFT = "ملك الغابة"


NAMELESS = """() => [...document.querySelectorAll('a[href], button, input, select, nav, main, article, img, svg[role]')].filter((element) =>
  element.checkVisibility() && element.getAttribute('aria-hidden') !== 'true' &&
  !(element.textContent.trim() && !['NAV', 'MAIN', 'ARTICLE', 'SELECT'].includes(element.tagName)) && !element.getAttribute('aria-label')
  && !element.getAttribute('alt') && !(element.labels && element.labels.length)).map((element) => element.outerHTML.slice(0, 90))"""
"""What a screen reader would find no name for."""

CONTRAST = """() => {
  const parse = (text) => text.match(/[0-9.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const behind = (element) => { for (let e = element; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    if (!element.checkVisibility() || element.closest('.hidden')) continue;
    if (![...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))];
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (contrast < 4.5) found.push(`${contrast.toFixed(2)} ${element.tagName}.${element.className} ${element.textContent.slice(0, 30)}`);
  }
  return [...new Set(found)].slice(0, 10);
}"""
"""Text that stands out too little from what is behind it (WCAG 2, AA)."""


class Looks(NamedTuple):
    """What is asked of any page, as programs for the browser; a phone; text of strangers."""

    nameless: str = NAMELESS
    contrast: str = CONTRAST
    phone: dict[str, int] = {"width": 390, "height": 844}  # noqa: RUF012 - a default of a field, and nobody changes it
    hostile: str = HOSTILE
    right_to_left: str = RIGHT_TO_LEFT


@pytest.fixture(scope="session")
def looks() -> Looks:
    return Looks()


def _without(reason: str) -> NoReturn:
    if os.environ.get(REQUIRED) == "required":
        pytest.fail(f"{reason}, and {REQUIRED} says that these tests have to run")
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium, as Playwright drives it."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _without("Playwright for Python is not installed (the extra `browser`)")
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        _without("no Chromium was found (Debian's package is chromium; CHROMIUM names another program)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield browser
        browser.close()


Opened = Callable[..., Any]


@pytest.fixture
def opened(chromium: Any) -> Iterator[Opened]:
    """Opens a file at an address, without any network; the test fails if the page says anything on the console or asks for anything."""
    contexts = []
    said: list[str] = []

    def listen(page: Any, path: Path) -> None:
        page.on("console", lambda message: said.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: said.append(f"error: {error}"))
        page.on("request", lambda asked: None if asked.url.startswith(("data:", path.as_uri())) else said.append(f"asked for {asked.url}"))

    def open_(path: Path, address: str = "", *, width: int = 1400, height: int = 900, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, offline=True, **options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        listen(page, path)
        page.goto(path.as_uri() + address)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert said == []


def a_report(results: list[CaseResult], **more: Any) -> Report:
    fields: dict[str, Any] = {
        "suite": SuiteInfo("mtg-conformance", "0.1.0", 1),
        "engine": EngineInfo("stdio:./fake", "Fake", "1.2", "Rust"),
        "edition": "2026-09-25",
        "complete": True,
        "started": "2026-11-30T00:00:00Z",
        "seconds": 3.5,
        "summary": summarize(results),
        "cases": results,
        **more,
    }
    return Report(**fields)


@pytest.fixture(scope="session")
def report_of() -> Callable[..., Report]:
    return a_report


OUTCOMES = ("pass", "pass", "pass", "fail", "unsupported", "pass", "crash", "known", "unobservable", "disputed")


def results_of(cases: list[Case], number: int) -> list[CaseResult]:
    """Results of so many cases, with outcomes of all sorts, which no engine has to play for."""
    found = []
    for index in range(number):
        case, outcome = cases[index % len(cases)], OUTCOMES[index % len(OUTCOMES)]
        bad = outcome in ("fail", "known")
        found.append(
            CaseResult(
                id=case.id if index < len(cases) else f"{case.id}-{index}",
                title=case.title,
                file=case.file,
                line=case.line,
                rules=case.rules,
                outcome=outcome,  # type: ignore[arg-type]
                reason="card Winter Orb: not there" if outcome == "unsupported" else "it was lost" if outcome == "crash" else None,
                failure=Failure(2, "croc.phased", "in", "direct", "702.26g", 19) if bad else None,
                underlying="fail" if outcome in ("known", "disputed") else None,
                unobservable=["croc.exerted"] if outcome == "unobservable" else [],
            )
        )
    return found


@pytest.fixture(scope="session")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    """A page of 1,200 cases, and its report."""
    loaded = load(None)
    report = a_report(results_of(list(loaded.cases), 1200))
    path = tmp_path_factory.mktemp("many") / "report.html"
    path.write_text(html(report, registry(), loaded.cases, loaded.cards), encoding="utf-8")
    return path, report


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report]:
    """A page of some cases played on the reference engine, in two of which something is expected that the rules do not say."""
    loaded = load(None)
    chosen = [case for case in loaded.cases if any(rule.startswith("702.26g") for rule in case.rules)][:8]
    wrong = 0
    cases: list[Case] = []
    for case in chosen:
        script = list(case.script)
        last = script[-1]
        if wrong < 2 and hasattr(last, "players"):
            wrong += 1
            script[-1] = msgspec.structs.replace(last, players={"alice": {"life": 99}})
        cases.append(msgspec.structs.replace(case, script=script))
    assert wrong == 2
    tales = Tales()
    report = certify(cases, engine("reference"), cards=CardBook(loaded.cards), follow=tales)
    assert report.summary["fail"] == 2
    path = tmp_path_factory.mktemp("played") / "report.html"
    path.write_text(html(report, registry(), cases, loaded.cards, tales=tales.kept), encoding="utf-8")
    return path, report


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page in which everything that a stranger may say is hostile."""
    loaded = load(None)
    base = next(case for case in loaded.cases if case.given["battlefield"] and len(case.script) > 2)
    given = msgspec.json.decode(msgspec.json.encode(base.given))
    for permanent in given["battlefield"]:
        permanent["card"] = HOSTILE
    case = msgspec.structs.replace(
        base, id="a/b/../c d", title=HOSTILE, why=HOSTILE, given=given, sources=[HOSTILE, "javascript:window.hacked=1"], tags=[HOSTILE]
    )
    long = "x" * 3_000_000
    results = [
        CaseResult(
            "a/b/../c d", HOSTILE, HOSTILE, 1, [HOSTILE, "702.26g/a"], "fail", reason=HOSTILE,
            failure=Failure(1, HOSTILE, HOSTILE, [HOSTILE, long], HOSTILE, 3, HOSTILE), stderr=HOSTILE,
        ),
        CaseResult("long", long, f"cases/{long}/x.yaml", 1, [long], "crash", reason=long, stderr=long),
        CaseResult("rtl", RIGHT_TO_LEFT, "cases/rtl/x.yaml", 1, ["502.3/a"], "unsupported", reason=f"card {RIGHT_TO_LEFT}: {HOSTILE}"),
        CaseResult("</script>", "An id that ends a script", "cases/x.yaml", 1, ["502.3/a"], "pass"),
    ]  # fmt: skip
    info = EngineInfo(HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE, [HOSTILE])
    report = a_report(results, engine=info, warnings=[HOSTILE, long], partial=[HOSTILE], complete=False, engine_error=HOSTILE)
    path = tmp_path_factory.mktemp("hostile") / "report.html"
    path.write_text(html(report, registry(), [case], loaded.cards, command=HOSTILE), encoding="utf-8")
    return path
