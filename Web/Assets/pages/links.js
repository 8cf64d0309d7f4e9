// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, outcomeMark } from "../lib/dom.js";
import { api, cached } from "../lib/api.js";
import { despiteErrors, grayed } from "../lib/answers.js";
import { breakable, prose, visible } from "../lib/text.js";
import { decisionMarkdown, decisionView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function links({ main, query }) {
  const url = h("input", { type: "text", spellcheck: "false", autocomplete: "off", value: query.get("url") ?? "", placeholder: "https://app.example/path", oninput: () => soon() });
  const environment = h("select", { onchange: () => ask() }, h("option", null, "prod"), h("option", null, "sandbox"));
  const version = h("input", { type: "text", inputmode: "numeric", value: "15", oninput: () => soon() });
  const answers = h("div");
  let timer = 0, number = 0, markdown = "";
  const soon = () => { clearTimeout(timer); timer = setTimeout(ask, 150); };

  const file = h("textarea", { class: "code", rows: 10, spellcheck: "false", oninput: () => matchSoon(), placeholder: '{ "applinks": { "details": [] } }' });
  const domain = h("input", { type: "text", spellcheck: "false", value: "", placeholder: "app.example", oninput: () => matchSoon() });
  const matched = h("div");
  const matchSoon = () => { clearTimeout(timer); timer = setTimeout(match, 200); };

  const trees = h("div", { class: "stack" });
  fill(main, pageHead("Links", "Which app opens a link on iOS and Android, for every host, and rule by rule.", markdownButton(() => markdown)),
    h("div", { class: "stack" },
      h("div", { class: "card row" }, h("label", { class: "field grow" }, "URL", url), h("label", { class: "field" }, "Environment", environment), h("label", { class: "field" }, "Android version", version)),
      answers, trees,
      h("details", { class: "card" }, h("summary", null, "Check an existing association file"),
        h("div", { class: "stack" }, h("p", { class: "small muted" }, "Paste an apple-app-site-association or assetlinks.json. It is checked with the URL above."),
          h("label", { class: "field" }, "Host that serves the file", domain), h("label", { class: "field" }, "File contents", file), matched))));

  async function ask() {
    const mine = ++number;
    const value = url.value.trim();
    if (!value) return fill(answers, h("div", { class: "card" }, emptyState("No URL yet", "Enter a link as a user would tap it.")));
    try {
      const { value: both, note } = await despiteErrors((members) => api("simulate", { trace: true, requests: [{ kind: "universal_link", url: value, environment: environment.value }, { kind: "app_link", url: value, environment: environment.value, android_version: version.value || "15" }], ...members }));
      if (mine !== number) return;
      markdown = both.answers.map((a, /** @type {number} */ i) => decisionMarkdown(a, ["iOS", "Android"][i])).join("\n");
      fill(answers, grayed(note, h("div", { class: "two" }, decisionView(both.answers[0], "iOS: universal link"), decisionView(both.answers[1], `Android ${version.value || 15}: app link`))));
    } catch (error) { fill(answers, failure(error)); }
    if (file.value) match();
  }

  async function match() {
    if (!file.value.trim()) return fill(matched);
    let json;
    try { json = JSON.parse(file.value); } catch { return fill(matched, h("div", { class: "notice bad" }, "The file is not valid JSON, so devices ignore it.")); }
    let host = domain.value.trim();
    try { host ||= new URL(url.value.trim()).hostname; } catch { /* said below */ }
    if (!host) return fill(matched, h("div", { class: "notice" }, "Enter the host that serves the file, or a URL above."));
    try {
      const question = Array.isArray(json) ? { assetlinks: json, domain: host, url: url.value.trim(), android_version: Number(version.value) || 15 } : { aasa: json, domain: host, url: url.value.trim(), explain: true };
      const answer = await api("match", question);
      const words = { match: "The app opens", exclude: "A rule excludes the link", no_match: "No rule matches the link" };
      if (!answer.decision) return fill(matched, failure(answer));
      fill(matched, h("div", { class: `verdict ${answer.decision === "match" ? "allow" : "ignore"}` }, h("b", null, outcomeMark(answer.decision === "match" ? "pass" : "note"), /** @type {any} */ (words)[answer.decision]), badge(Array.isArray(json) ? "Android" : "iOS")),
        h("ol", { class: "steps" }, answer.explanation.map((/** @type {string} */ line) => h("li", { class: /: matches|matches$/.test(line) ? "pass" : "note" }, outcomeMark(/matches$/.test(line) ? "pass" : "note"), prose(line)))),
        answer.closest ? h("p", { class: "small" }, "Closest: ", prose(answer.closest)) : null);
    } catch (error) { fill(matched, failure(error)); }
  }

  /** Draws the paths of all hosts, each with the app that opens it. */
  async function drawTrees() {
    let hosts;
    try { hosts = (await cached("links", {})).hosts; } catch (error) { return fill(trees, failure(error)); }
    // Reserves the space above the trees, which would move otherwise.
    if (!number) fill(answers, h("p", { class: "muted" }, "Reading…"));
    fill(trees, hosts.length ? hosts.map(tree) : h("div", { class: "card" }, emptyState("No hosts with links", "Add the hosts whose links open your apps to ", h("code", null, "domains"), " in a policy.")));
    const first = hosts.find((host) => host.environment === environment.value) ?? hosts[0];
    if (url.value || !first) return;
    environment.value = first.environment;
    url.value = (first.paths.find((path) => path.ios.length || path.android.length) ?? first.paths[0])?.example ?? "";
  }

  /** @param {any} host */
  function tree(host) {
    const opens = (/** @type {{ app: string, links: string }[]} */ apps) => apps.length ? apps.map(({ app, links }) => h("div", null, h("code", null, breakable(app)), links === "undecided" ? ": can’t tell" : `: ${links}`)) : h("span", { class: "muted" }, "browser");
    const use = (/** @type {any} */ path) => () => { url.value = path.example; environment.value = host.environment; ask(); window.scrollTo(0, 0); url.focus({ preventScroll: true }); };
    return h("section", { class: "card flush" }, h("h2", { class: "bar" }, h("code", null, visible(host.host)), badge(host.environment)),
      host.paths.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Paths of ${host.host}, ${host.environment}` }, h("table", { class: "paths", "aria-label": `Paths of ${host.host}, ${host.environment}` },
        h("thead", null, h("tr", null, ["Links", "iOS", "Android 15 and later"].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", null, host.paths.map((path) => path.example === null
          ? h("tr", null, h("th", { scope: "rowgroup", colspan: 3 }, h("code", null, visible(path.pattern))))
          : h("tr", { class: path.differs ? "differs" : null }, h("th", { scope: "row", class: path.depth ? "below" : null }, h("button", { type: "button", class: "quiet", onclick: use(path) }, h("code", null, visible(path.pattern)), h("span", { class: "hidden" }, ": try it above")), path.differs ? badge("platforms differ", "warning") : null), h("td", null, opens(path.ios)), h("td", null, opens(path.android))))))) : h("p", { class: "panel muted" }, "No links open an app."));
  }

  if (url.value) ask();
  fill(trees, h("p", { class: "muted" }, "Reading…"));
  drawTrees().then(() => { if (!number) ask(); });
  return { refresh: () => { ask(); drawTrees(); } };
}
