// The list of cases: the filters, and as many rows as are looked at.

const CHUNK = 80; // so many rows are made at a time

const list = { shown: [], made: 0, state: null };

/** The rows that a state asks for. */
function chosen(state) {
  const outcomes = state.outcome ? new Set(state.outcome.split(",")) : null;
  const parts = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const rule = state.rule.trim();
  return DATA.rows.filter(
    (row) =>
      (!outcomes || outcomes.has(row.outcome)) &&
      (!state.area || row.area === state.area) &&
      (!rule || row.rules.some((reference) => within(reference, rule))) &&
      (!state.reason || row.lacks === state.reason) &&
      parts.every((part) => row.searched.includes(part)),
  );
}

/** Fill the list as the state says; nothing is done where only the case has changed. */
function fill(state) {
  const same = list.state && FILTERS.every((key) => list.state[key] === state[key]);
  list.state = state;
  if (!same) {
    list.shown = chosen(state);
    list.made = 0;
    $("rows").replaceChildren();
    $("list").scrollTop = 0;
    extend();
    const all = DATA.rows.length;
    const number = list.shown.length;
    $("found").textContent = number === all ? `${all} cases` : number ? `${number} of ${all} cases` : "No case fits. Take a filter away.";
    $("reset").hidden = !FILTERS.some((key) => state[key]);
    $("reason").replaceChildren(...(state.reason ? ["not judged because: ", make("bdi", {}, state.reason)] : []));
  }
  mark(state.case);
}

/** Make the next rows, at least up to the row `upto`. */
function extend(upto = 0) {
  const end = Math.min(list.shown.length, Math.max(list.made + CHUNK, upto + 1));
  const rows = document.createDocumentFragment();
  for (; list.made < end; list.made++) rows.append(entry(list.shown[list.made], list.made));
  $("rows").append(rows);
}

function badge(outcome) {
  const [symbol, kind] = DATA.outcomes[outcome];
  return make("span", { class: `badge ${kind}` }, make("span", { "aria-hidden": "true" }, symbol), ` ${outcome.replace("_", " ")}`);
}

function entry(row, number) {
  const target = link({ ...list.state, case: row.id });
  return make(
    "li",
    { "aria-setsize": String(list.shown.length), "aria-posinset": String(number + 1) },
    make(
      "a",
      { href: target, "data-case": row.id },
      make("span", { class: "title" }, make("bdi", {}, row.title)),
      make("span", { class: "facts" }, badge(row.outcome), make("span", { class: "rules" }, row.rules.join(", ")), row.short && make("bdi", { class: "short" }, row.short)),
    ),
  );
}

/** Mark the row of the case that is open, and bring it into view. */
function mark(id) {
  for (const old of $("rows").querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  if (!id) return;
  const place = list.shown.findIndex((row) => row.id === id);
  if (place < 0) return;
  if (place >= list.made) extend(place);
  const row = $("rows").children[place].firstElementChild;
  row.setAttribute("aria-current", "true");
  row.scrollIntoView({ block: "nearest" });
}

/** The ids before and after a case in the list as it is filtered. */
function neighbours(id) {
  const place = list.shown.findIndex((row) => row.id === id);
  if (place < 0) return { place, before: "", after: list.shown.length ? list.shown[0].id : "" };
  return { place, before: place ? list.shown[place - 1].id : "", after: place + 1 < list.shown.length ? list.shown[place + 1].id : "" };
}

/** Arrow keys go through the list, Home and End to its ends. */
function listKeys(event) {
  const links = [...$("rows").querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  let next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.shown.length - 1, PageDown: at + 8, PageUp: at - 8 }[event.key];
  if (next === undefined) return;
  next = Math.max(0, Math.min(next, list.shown.length - 1));
  if (next >= list.made) extend(next);
  $("rows").children[next].firstElementChild.focus();
  event.preventDefault();
}

function startList() {
  for (const row of DATA.rows) {
    row.searched = [row.id, row.title, row.area, row.rules.join(" "), row.short, row.words].join("\n").toLowerCase();
  }
  const form = $("filters");
  const typed = (key) => (event) => go({ ...address(), view: "cases", [key]: event.target.value, case: "" }, { keep: false });
  form.elements.q.addEventListener("input", typed("q"));
  form.elements.rule.addEventListener("input", typed("rule"));
  form.elements.area.addEventListener("change", (event) => go({ ...address(), area: event.target.value, case: "" }));
  form.addEventListener("submit", (event) => event.preventDefault());
  $("outcome-chips").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const state = address();
    const outcomes = new Set(state.outcome.split(",").filter(Boolean));
    if (!outcomes.delete(button.dataset.outcome)) outcomes.add(button.dataset.outcome);
    go({ ...state, outcome: [...outcomes].join(","), case: "" });
  });
  $("rows").addEventListener("keydown", listKeys);
  new IntersectionObserver((entries) => {
    if (entries.some((seen) => seen.isIntersecting) && list.made < list.shown.length) extend();
  }).observe($("more"));
}

/** The filters say what the address says. */
function fillForm(state) {
  const form = $("filters");
  for (const key of ["q", "rule", "area"]) {
    const field = form.elements[key];
    if (field !== document.activeElement || field.value !== state[key]) field.value = state[key];
  }
  const outcomes = state.outcome.split(",");
  for (const button of $("outcome-chips").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(outcomes.includes(button.dataset.outcome)));
  }
}
