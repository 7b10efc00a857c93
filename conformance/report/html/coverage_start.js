// What holds the page together: the address changes; edition, filters and the clause that is open follow.

const KEYS = ["edition", "q", "rule", "cover", "standing", "invariant", "clause"];
const FILTERS = ["q", "rule", "cover", "standing", "invariant"];
const OPENED = 60; // where so few clauses are left, their sections are opened

let last = null; // the state that is shown

/** What the address asks for; an edition that is not offered is the one that the page was made for. */
function address() {
  const state = given();
  if (!DATA.editions.includes(state.edition) || state.edition === DATA.edition) state.edition = "";
  return state;
}

/** All that is searched in a clause, put together when it is first asked for. */
function searched(line) {
  if (!line.searched) {
    const named = [...line.cases.map((number) => DATA.cases[number]), ...line.data.mutants.map((number) => DATA.mutants[number]), ...line.data.invariants.map((number) => DATA.invariants[number])];
    const texts = [line.id, `${line.rule.data.number}/${line.letter}`, line.rule.data.key, line.rule.element.firstElementChild.textContent, line.element.querySelector(".text").textContent];
    line.searched = [...texts, ...named.flatMap((one) => [one.id, one.title])].join("\n").toLowerCase();
  }
  return line.searched;
}

function wanted(state) {
  const among = (chosen) => (chosen ? new Set(chosen.split(",")) : null);
  const [covers, standings] = [among(state.cover), among(state.standing)];
  const parts = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const rule = state.rule.trim();
  return (line) =>
    line.there &&
    (!covers || covers.has(line.cover)) &&
    (!standings || standings.has(line.standing)) &&
    (!state.invariant || (state.invariant === "yes") === line.data.invariants.length > 0) &&
    (!rule || within(line.id, rule)) &&
    parts.every((part) => searched(line).includes(part));
}

/** Show the clauses that the state asks for. */
function filter(state) {
  const any = FILTERS.some((key) => state[key]);
  const fits = wanted(state);
  const found = new Set(CLAUSES.filter(fits));
  for (const line of CLAUSES) {
    const out = !found.has(line);
    if (line.element.hidden !== out) line.element.hidden = out;
    if (line.there) line.square.classList.toggle("off", out);
  }
  const shown = [];
  for (const { element, rules } of SECTIONS) {
    let here = false;
    for (const rule of rules) {
      const fit = rule.there && rule.clauses.some((line) => found.has(line));
      if (rule.element.hidden === fit) rule.element.hidden = !fit;
      here = here || fit;
    }
    element.hidden = !here;
    if (here) shown.push(element);
  }
  const open = any && (found.size <= OPENED || shown.length === 1);
  for (const element of shown) element.open = open;
  const all = CLAUSES.filter((line) => line.there).length;
  $("found").textContent = !any ? `${all} clauses` : found.size ? `${found.size} of ${all} clauses` : "No clause fits. Take a filter away.";
  $("reset").hidden = !any;
  $("reset").setAttribute("href", link({ edition: state.edition }));
  tellOpen();
}

const lineOf = (id) => CLAUSES.find((line) => line.there && line.id === id);

/** Open the clause that the address names, and go there. */
function openClause(state) {
  $("message").hidden = true;
  for (const old of document.querySelectorAll(".clause.here")) old.classList.remove("here");
  if (!state.clause) return;
  const line = lineOf(state.clause);
  if (!line) {
    $("message").replaceChildren("There is no clause ", make("bdi", {}, make("code", {}, state.clause)), ` in the rules of ${state.edition || DATA.edition}.`);
    $("message").hidden = false;
    return;
  }
  for (const element of [line.element, line.rule.element, line.rule.element.parentElement]) element.hidden = false;
  line.rule.element.parentElement.open = true;
  fillClause(line);
  line.element.open = true;
  line.element.classList.add("here");
  line.element.firstElementChild.scrollIntoView({ block: "center" });
  line.element.firstElementChild.focus({ preventScroll: true });
}

function fillForm(state) {
  const form = $("filters");
  for (const key of ["q", "rule", "invariant", "edition"]) {
    const field = form.elements[key];
    if (field && (field !== document.activeElement || field.value !== state[key])) field.value = state[key];
  }
  for (const key of ["cover", "standing"]) {
    const chosen = state[key].split(",");
    for (const button of form.querySelectorAll(`button[data-${key}]`)) button.setAttribute("aria-pressed", String(chosen.includes(button.dataset[key])));
  }
  // Links of the summary and of rules keep the edition.
  for (const place of document.querySelectorAll("a[data-choose]")) {
    const mark = new URLSearchParams(place.getAttribute("href").slice(1)).get(place.dataset.choose);
    place.setAttribute("href", link({ edition: state.edition, [place.dataset.choose]: mark }));
  }
}

function show() {
  const state = address();
  const other = (last ? last.edition : "") !== state.edition;
  if (other) {
    date(state.edition || DATA.edition);
    group();
    for (const rule of RULES) if (rule.there) rule.element.querySelector("h3 .ref").setAttribute("href", link({ edition: state.edition, rule: rule.number }));
    $("of-edition").textContent = state.edition || DATA.edition;
  }
  if (other || !last) {
    draw();
    sum();
  }
  fillForm(state);
  const same = !other && last && FILTERS.every((key) => last[key] === state[key]);
  if (!same) filter(state);
  if (!same || last.clause !== state.clause) openClause(state);
  // Whoever comes by a link to what a filter leaves wants to see that.
  if (!last && !state.clause && FILTERS.some((key) => state[key])) $("map").scrollIntoView();
  last = state;
}

function tellOpen() {
  const some = [...SECTIONS].some(({ element }) => !element.hidden && !element.open);
  $("open-all").textContent = some ? "Open all sections" : "Close all sections";
}

/** Arrow keys go through sections and clauses, Home and End to the ends. */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName !== "SUMMARY") return;
  if (!["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
  const stops = [...$("tree").querySelectorAll("summary")].filter((stop) => stop.checkVisibility());
  const at = stops.indexOf(event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  if (stops[next]) stops[next].focus();
  event.preventDefault();
}

/** A clause that somebody opens is in the address, so that it can be shared; one that is closed is in it no more. */
function opened(line) {
  if (line.element.open) fillClause(line);
  const state = { ...address(), clause: line.element.open ? line.id : "" };
  last = state;
  history.replaceState(null, "", link(state));
}

function start() {
  readClauses();
  readSections();
  const form = $("filters");
  const choose = (key, options) => (event) => go({ ...address(), [key]: event.target.value, clause: "" }, options);
  form.elements.q.addEventListener("input", choose("q", { keep: false }));
  form.elements.rule.addEventListener("input", choose("rule", { keep: false }));
  form.elements.invariant.addEventListener("change", choose("invariant"));
  if (form.elements.edition) form.elements.edition.addEventListener("change", choose("edition"));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-cover], button[data-standing]");
    if (!button) return;
    const key = button.dataset.cover ? "cover" : "standing";
    const state = address();
    const chosen = new Set(state[key].split(",").filter(Boolean));
    if (!chosen.delete(button.dataset[key])) chosen.add(button.dataset[key]);
    go({ ...state, [key]: [...chosen].join(","), clause: "" });
  });
  $("open-all").addEventListener("click", () => {
    const shown = [...SECTIONS].filter(({ element }) => !element.hidden);
    const open = shown.some(({ element }) => !element.open);
    for (const { element } of shown) element.open = open;
    tellOpen();
  });
  const lines = new Map(CLAUSES.map((line) => [line.element, line]));
  $("tree").addEventListener("click", (event) => {
    const place = event.target.closest(".square");
    if (place) {
      event.preventDefault();
      go({ ...address(), clause: CLAUSES[Number(place.dataset.place)].id });
      return;
    }
    const summary = event.target.closest(".clause > summary");
    if (summary) setTimeout(() => opened(lines.get(summary.parentElement))); // by then it is open, or closed
  });
  $("tree").addEventListener("toggle", tellOpen, true);
  $("tree").addEventListener("keydown", keys);
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address stays what it is
    $("tree").focus();
    $("tree").scrollIntoView();
  });
  addEventListener("hashchange", show);
  show();
}

start();
