// What the page of a run shows: the keys of its address, and its views.

const KEYS = ["view", "outcome", "area", "rule", "reason", "q", "clauses", "case"];
const FILTERS = ["outcome", "area", "rule", "reason", "q"];
const VIEWS = ["summary", "rules", "cases"];

/** What the address asks for; every key is there, as text. */
function address() {
  const state = given();
  if (!VIEWS.includes(state.view)) {
    const list = state.case || FILTERS.some((key) => state[key]);
    state.view = list ? "cases" : state.clauses ? "rules" : "summary";
  }
  return state;
}
