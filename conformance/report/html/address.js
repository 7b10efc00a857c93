"use strict";
// The address says what is shown: everything behind the "#", so that a link can be shared and the way back works.
// A page names its KEYS, and has `address()` and `show()`.

/** What the address says; every key is there, as text. */
function given() {
  const said = new URLSearchParams(location.hash.slice(1));
  const state = {};
  for (const key of KEYS) state[key] = said.get(key) || "";
  return state;
}

/** The address of a state; what is empty is left out. One that says nothing would lead to the top of the page, so it says "all". */
function link(state) {
  const parts = KEYS.filter((key) => state[key]).map((key) => `${key}=${encodeURIComponent(state[key]).replace(/%2F/g, "/").replace(/%2C/g, ",")}`);
  return "#" + (parts.join("&") || "all");
}

/** Go to a state. While somebody types, the steps are not kept for the way back. */
function go(state, { keep = true } = {}) {
  const target = link(state);
  if (target === location.hash) return;
  if (keep) location.hash = target;
  else {
    history.replaceState(null, "", target);
    show();
  }
}

/** An element with attributes and children; whatever is text is a text node, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === undefined || value === "") continue;
    element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined && child !== "") element.append(child);
  return element;
}

const $ = (id) => document.getElementById(id);

/** Whether a case that cites `reference` is asked for by `wanted`: 702.26 asks for 702.26g/c, and not for 702.260. */
function within(reference, wanted) {
  if (!reference.startsWith(wanted)) return false;
  const next = reference.charAt(wanted.length);
  if (!next || next === "/" || next === ".") return true;
  return /[a-z]/.test(next) && /\d$/.test(wanted) && wanted.includes(".");
}
