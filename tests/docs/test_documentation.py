"""What the site adds to the pages of docs/: the picture of the layers, the catalogues, the links out of docs/; and what its check finds."""

from __future__ import annotations

import beyond
import catalogues
import check
import layers
import pytest
import start

from conformance.fuzz.invariants import invariants
from conformance.mutants import mutants


class TestThePictureOfTheLayers:
    def test_it_is_in_step_with_the_contracts(self):
        assert layers.PICTURE.read_text(encoding="utf-8") == layers.picture(), "run: python documentation/layers.py"

    def test_every_layer_is_a_module(self):
        for name in [name for layer in layers.layers() for name in layer]:
            place = layers.ROOT / "conformance" / name
            assert place.is_dir() or place.with_suffix(".py").is_file()

    def test_the_reference_engine_stands_alone(self):
        assert layers.alone() == ["reference_engine"]


class TestTheCatalogues:
    def test_every_mutant_is_in_its_catalogue_with_its_clauses(self):
        page = catalogues.mutants_page()
        for mutant in mutants():
            assert f"- `{mutant.id}` ({', '.join(mutant.clauses)}): " in page

    def test_every_invariant_is_in_its_catalogue(self):
        page = catalogues.invariants_page()
        for invariant in invariants():
            assert f"- `{invariant.id}` ({', '.join(invariant.clauses)}): " in page

    def test_rules_are_headings_in_order(self):
        headings = [line.split()[1] for line in catalogues.mutants_page().splitlines() if line.startswith("## ")]
        assert len(set(headings)) == len(headings)
        assert headings.index("502.3") < headings.index("702.26b") < headings.index("901.9")

    def test_words_are_no_markup(self):
        assert catalogues._text("a_b <c> [d](e) `f`.") == "a\\_b &lt;c&gt; \\[d\\](e) \\`f\\`"


class TestLinksOutOfTheDocuments:
    @pytest.mark.parametrize(
        ("link", "path", "on_the_site"),
        [
            ("case-format.md", "docs/writing-a-case.md", "case-format.md"),
            ("../cases/README.md", "docs/case-format.md", "repository/cases/README.md"),
            ("../cases", "docs/case-format.md", "repository/cases/README.md"),
            ("../README.md", "docs/index.md", "start.md"),
            ("../conformance/mutants/catalogue", "docs/index.md", "catalogue-of-mutants.md"),
            ("../docs/case-format.md", "cases/README.md", "../../case-format.md"),
            ("0001-clauses-not-rules.md", "docs/decisions/0002-what-is-not-judged.md", "0001-clauses-not-rules.md"),
        ],
    )
    def test_they_lead_to_the_same_file_on_the_site(self, link, path, on_the_site):
        assert beyond.rewritten(f"see [that]({link}#place), or [this](https://example.org/x.md)", path) == (
            f"see [that]({on_the_site}#place), or [this](https://example.org/x.md)"
        )

    def test_what_is_linked_to_is_taken_along(self):
        assert "cases/README.md" in beyond.taken_along(["docs/case-format.md"])
        assert beyond.taken_along(["docs/decisions/0001-clauses-not-rules.md"]) == []

    def test_a_place_and_its_source_belong_together(self):
        for path in ("docs/index.md", "docs/decisions/0001-clauses-not-rules.md", "adapters/javascript/README.md"):
            assert beyond.source(beyond.place(path)) == path


class TestTheStart:
    def test_it_is_the_newcomers_part_of_the_readme(self):
        page = start.page()
        assert page.startswith("# Ten minutes\n")
        assert "--write-known-failures" in page
        assert "## " not in page

    def test_without_the_marks_it_says_so(self, tmp_path, monkeypatch):
        (tmp_path / "README.md").write_text("# No marks\n", encoding="utf-8")
        monkeypatch.setattr(beyond, "ROOT", tmp_path)
        with pytest.raises(ValueError, match="lacks one of the marks"):
            start.page()


class TestTheCheckOfTheSite:
    @pytest.fixture
    def site(self, tmp_path):
        files = {
            "search/search_index.json": '{"docs": [{"location": "a.html"}, {"location": "b.html#x"}]}',
            "a.html": '<h1 id="x">A</h1><a href="b.html#x">b</a><a href="https://example.org/">e</a>',
            "b.html": '<h1 id="x">B</h1><a href="#x">x</a><link rel="canonical" href="https://example.org/">',
        }
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    def test_a_good_site_has_no_problems(self, site):
        assert check.problems(site) == []
        assert check.main(str(site)) == 0

    @pytest.mark.parametrize(
        ("bad", "said"),
        [
            ('<a href="c.html">', "leads to c.html, which is not there"),
            ('<a href="b.html#y">', "leads to b.html#y; there is no such place on that page"),
            ('<script src="https://cdn.example/x.js"></script>', "asks another place for https://cdn.example/x.js"),
            ('<img src="//cdn.example/x.png">', "asks another place for //cdn.example/x.png"),
            ('<link rel="stylesheet" href="https://fonts.example/f.css">', "asks another place for https://fonts.example/f.css"),
        ],
    )
    def test_what_is_wrong_is_told(self, site, bad, said):
        (site / "a.html").write_text(bad, encoding="utf-8")
        assert check.problems(site) == [f"a.html: {said}"]
        assert check.main(str(site)) == 1

    def test_a_page_that_the_search_does_not_know(self, site):
        (site / "c.html").write_text("<h1>C</h1>", encoding="utf-8")
        assert check.problems(site) == ["c.html: not in the search"]

    def test_a_style_that_loads_from_elsewhere(self, site):
        (site / "s.css").write_text('a { background: url("https://example.org/a.png") }', encoding="utf-8")
        assert check.problems(site) == ["s.css: asks another place for something"]
