// One case: why, the difference, the position, the script as a story.

let lines = null; // the details as text, one case a line; each is read when it is looked at

function details(place) {
  if (lines === null) {
    const block = $("details");
    if (!block) return null;
    lines = block.textContent.split("\n");
  }
  return JSON.parse(lines[place]);
}

function section(title, ...content) {
  return make("section", {}, make("h3", {}, title), content);
}

/** A rule as a link to its cases, with what it says. */
function ruleLink(reference) {
  return make("a", { href: link({ view: "cases", rule: reference }), class: "ref", title: DATA.rules[reference] || false }, reference);
}

function rulesOf(row, told) {
  const today = (told.rules_now || []).length ? make("p", { class: "dim" }, `Today: ${told.rules_now.join(", ")}`) : null;
  const entries = row.rules.map((reference) => {
    const text = DATA.rules[reference];
    return make("li", {}, ruleLink(reference), text ? ` ${text}` : "");
  });
  return section("Rules", make("ul", { class: "plain" }, entries), today);
}

const SAFE = /^https?:\/\/[^\s]+$/i;

function source(text) {
  const content = SAFE.test(text) ? make("a", { href: text, rel: "noopener noreferrer nofollow", target: "_blank" }, text) : text;
  return make("li", {}, make("bdi", {}, content));
}

function differenceOf(told) {
  const found = told.difference;
  if (!found) return told.reason ? section("What came of it", make("p", { class: "said", dir: "auto" }, told.reason)) : null;
  const where = found.step ? `At step ${found.step}${found.path ? ", " : ""}` : found.path ? "At " : "Before the first step";
  const content = [make("p", {}, where, found.path && make("code", {}, found.path), found.line ? make("span", { class: "dim" }, ` (line ${found.line})`) : "")];
  const pairs = [["expected", found.expected, "good"], ["observed", found.observed, "bad"]];
  if (!found.message || found.expected !== "null" || found.observed !== "null") {
    content.push(make("dl", { class: "difference" }, pairs.map(([name, text, kind]) => [make("dt", { class: kind }, name), make("dd", { dir: "auto" }, text)])));
  }
  if (found.rule) content.push(make("p", {}, "The engine cites ", ruleLink(found.rule), DATA.rules[found.rule] ? `: ${DATA.rules[found.rule]}` : ""));
  if (found.message) content.push(make("p", { class: "said", dir: "auto" }, found.message));
  if (told.reason && told.reason !== found.message) content.push(make("p", { class: "said", dir: "auto" }, told.reason));
  return section("Expected and observed", content);
}

/** What was deflated and put in base64, as text. */
async function inflated(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
}

/** A picture as an image: nothing in it can run, and its style touches nothing else. */
function picture(drawn) {
  const image = make("img", { alt: `${drawn.title}. The same is told in words below.` });
  inflated(drawn.svg).then((svg) => {
    const styled = svg.replace(">", `><style>${DATA.pictures}</style>`);
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(styled)}`;
  });
  return make("figure", {}, make("figcaption", {}, drawn.title), image);
}

function pictures(told) {
  const drawn = told.pictures || [];
  if (!drawn.length || typeof DecompressionStream === "undefined") return null;
  return make("div", { class: drawn.length > 1 ? "boards two" : "boards" }, drawn.map(picture));
}

function positionOf(told) {
  if (!(told.position || []).length) return null;
  const drawn = pictures(told);
  const text = make("pre", { class: "position", dir: "auto" }, told.position.join("\n"));
  return section("The position", drawn, drawn ? make("details", {}, make("summary", {}, "The position in words"), text) : text);
}

const SEEN = { held: ["✓", "good", "as expected"], differs: ["✗", "bad", "differs"], unseen: ["–", "open", "not reported"] };

function ask(asked) {
  const [symbol, kind, word] = SEEN[asked.seen] || ["", "", ""];
  return make(
    "li",
    { class: `ask ${kind}` },
    symbol ? make("span", { class: "sign", title: word }, make("span", { "aria-hidden": "true" }, symbol), make("span", { class: "hidden" }, word)) : null,
    make("code", {}, asked.path),
    make("span", {}, " ", make("bdi", {}, asked.expected), asked.seen === "differs" ? [make("strong", { class: "bad" }, " observed "), make("bdi", {}, asked.observed)] : null),
  );
}

function stepOf(step) {
  const events = (step.events || []).map((line) =>
    make("li", { class: line.deep ? "deep" : "" }, make("bdi", {}, line.text), line.rule ? [" ", ruleLink(line.rule)] : null),
  );
  if (step.cut) events.push(make("li", { class: "dim" }, `and ${step.cut} more events`));
  return make(
    "li",
    { value: String(step.number), class: step.unplayed ? "unplayed" : "" },
    make("span", { dir: "auto" }, step.text),
    step.where && !events.length && !(step.asks || []).length ? make("span", { class: "dim" }, ` (${step.where})`) : null,
    (step.asks || []).length ? make("ul", { class: "asks" }, step.asks.map(ask)) : null,
    events.length ? make("ul", { class: "events" }, events) : null,
  );
}

function storyOf(row, told) {
  const content = [];
  if ((told.prologue || []).length) {
    content.push(make("details", { open: told.way === "natural" }, make("summary", {}, "The natural way to the position"), make("pre", { class: "position" }, (told.prologue_position || []).join("\n")), make("ol", { class: "story" }, told.prologue.map(stepOf))));
  }
  if (told.refused) content.push(make("p", {}, `The position has to be refused: ${told.refused}.`));
  if ((told.script || []).length) content.push(make("ol", { class: "story" }, told.script.map(stepOf)));
  if (told.script && told.script.some((step) => step.unplayed)) content.push(make("p", { class: "dim" }, "Steps in grey were not played."));
  return content.length ? section("What happens", content) : null;
}

function copyButton(what, text) {
  const button = make("button", { type: "button", class: "copy" }, what);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = "Copied";
    } catch {
      button.textContent = "Copying is not allowed here";
    }
    setTimeout(() => (button.textContent = what), 2000);
  });
  return button;
}

function bar(state) {
  const { place, before, after } = neighbours(state.case);
  const step = (id, text) => (id ? make("a", { href: link({ ...state, case: id }), "data-step": text }, text) : make("span", { class: "dim" }, text));
  return make(
    "div",
    { class: "steps" },
    make("a", { href: link({ ...state, view: "cases", case: "" }), class: "back" }, "Back to the list"),
    make("span", { class: "dim" }, place < 0 ? "not in the list as it is filtered" : `${place + 1} of ${list.shown.length}`),
    step(before, "Previous"),
    step(after, "Next"),
  );
}

/** Show the case that the address names. */
function showCase(state) {
  const pane = $("detail");
  const place = DATA.rows.findIndex((row) => row.id === state.case);
  if (place < 0) {
    const text = state.case ? ["There is no case ", make("bdi", {}, make("code", {}, state.case)), " in this run."] : "Choose a case to see why it is asked, what happens in it, and what the engine made of it.";
    pane.replaceChildren(make("p", { class: "empty" }, text));
    return;
  }
  const row = DATA.rows[place];
  const told = details(place);
  if (told === null) return; // the rest of the page is still on its way; it is shown when it is there
  const shown = row.outcome === "known" || row.outcome === "disputed" || row.outcome === "fixed" ? told.underlying : "";
  const here = link({ case: row.id });
  const facts = [
    told.confidence && told.confidence !== "text" ? (told.confidence === "ruling" ? "follows from a ruling" : "derived from several rules") : "",
    told.editions ? `about the rules ${told.editions}` : "",
    told.way === "natural" ? "the position was reached by playing" : "",
  ].filter(Boolean);
  pane.replaceChildren(
    bar(state),
    make("h2", { id: "case-title", tabindex: "-1" }, make("bdi", {}, row.title)),
    make("p", { class: "facts" }, badge(row.outcome), shown ? ` the engine: ${shown.replace("_", " ")}; ` : " ", make("code", { class: "id" }, row.id), " ", make("a", { href: here, id: "share" }, "link to this case")),
    told.disputed ? make("p", { class: "note", dir: "auto" }, `Disputed: ${told.disputed}`) : "",
    row.outcome === "pass" ? "" : differenceOf(told) || "",
    told.why ? section("Why", make("p", { class: "why", dir: "auto" }, told.why), facts.length ? make("p", { class: "dim" }, `This ${facts.join("; ")}.`) : null) : "",
    rulesOf(row, told),
    positionOf(told) || "",
    storyOf(row, told) || "",
    told.script ? "" : make("p", { class: "note" }, "The case's file was not at hand when this page was made: only what the report says is shown."),
    (told.sources || []).length ? section("Sources", make("ul", {}, told.sources.map(source))) : "",
    told.stderr ? section("What the engine wrote as it broke", make("pre", { class: "stderr", dir: "auto" }, told.stderr)) : "",
    section(
      "Look closer",
      make("p", {}, make("code", { class: "command" }, `${DATA.command} ${row.id}`), " ", copyButton("Copy the command", () => `${DATA.command} ${row.id}`)),
      make("p", { class: "dim" }, `${told.file}:${told.line}, ${(1000 * told.seconds).toFixed(0)} ms`),
    ),
  );
}
