// @ts-check
import { h, fill, badge, failure, pageHead, markdownButton, emptyState, errorsFirst, outcomeMark } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { prose } from "../lib/text.js";
import { decisionMarkdown, decisionView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function links({ main, query }) {
  const url = h("input", { type: "text", spellcheck: "false", autocomplete: "off", value: query.get("url") ?? "", placeholder: "https://app.example/path", oninput: () => soon() });
  const environment = h("select", { onchange: () => ask() }, h("option", null, "prod"), h("option", null, "sandbox"));
  const version = h("input", { type: "text", inputmode: "numeric", value: "15", oninput: () => soon() });
  const answers = h("div");
  let timer = 0, number = 0, lenient = false, markdown = "";
  const soon = () => { clearTimeout(timer); timer = setTimeout(ask, 150); };

  const file = h("textarea", { class: "code", rows: 10, spellcheck: "false", oninput: () => matchSoon(), placeholder: '{ "applinks": { "details": [] } }' });
  const domain = h("input", { type: "text", spellcheck: "false", value: "", placeholder: "app.example", oninput: () => matchSoon() });
  const matched = h("div");
  const matchSoon = () => { clearTimeout(timer); timer = setTimeout(match, 200); };

  fill(main, pageHead("Links", "Check which app opens a link on iOS and Android, rule by rule.", markdownButton(() => markdown)),
    h("div", { class: "stack" },
      h("div", { class: "card row" }, h("label", { class: "field grow" }, "URL", url), h("label", { class: "field" }, "Environment", environment), h("label", { class: "field" }, "Android version", version)),
      answers,
      h("details", { class: "card" }, h("summary", null, "Check an existing association file"),
        h("div", { class: "stack" }, h("p", { class: "small muted" }, "Paste an apple-app-site-association or assetlinks.json. It is checked with the URL above."),
          h("label", { class: "field" }, "Host that serves the file", domain), h("label", { class: "field" }, "File contents", file), matched))));

  async function ask() {
    const mine = ++number;
    const value = url.value.trim();
    if (!value) return fill(answers, h("div", { class: "card" }, emptyState("No URL yet", "Enter a link as a user would tap it.")));
    try {
      const both = await api("simulate", { trace: true, allow_invalid: lenient, requests: [{ kind: "universal_link", url: value, environment: environment.value }, { kind: "app_link", url: value, environment: environment.value, android_version: version.value || "15" }] });
      if (mine !== number) return;
      markdown = both.answers.map((a, /** @type {number} */ i) => decisionMarkdown(a, ["iOS", "Android"][i])).join("\n");
      fill(answers, h("div", { class: "two" }, decisionView(both.answers[0], "iOS: universal link"), decisionView(both.answers[1], `Android ${version.value || 15}: app link`)));
    } catch (error) { fill(answers, error instanceof ApiError && error.code === "policies-have-errors" ? h("div", { class: "card" }, errorsFirst(() => { lenient = true; ask(); })) : failure(error)); }
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
      fill(matched, h("div", { class: `verdict ${answer.decision === "match" ? "allow" : answer.decision === "exclude" ? "deny" : "ignore"}` }, h("b", null, outcomeMark(answer.decision === "match" ? "pass" : answer.decision === "exclude" ? "fail" : "note"), /** @type {any} */ (words)[answer.decision]), badge(Array.isArray(json) ? "Android" : "iOS")),
        h("ol", { class: "steps" }, answer.explanation.map((/** @type {string} */ line) => h("li", { class: /: matches|matches$/.test(line) ? "pass" : "note" }, outcomeMark(/matches$/.test(line) ? "pass" : "note"), prose(line)))),
        answer.closest ? h("p", { class: "small" }, "Closest: ", prose(answer.closest)) : null);
    } catch (error) { fill(matched, failure(error)); }
  }

  if (url.value) ask();
  else cached("addresses", {}).then((all) => {
    const rule = all.addresses.find((a) => /universal_link|app_flip/.test(a.place)) ?? all.addresses.find((a) => a.value.startsWith("https://"));
    if (!url.value && rule) url.value = rule.value;
    ask();
  }, () => ask());
  return { refresh: ask };
}
