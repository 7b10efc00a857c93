// What holds the page together: the address changes, and the views follow.

const DATA = JSON.parse($("data").textContent);
const TITLE = document.title;

let last = null; // the state that is shown

function show() {
  const state = address();
  for (const view of document.querySelectorAll("main.view")) view.hidden = view.dataset.view !== state.view;
  for (const tab of document.querySelectorAll("header nav a")) {
    if (tab.dataset.view === state.view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  document.body.dataset.view = state.view;
  document.body.classList.toggle("one", state.view === "cases" && state.case !== "");
  if (state.view === "rules") showClauses(state);
  if (state.view === "cases") {
    fillForm(state);
    fill(state);
    if (!last || last.view !== "cases" || last.case !== state.case || FILTERS.some((key) => last[key] !== state[key])) showCase(state);
  }
  if (last && last.view !== state.view) scrollTo(0, 0);
  const row = state.view === "cases" && DATA.rows.find((entry) => entry.id === state.case);
  document.title = row ? `${row.title} - ${TITLE}` : TITLE;
  if (state.view === "cases" && state.case && (!last || last.case !== state.case) && last) focusCase();
  if (last && last.case && !state.case && state.view === "cases") focusRow(last.case);
  last = state;
}

/** Whoever opens a case goes on reading there. */
function focusCase() {
  const title = $("case-title");
  if (!title) return;
  $("detail").scrollTop = 0;
  if (getComputedStyle($("list")).display === "none") scrollTo(0, 0);
  title.focus({ preventScroll: true });
}

/** Whoever comes back from a case is where the case stands in the list. */
function focusRow(id) {
  const place = list.shown.findIndex((row) => row.id === id);
  if (place < 0) return;
  if (place >= list.made) extend(place);
  $("rows").children[place].firstElementChild.focus();
}

/** The rules of which clauses are to be seen: all, or those that stand as was asked. */
function showClauses(state) {
  const wanted = state.clauses ? new Set(state.clauses.split(",")) : null;
  let number = 0;
  for (const part of document.querySelectorAll("#rules details.section")) {
    let any = false;
    for (const rule of part.querySelectorAll(".rule")) {
      let here = false;
      for (const clause of rule.querySelectorAll("li")) {
        clause.hidden = wanted !== null && !wanted.has(clause.dataset.standing);
        if (!clause.hidden) {
          here = true;
          number++;
        }
      }
      rule.hidden = wanted !== null && !here;
      any = any || here;
    }
    part.hidden = wanted !== null && !any;
    if (wanted !== null && (!last || last.clauses !== state.clauses)) part.open = any;
  }
  for (const button of $("standings").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(wanted !== null && wanted.has(button.dataset.standing)));
  }
  $("clauses-shown").textContent = wanted === null ? `All ${number} clauses` : `${number} clauses`;
}

function start() {
  startList();
  $("standings").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const state = address();
    const wanted = new Set(state.clauses.split(",").filter(Boolean));
    if (!wanted.delete(button.dataset.standing)) wanted.add(button.dataset.standing);
    go({ view: "rules", clauses: [...wanted].join(",") });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const state = address();
    if (state.view === "cases" && state.case) go({ ...state, case: "" });
  });
  addEventListener("hashchange", show);
  show();
  // The details of the cases come at the end of the file: a case that was asked for by a link is shown as soon as they are there.
  addEventListener("DOMContentLoaded", () => {
    const state = address();
    if (state.view === "cases" && state.case) showCase(state);
  });
}

start();
