// The map: sections with a square for each clause, made anew for an edition.

const SECTIONS = []; // { element, rules }: those that are shown

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
  const byElement = new Map();
  for (const element of document.querySelectorAll("#tree > .section")) {
    const section = { element, rules: [] };
    SECTIONS.push(section);
    byElement.set(element, section);
  }
  for (const rule of RULES) {
    rule.section = byElement.get(rule.element.parentElement);
    if (rule.there) rule.section.rules.push(rule);
  }
}

function newSection() {
  const part = (name, more = {}) => [make("span", { class: name, ...more }), " "];
  const element = make("details", { class: "section" }, make("summary", {}, part("ref"), part("name"), part("strip", { "aria-hidden": "true" }), part("counts")));
  const section = { element, rules: [] };
  SECTIONS.push(section);
  return section;
}

const alike = (one, other) => one.length === other.length && one.every((entry, place) => entry === other[place]);

/** Put the rules into the sections that they have by the numbers of the edition, in the order of these numbers. Moving is slow, so whatever
    can stay stays: a section that has another number keeps its rules. */
function group() {
  const groups = new Map();
  for (const rule of RULES) {
    if (!rule.there) continue;
    const number = sectionOf(rule.number);
    groups.set(number, [...(groups.get(number) || []), rule]);
  }
  const before = new Map(SECTIONS.map((section) => [section, section.rules]));
  for (const section of SECTIONS) section.rules = [];
  const free = new Set(SECTIONS);
  const order = [];
  for (const [number, rules] of [...groups].sort(([one], [other]) => compare(one, other))) {
    rules.sort((one, other) => compare(one.number, other.number));
    const section = rules.map((rule) => rule.section).find((its) => free.has(its)) || newSection();
    free.delete(section);
    settle(section, number, rules, before.get(section) || []);
    order.push(section.element);
  }
  for (const section of SECTIONS) section.element.hidden = free.has(section);
  let at = $("tree").firstElementChild;
  for (const element of order) {
    if (element === at) at = at.nextElementSibling;
    else $("tree").insertBefore(element, at);
  }
}

/** Give a section its number, its subject and its rules. */
function settle(section, number, rules, before) {
  section.rules = rules;
  section.element.dataset.section = number;
  section.element.querySelector(".ref").textContent = number;
  section.element.querySelector(".name").textContent = DATA.subjects[sectionOf(rules[0].data.number)] || "";
  if (alike(rules, before)) return;
  section.element.append(...rules.map((rule) => rule.element));
  for (const rule of rules) rule.section = section;
}

const LEVELS = [0, 1, 3, 6]; // from so many cases on a square is one degree darker

/** The square of a clause, as it is now. */
function square(line) {
  if (!line.square) line.square = make("span", { "data-place": String(line.place) });
  const level = LEVELS.filter((least) => line.cases.length > least).length;
  const kinds = ["square", line.standing || line.cover, `l${level}`];
  if (line.data.invariants.length) kinds.push("invariant");
  const title = `${line.id}: ${words(line.cases.length, "case")}, ${words(line.data.mutants.length, "mutant")}, ${words(line.data.invariants.length, "invariant")}`;
  if (line.square.title !== title) line.square.title = title;
  line.square.className = kinds.join(" ");
  return line.square;
}

/** The squares of a rule, in a box that keeps them together. */
function box(rule) {
  if (!rule.box) rule.box = make("span", { class: "rule-squares" });
  const squares = rule.clauses.filter((line) => line.there).map(square);
  if (!alike(squares, [...rule.box.children])) rule.box.replaceChildren(...squares);
  return rule.box;
}

/** The squares and the counts of each section. */
function draw() {
  for (const { element, rules } of SECTIONS) {
    const strip = element.querySelector(".strip");
    const boxes = rules.map(box).filter((its) => its.children.length);
    if (!alike(boxes, [...strip.children])) strip.replaceChildren(...boxes);
    tell(element.querySelector(".counts"), rules.flatMap((rule) => rule.clauses.filter((line) => line.there)));
  }
}

function tell(place, lines) {
  const kinds = DATA.engine ? STANDINGS : COVERS;
  const tallies = kinds.map((kind) => [kind, lines.filter((line) => (line.standing || line.cover) === kind).length]).filter(([, count]) => count);
  place.replaceChildren(
    ...tallies.map(([kind, count]) => make("span", { class: "tally" }, make("span", { class: `mark ${kind}`, title: DATA.short[kind] }, make("span", { class: "hidden" }, DATA.short[kind])), ` ${count} `)),
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
