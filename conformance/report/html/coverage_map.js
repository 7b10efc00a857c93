// The map: sections with a square for each clause, made anew for an edition.

const SECTIONS = new Map(); // number -> { element, strip }

const sectionOf = (number) => {
  const [chapter, rest] = number.split(".");
  return rest && (chapter === "701" || chapter === "702") ? `${chapter}.${rest.replace(/[a-z]+$/, "")}` : chapter;
};

/** Rules in their order: 502.3 before 502.10, 704.5z before 704.5aa. */
function compare(one, other) {
  const [a, b] = [one, other].map((number) => {
    const [, chapter, count, letters] = /^(\d+)(?:\.(\d*)(\w*))?$/.exec(number);
    return [Number(chapter), Number(count || 0), (letters || "").length, letters || ""];
  });
  for (let place = 0; place < 4; place++) if (a[place] !== b[place]) return a[place] < b[place] ? -1 : 1;
  return 0;
}

function readSections() {
  for (const element of document.querySelectorAll("#tree > .section")) SECTIONS.set(element.dataset.section, { element, rules: [] });
  for (const rule of RULES) SECTIONS.get(rule.element.parentElement.dataset.section).rules.push(rule);
}

function newSection(number, subject) {
  const element = make(
    "details",
    { class: "section", "data-section": number },
    make("summary", {}, make("span", { class: "ref" }, number), " ", make("span", { class: "name" }, subject), " ", make("span", { class: "strip", "aria-hidden": "true" }), " ", make("span", { class: "counts" })),
  );
  const section = { element, rules: [] };
  SECTIONS.set(number, section);
  return section;
}

/** Put the rules into the sections that they have by the numbers of the edition, in the order of these numbers. */
function group() {
  for (const section of SECTIONS.values()) section.rules = [];
  for (const rule of RULES) {
    if (!rule.there) continue;
    const number = sectionOf(rule.number);
    (SECTIONS.get(number) || newSection(number, DATA.subjects[sectionOf(rule.data.number)] || "")).rules.push(rule);
  }
  const sorted = [...SECTIONS].sort(([one], [other]) => compare(one, other));
  for (const [, section] of sorted) {
    section.rules.sort((one, other) => compare(one.number, other.number));
    section.element.append(...section.rules.map((rule) => rule.element));
    section.element.hidden = !section.rules.length;
    if (!section.rules.length) continue;
    section.element.querySelector(".name").textContent = DATA.subjects[sectionOf(section.rules[0].data.number)] || "";
  }
  $("tree").append(...sorted.map(([, section]) => section.element));
}

const LEVELS = [0, 1, 3, 6]; // from so many cases on a square is one degree darker

function square(line) {
  const level = LEVELS.filter((least) => line.cases.length > least).length;
  const kinds = [line.standing || line.cover, `l${level}`];
  if (line.data.invariants.length) kinds.push("invariant");
  const title = `${line.id}: ${words(line.cases.length, "case")}, ${words(line.data.mutants.length, "mutant")}, ${words(line.data.invariants.length, "invariant")}`;
  return make("span", { class: `square ${kinds.join(" ")}`, title, "data-place": String(line.place) });
}

/** The squares and the counts of each section. */
function draw() {
  for (const { element, rules } of SECTIONS.values()) {
    const lines = rules.filter((rule) => rule.there).map((rule) => rule.clauses.filter((line) => line.there));
    const strip = element.querySelector(".strip");
    strip.replaceChildren(...lines.filter((its) => its.length).map((its) => make("span", { class: "rule-squares" }, its.map((line) => (line.square = square(line))))));
    const all = lines.flat();
    tell(element.querySelector(".counts"), all);
  }
}

function tell(place, lines) {
  const kinds = DATA.engine ? STANDINGS : COVERS;
  const tallies = kinds.map((kind) => [kind, lines.filter((line) => (line.standing || line.cover) === kind).length]).filter(([, count]) => count);
  place.replaceChildren(
    ...tallies.map(([kind, count]) => make("span", { class: "tally" }, make("span", { class: `mark ${kind}`, title: kind }, make("span", { class: "hidden" }, kind)), String(count), " ")),
  );
}

/** The numbers above the map; those of an engine are of one edition. */
function sum() {
  const there = CLAUSES.filter((line) => line.there);
  if (!DATA.engine) {
    const numbers = Object.fromEntries(COVERS.map((cover) => [cover, there.filter((line) => line.cover === cover).length]));
    $("n-covered").textContent = String(numbers.both + numbers.case);
    $("n-testable").textContent = String(there.length - numbers.unseen);
    $("n-both").textContent = String(numbers.both);
    $("n-invariants").textContent = String(there.filter((line) => line.testable && line.data.invariants.length).length);
    $("n-unseen").textContent = String(numbers.unseen);
    for (const place of document.querySelectorAll("[data-count]")) place.textContent = String(numbers[place.dataset.count]);
    for (const part of $("bar").children) part.dataset.size = String(numbers[part.dataset.part]);
  }
  for (const part of $("bar").children) part.style.flexGrow = part.dataset.size;
}
