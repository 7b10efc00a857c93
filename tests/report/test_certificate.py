"""What a run proves: levels are earned by every case of an area, and nothing else."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as Xml

import msgspec
import pytest
from certified import library, played, proven, run, without
from reports import HOSTILE, case

from conformance.report.areas import AREAS, ATTACHMENTS, MULTIPLAYER, PHASING, PLANECHASE, REST, UNTAP_STEP, Area, areas_of
from conformance.report.badge import Endpoint, endpoint, endpoint_json, svg
from conformance.report.certificate import MISSING, Certificate, encoded
from conformance.report.schemas import schemas
from conformance.runner.report import EngineInfo, SuiteInfo

TITLES = [area.title for area in AREAS]


def one_of(area: Area) -> str:
    """A case that counts for the level of an area, and for no other."""
    return next(case.id for case in played() if case.disputed is None and areas_of(case) == [area])


def test_a_run_in_which_all_pass_earns_all_levels() -> None:
    document = proven(run())
    assert document.certifies
    assert [level.title for level in document.earned] == TITLES
    assert document.withheld == []
    assert document.says == f"Levels earned (5 of 5): {', '.join(TITLES)}."
    assert all(level.cases == level.passed > 100 and level.lacking == {} for level in document.levels)
    assert document.counts.cases == document.counts.judged + document.counts.not_judged == len(played())
    assert sum(document.counts.outcomes.values()) == document.counts.cases


UNPASSED = ("fail", "crash", "timeout", "protocol_error", "unsupported", "unobservable", "error", "not_run")


@pytest.mark.parametrize(
    ("area", "outcome"),
    [*((area, "unsupported") for area in AREAS), *((PHASING, outcome) for outcome in UNPASSED)],
    ids=lambda value: getattr(value, "id", value),
)
def test_one_case_that_did_not_pass_costs_its_level_and_no_other(area: Area, outcome: str) -> None:
    document = proven(run({one_of(area): outcome}))
    assert [level.title for level in document.earned] == [title for title in TITLES if title != area.title]
    level = next(level for level in document.levels if level.area == area.id)
    assert level.lacking == {outcome: 1}
    assert level.passed == level.cases - 1
    assert f"not earned: 1 of {level.cases} cases did not pass (1 {outcome.replace('_', ' ')})" in level.says


def test_a_case_of_two_areas_costs_both() -> None:
    both = next(case.id for case in played() if areas_of(case) == [PHASING, ATTACHMENTS] and case.disputed is None)
    earned = [level.area for level in proven(run({both: "fail"})).earned]
    assert earned == ["untap-step", "planechase", "multiplayer"]


def test_a_case_of_no_area_costs_no_level_and_is_counted() -> None:
    document = proven(run({one_of(REST): "fail"}))
    assert len(document.earned) == 5
    assert document.rest.lacking == {"fail": 1}


def test_disputed_cases_are_set_aside_for_every_engine() -> None:
    contested = [case for case in played() if case.disputed is not None and PHASING in areas_of(case)]
    level = next(level for level in proven(run()).levels if level.area == PHASING.id)
    assert level.earned
    assert level.disputed == len(contested) > 0
    assert level.says.endswith(f"{level.disputed} disputed cases set aside")


def test_a_case_that_the_report_does_not_have_is_missing() -> None:
    level = next(level for level in proven(without(run(), one_of(UNTAP_STEP))).levels if level.area == UNTAP_STEP.id)
    assert not level.earned
    assert level.lacking == {MISSING: 1}


OLD = SuiteInfo("mtg-conformance", "0.1.0", 1)
OTHER = SuiteInfo("mtg-conformance", "0.1.0", 1, "0" * 64)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"complete": False, "partial": ["shard 1 of 3"], "shard": "1/3"}, "shard 1 of 3"),
        ({"complete": False, "partial": ["only some cases were chosen (--rule 502)"]}, "only some cases were chosen (--rule 502)"),
        ({"complete": False}, "the run was cut short"),
        ({"engine_error": "it did not start"}, "the engine could not be run: it did not start"),
        ({"suite": OLD}, "an older mtg-conformance wrote it"),
        ({"suite": OTHER}, "not exactly the built-in cases and cards of this mtg-conformance"),
    ],
)
def test_what_is_not_the_whole_suite_certifies_nothing_and_says_why(more: dict[str, Any], why: str) -> None:
    document = proven(run(**more))
    assert not document.certifies
    assert document.earned == []
    assert [reason for reason in document.withheld if why in reason] == document.withheld
    assert document.says == f"This run certifies nothing: {document.withheld[0]}."
    assert endpoint(document).message == "not certified"
    assert all("this run certifies nothing" in level.says for level in document.levels)


@pytest.mark.parametrize("outcome", ["known", "fixed"])
def test_a_list_that_covers_a_case_certifies_nothing(outcome: str) -> None:
    document = proven(run({one_of(PLANECHASE): outcome}))
    assert document.withheld == ["the list of known failures covers 1 case; certify without --known-failures"]
    assert document.earned == []
    assert next(level for level in document.levels if level.area == PLANECHASE.id).lacking == {outcome: 1}


def test_changed_forms_certify_nothing() -> None:
    whole = run(suite=OTHER)
    document = proven(msgspec.structs.replace(whole, cases=[*whole.cases, case(f"{whole.cases[0].id}~renamed", "pass")]))
    assert document.withheld == ["changed forms of the cases were played too; certify without --variants"]


def test_an_older_edition_earns_by_its_own_cases() -> None:
    edition = "2012-06-01"
    document = proven(run(edition=edition))
    assert document.edition == edition
    assert document.certifies
    assert [level.area for level in document.levels if level.cases] == [level.area for level in document.earned]
    assert document.counts.cases == len(played(edition)) != len(played())


def test_an_area_without_cases_is_not_earned() -> None:
    document = proven(run(edition="1900-01-01"))
    assert {level.cases for level in document.levels if not level.earned} <= {0}
    assert all("no case of it" in level.says for level in document.levels if not level.cases)


class TestAreas:
    def test_every_area_has_cases_of_its_own(self) -> None:
        assert all(one_of(area) for area in (*AREAS, REST))

    def test_planes_count_for_planechase_and_more_players_for_multiplayer(self) -> None:
        for each in library().cases:
            areas = areas_of(each)
            if each.given["planechase"] is not None:
                assert areas == [PLANECHASE], each.id
            elif len(each.given["players"]) > 2 and areas != [PLANECHASE]:
                assert areas == [MULTIPLAYER], each.id

    def test_the_folders_are_there(self) -> None:
        folders = {each.file.split("/")[-2] for each in library().cases}
        assert [folder for area in AREAS for folder in area.folders if folder not in folders] == []


class TestHostile:
    ENGINE = EngineInfo("stdio:x", (HOSTILE + "<script>alert(1)</script>") * 50_000, "\u202e1.0\u2067" + "9" * 2_000_000, cards="h" * 10**6)

    def document(self) -> Certificate:
        outcomes = {case.id: "unsupported" for case in played()}
        whole = run(outcomes, engine=self.ENGINE, started="2026\x00" * 10**5, complete=False, partial=[HOSTILE * 10**5] * 200)
        cases = [
            msgspec.structs.replace(each, reason=f"{HOSTILE} {number} {'x' * 10_000}", unobservable=[f"a.{HOSTILE}"] * 50)
            for number, each in enumerate(whole.cases)
        ]
        return proven(msgspec.structs.replace(whole, cases=cases))

    def test_the_certificate_is_bounded_json_without_control_characters(self) -> None:
        data = encoded(self.document())
        assert len(data) < 60_000
        texts = json.dumps(json.loads(data), ensure_ascii=False)
        assert not [c for c in texts if ord(c) < 32 or c in "\u202e\u2067"]

    def test_no_reason_is_lost_without_being_counted(self) -> None:
        document = self.document()
        assert sum(entry.cases for entry in document.not_judged) == document.counts.not_judged
        assert any("other reasons" in entry.reason for entry in document.not_judged)

    def test_the_badge_is_well_formed_bounded_and_no_markup_of_strangers(self) -> None:
        data = svg(self.document())
        assert len(data) < 2_000
        root = Xml.fromstring(data)
        assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "title", "clipPath", "rect", "g", "text"}
        assert len(endpoint_json(self.document())) < 300


@pytest.mark.parametrize("bad", [0, 1, 3, 5])
def test_the_badge_says_what_was_earned_in_words_and_in_shields_form(bad: int) -> None:
    document = proven(run({one_of(area): "fail" for area in AREAS[:bad]}))
    says = {0: "all 5 areas", 1: "4 of 5 areas", 3: "attachments, multiplayer", 5: "0 of 5 areas"}[bad]
    plain = json.loads(endpoint_json(document))
    assert plain == {"schemaVersion": 1, "label": "MTG rules", "message": says, "color": endpoint(document).color}
    root = Xml.fromstring(svg(document))
    texts = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["MTG rules", says]
    title = root.findtext("{http://www.w3.org/2000/svg}title")
    assert title == f"MTG rules: {says}. Fake 1.2 by the rules of 2026-09-25, mtg-conformance 0.1.0"


def test_what_is_written_reads_back_as_the_type_that_the_schema_is_made_of() -> None:
    for document in (proven(run()), proven(run({one_of(PHASING): "unsupported"})), TestHostile().document()):
        assert msgspec.json.decode(encoded(document), type=Certificate) == document
        assert msgspec.json.decode(endpoint_json(document), type=Endpoint) == endpoint(document)
    assert {"certificate.json", "badge.json"} <= set(schemas())
