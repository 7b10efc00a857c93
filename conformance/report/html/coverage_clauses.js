// The clauses: what covers each by the edition that is shown, and what stands in one that is opened.

const DATA = JSON.parse($("data").textContent);
const COVERS = ["both", "case", "none", "unseen"];
const STANDINGS = ["holds", "broken", "unjudged", "untested", "unseen"];

/** Whether something that counts from `since` to `until` counts on a day. */
const counts = (thing, date) => !((thing.since && date < thing.since) || (thing.until && date > thing.until));

/** The number of a rule in an edition, or null where the edition does not have it. */
function numberIn(rule, date) {
  if (!counts(rule, date)) return null;
  if (!(rule.numbers || []).length) return DATA.engine ? rule.shown : rule.number;
  let number = null;
  for (const [first, its] of rule.numbers) if (first <= date) number = its;
  return number;
}

const RULES = []; // { data, element, number, clauses, there }
const CLAUSES = []; // { data, rule, element, id, letter, there, cover, standing, cases, square }

/** What the page says of itself, so that nothing has to be made for the edition that it was made for. */
function readClauses() {
  const elements = document.querySelectorAll("#tree .rule");
  DATA.rules.forEach((data, place) => {
    const element = elements[place];
    const rule = { data, element, number: element.querySelector("h3 .ref").textContent, there: !element.hidden, clauses: [] };
    data.shown = rule.number;
    const parts = element.querySelectorAll(".clause");
    data.clauses.forEach((clause, at) => {
      const part = parts[at];
      const id = part.querySelector(".ref").textContent;
      const mark = part.querySelector(".mark").classList[1];
      const line = { place: CLAUSES.length, data: clause, rule, element: part, id, letter: id.split("/")[1], there: rule.there && !part.hidden, cases: clause.cases };
      line.testable = !part.querySelector(".reason");
      line.standing = DATA.engine ? mark : "";
      if (!DATA.engine) line.cases = clause.cases.filter((number) => counts(DATA.cases[number], DATA.edition));
      line.cover = coverOf(line);
      rule.clauses.push(line);
      CLAUSES.push(line);
    });
    RULES.push(rule);
  });
}

function coverOf(line) {
  if (!line.testable) return "unseen";
  if (!line.cases.length) return "none";
  return line.data.mutants.length ? "both" : "case";
}

const words = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** What each clause is by an edition: whether it is there, its number, its cases. Only what differs is written. */
function date(edition) {
  for (const rule of RULES) {
    const number = numberIn(rule.data, edition);
    rule.there = number !== null;
    rule.element.hidden = !rule.there;
    if (rule.there) dateRule(rule, number, edition);
    for (const line of rule.clauses) dateClause(line, edition);
  }
}

function dateRule(rule, number, edition) {
  if (number !== rule.number) {
    rule.number = number;
    rule.element.querySelector("h3 .ref").textContent = number;
    rule.element.querySelector(".today").textContent = number === rule.data.number ? "" : `(${rule.data.number} today)`;
  }
  const bare = rule.data.cases.filter((place) => counts(DATA.cases[place], edition)).length;
  const mutants = rule.data.mutants.length;
  const whole = rule.element.querySelector(".whole");
  const told = bare || mutants ? `Of the rule as a whole: ${words(bare, "case")}, ${words(mutants, "mutant")}` : "";
  if (whole.textContent !== told) whole.textContent = told;
}

function dateClause(line, edition) {
  line.there = line.rule.there && counts(line.data, edition);
  line.element.hidden = !line.there;
  line.element.open = false;
  line.searched = null;
  if (!line.there) return;
  const id = `${line.rule.number}/${line.letter}`;
  if (id !== line.id) line.element.querySelector(".ref").textContent = line.id = id;
  const cases = line.data.cases.filter((number) => counts(DATA.cases[number], edition));
  const cell = cases.length !== line.cases.length && line.element.querySelector(".cell.cases");
  line.cases = cases;
  if (cell) {
    cell.replaceChildren(make("b", {}, String(cases.length)), cases.length === 1 ? " case" : " cases");
    cell.classList.toggle("zero", !cases.length);
  }
  const cover = coverOf(line);
  if (cover === line.cover) return;
  line.cover = cover;
  const mark = line.element.querySelector(".mark");
  mark.className = `mark ${cover}`;
  mark.title = mark.firstElementChild.textContent = DATA.short[cover];
}

function badge(outcome) {
  const [symbol, kind] = DATA.outcomes[outcome];
  return make("span", { class: `badge ${kind}` }, make("span", { "aria-hidden": "true" }, symbol), ` ${outcome.replace("_", " ")}`);
}

function listOf(title, named) {
  if (!named.length) return null;
  const entries = named.map((one) =>
    make("li", {}, one.outcome ? [badge(one.outcome), " "] : null, make("bdi", {}, one.title), " ", make("code", { class: "id" }, make("bdi", {}, one.id)), one.why && make("bdi", { class: "because" }, one.why)),
  );
  return make("div", {}, make("h4", {}, title), make("ul", {}, entries));
}

/** Worst first: what fails, then what was not judged, then what passes. */
function byOutcome(cases) {
  const rank = { bad: 0, known: 1, wrong: 2, open: 3, good: 4 };
  return DATA.engine ? [...cases].sort((a, b) => rank[DATA.outcomes[a.outcome][1]] - rank[DATA.outcomes[b.outcome][1]]) : cases;
}

/** Put into a clause what covers it. */
function fillClause(line) {
  const inside = line.element.querySelector(".inside");
  const cases = byOutcome(line.cases.map((number) => DATA.cases[number]));
  const today = `${line.rule.data.number}/${line.letter}`;
  inside.replaceChildren(
    ...[
      make(
        "div",
        { class: "lists" },
        listOf(words(cases.length, "case"), cases),
        make(
          "div",
          {},
          listOf(words(line.data.mutants.length, "mutant"), line.data.mutants.map((number) => DATA.mutants[number])),
          listOf(words(line.data.invariants.length, "invariant"), line.data.invariants.map((number) => DATA.invariants[number])),
        ),
      ),
      cases.length ? null : make("p", { class: "dim" }, DATA.engine ? "No case of this run names it." : "No case names it."),
      make(
        "p",
        { class: "dim" },
        make("a", { href: link({ ...address(), clause: line.id }), class: "share" }, "link to this clause"),
        cases.length ? [" ", make("code", { class: "command" }, `mtg-conformance certify --rule ${today}`)] : null,
      ),
    ].filter((part) => part !== null),
  );
}
