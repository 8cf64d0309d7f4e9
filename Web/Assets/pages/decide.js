// @ts-check
import { h, fill, failure, pageHead, copy, markdownButton, emptyState, badge } from "../lib/dom.js";
import { api, cached } from "../lib/api.js";
import { codeBlock, prose, visible } from "../lib/text.js";
import { decisionMarkdown, decisionView } from "../lib/views.js";
import { despiteErrors, grayed } from "../lib/answers.js";

const titles = /** @type {Record<string, string>} */ ({ authorize: "Authorization request", universal_link: "Link on iOS", app_link: "Link on Android", app_flip_ios: "App Flip on iOS", app_flip_android: "App Flip on Android", token: "Token request", post_logout: "Logout redirect", web_origin: "Web page request to Firebase or an API", auth_domain: "Auth domain", continue_url: "Continue URL", email_link: "Email link", email_action: "Email action", google_client: "Google client", scopes: "Scopes", token_refresh: "Token refresh", apple_id_token: "Apple ID token", account_link: "Account linking" });

/** The request type of a pasted URL. @param {string} url */
function kindOf(url) {
  if (/[?&]post_logout_redirect_uri=/.test(url)) return "post_logout";
  if (/[?&]client_id=/.test(url)) return "authorize";
  if (/[?&](mode|oobCode)=/.test(url)) return "email_link";
  return "universal_link";
}

/** Fields that aren't parameters of a request URL. */
const settings = ["policy", "client", "facts", "now", "iss", "outcome", "code", "error_description", "query", "url"];
/** Fields that few requests have. */
const rare = ["policy", "client", "facts", "now", "iss", "input", "app", "error_description", "nonce", "prompt", "response_mode", "user_locale", "login_hint", "outcome", "code", "id_token_hint", "logout_hint", "ui_locales", "sdk"];

/** The parameters of a query; null if it has invalid escapes. @param {string} query @returns {[string, string][] | null} */
function parametersOf(query) {
  const decoded = (/** @type {string} */ text) => decodeURIComponent(text.replace(/\+/g, " "));
  try {
    return query.split("&").filter(Boolean).map((pair) => {
      const cut = pair.indexOf("=");
      return [decoded(cut < 0 ? pair : pair.slice(0, cut)), cut < 0 ? "" : decoded(pair.slice(cut + 1))];
    });
  } catch { return null; }
}

/** A request as a policy test. @param {any} request @param {any} answer */
function asTest(request, answer) {
  const lines = Object.entries(request).map(([k, v]) => `      ${k}: ${JSON.stringify(v)}`);
  return `  - name: ${JSON.stringify(answer.message ?? "a request")}\n    request:\n${lines.join("\n")}\n    expect: { decision: ${answer.decision}, reason: ${answer.reason} }\n`;
}

/**
 * The form with the decisions below it.
 * @param {{ask: (make: (members: any) => Promise<any>) => Promise<{value: any, note: string}>, subject?: string, texts?: () => Record<string, string>, request?: any, example?: () => Promise<string>}} options
 */
export function requestForm({ ask, subject, texts, request: first, example }) {
  /** @type {any[]} */
  let kinds = [];
  const values = /** @type {Record<string, string>} */ ({});
  /** Parameters without a field: unknown or repeated names. @type {[string, string][]} */
  let others = [];
  let kind = "authorize", endpoint = "";
  const kindSelect = h("select", { onchange: () => { kind = kindSelect.value; others = []; drawFields(); decideSoon(); } });
  const environments = h("select", { onchange: () => decideSoon() }, [["", "prod and sandbox"], ["prod", "prod"], ["sandbox", "sandbox"]].map(([value, text]) => h("option", { value }, text)));
  const paste = h("input", { type: "text", spellcheck: "false", autocomplete: "off", oninput: () => {
    const url = paste.value.trim();
    if (!/^[a-z][\w+.-]*:/i.test(url)) return;
    kind = kindOf(url); kindSelect.value = kind;
    clear();
    if (kind === "email_link") values.link = url; else take({ url });
    drawFields(); decideSoon();
  } });
  const fields = h("div", { class: "grid" }), more = h("div", { class: "grid" });
  const answers = h("div");
  let timer = 0;
  const decideSoon = () => { clearTimeout(timer); timer = setTimeout(decide, 150); };
  const shape = () => kinds.find((k) => k.kind === kind);
  /** Whether the request is a URL with a field for each parameter. */
  const isQuery = () => ["query", "url"].every((name) => shape()?.fields.some((f) => f.name === name));
  const isParameter = (/** @type {string} */ name) => isQuery() && !settings.includes(name);

  function clear() { for (const key of Object.keys(values)) delete values[key]; others = []; endpoint = ""; }

  /** Fills the fields from a request's members. @param {any} members */
  function take(members) {
    for (const [name, value] of Object.entries(members)) {
      if (["kind", "environment", "id"].includes(name) || value === null) continue;
      const field = shape()?.fields.find((f) => f.name === name);
      const text = field?.json ? JSON.stringify(value) : String(value);
      const cut = name === "query" ? 0 : text.indexOf("?") + 1;
      const pairs = isQuery() && (name === "query" || name === "url") && !text.includes("#") ? parametersOf(cut || name === "query" ? text.slice(cut) : "") : null;
      if (!pairs) { values[name] = text; continue; }
      if (name === "url") endpoint = cut ? text.slice(0, cut - 1) : text;
      for (const [key, value] of pairs) {
        if (isParameter(key) && shape()?.fields.some((f) => f.name === key) && !(key in values)) values[key] = value; else others.push([key, value]);
      }
    }
  }

  function drawFields() {
    const all = (shape()?.fields ?? []).filter((f) => !isQuery() || !["query", "url"].includes(f.name) || f.name in values);
    // A URL that can't be split has no fields for its parameters.
    const own = isQuery() && ("url" in values || "query" in values) ? all.filter((f) => !isParameter(f.name)) : all;
    const isFirst = (f) => !rare.includes(f.name) || f.name in values || (f.name === "input" && f.json);
    const isWhole = "url" in values || "query" in values;
    const set = (/** @type {string} */ text) => { paste.value = ""; endpoint = text.trim(); decideSoon(); };
    fill(fields, isQuery() && !isWhole ? h("label", { class: "field" }, h("span", null, "Endpoint ", h("span", { class: "hint" }, "may be empty")), h("input", { type: "text", spellcheck: "false", autocomplete: "off", value: endpoint, oninput: (e) => set(e.target.value) })) : null,
      own.filter(isFirst).map(field), others.map(([name], i) => other(name, i)));
    fill(more, own.filter((f) => !isFirst(f)).map(field), isQuery() && !isWhole ? added() : null);
  }

  function field(f) {
    const set = (e) => { paste.value = ""; if (e.target.value === "") delete values[f.name]; else values[f.name] = e.target.value; decideSoon(); };
    const control = f.words.length ? h("select", { onchange: set }, h("option", { value: "" }, "—"), f.words.map((/** @type {string} */ w) => h("option", { value: w }, w)))
      : f.json && !["now", "android_version"].includes(f.name) ? h("textarea", { class: "code", rows: 3, spellcheck: "false", oninput: set, placeholder: "{ }" }) : h("input", { type: "text", spellcheck: "false", autocomplete: "off", oninput: set });
    control.value = values[f.name] ?? "";
    // A hint only for fields other than parameters.
    return h("label", { class: "field" }, h("span", null, h("code", null, f.name), isParameter(f.name) && !f.words.length ? null : [" ", h("span", { class: "hint" }, prose(f.summary))]), control);
  }

  /** The field of a parameter that isn't in the request type. @param {string} name @param {number} index */
  const other = (name, index) => h("label", { class: "field" }, h("span", null, h("code", null, visible(name)), " ", h("span", { class: "hint" }, "Parameter of the URL")),
    h("input", { type: "text", spellcheck: "false", autocomplete: "off", value: others[index][1], oninput: (e) => { paste.value = ""; others[index] = [name, e.target.value]; decideSoon(); } }));

  /** The form to add a parameter. */
  function added() {
    const name = h("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    const add = () => { if (name.value.trim()) { others.push([name.value.trim(), ""]); drawFields(); decideSoon(); } };
    name.onkeydown = (/** @type {KeyboardEvent} */ e) => { if (e.key === "Enter") { e.preventDefault(); add(); } };
    return h("div", { class: "row" }, h("label", { class: "field grow" }, "Another parameter", name), h("button", { type: "button", onclick: add }, "Add"));
  }

  /** The request from the fields. */
  function request() {
    /** @type {any} */
    const out = { kind };
    /** @type {[string, string][]} */
    const pairs = [];
    for (const [name, value] of Object.entries(values)) {
      const known = shape()?.fields.find((f) => f.name === name);
      if (!known && kind !== "email_link") continue;
      if (isParameter(name) && !known?.json) pairs.push([name, value]);
      else if (known?.json) { try { out[name] = JSON.parse(value); } catch { throw new Error(`${name} is not JSON yet`); } }
      else if (name === "link" && kind === "email_link") out.input = { link: value };
      else out[name] = value;
    }
    if (!endpoint && !others.length) return { ...out, ...Object.fromEntries(pairs) };
    const query = [...pairs, ...others].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
    if (endpoint) out.url = query ? `${endpoint}${endpoint.includes("?") ? "&" : "?"}${query}` : endpoint; else out.query = query;
    return out;
  }

  let number = 0;
  async function decide() {
    const mine = ++number;
    let asked;
    try { asked = request(); } catch (error) { return void fill(answers, failure(error)); }
    if (Object.keys(asked).length < 2) return void fill(answers, h("div", { class: "card" }, emptyState("No request yet", "Paste a URL, or fill in a field.")));
    const chosen = environments.value ? [environments.value] : ["prod", "sandbox"];
    try {
      const { value, note } = await ask((members) => api("simulate", { requests: chosen.map((environment) => ({ ...asked, environment })), trace: true, ...members }));
      if (mine !== number) return;
      const both = value.answers.map((answer, /** @type {number} */ i) => ({ answer, environment: chosen[i] }));
      // Clients send a request with the endpoint or client ID of one environment only to that environment.
      const isElsewhere = (/** @type {any} */ a) => /-other-environment$|^endpoint-unknown$/.test(a.reason ?? "");
      const meant = both.filter(({ answer }) => both.length < 2 || !isElsewhere(answer));
      const shown = meant.length ? meant : both;
      element.markdown = shown.map(({ answer, environment }) => decisionMarkdown(answer, environment)).join("\n");
      const test = asTest({ ...asked, environment: shown[0].environment }, shown[0].answer);
      /** @type {any} */
      const button = h("button", { type: "button", onclick: () => copy(test, button) }, "Copy test");
      fill(answers, grayed(note, h("div", { class: "stack" },
        h("div", { class: "two" }, both.map(({ answer, environment }) => shown.some((s) => s.environment === environment) ? decisionView(answer, environment, texts?.()) : notAsked(answer, environment, texts?.()))),
        shown[0].answer.decision ? h("details", { class: "card" }, h("summary", null, "Create a test"), h("p", { class: "small muted" }, "Add this to `tests:` in the policy."), codeBlock(test, "Test"), button) : null), subject));
    } catch (error) {
      if (mine === number) fill(answers, failure(error));
    }
  }

  const element = h("div", { class: "stack" },
    h("div", { class: "card stack" },
      h("div", { class: "row" }, h("label", { class: "field grow" }, "Request type", kindSelect), h("label", { class: "field grow" }, "Environment", environments), h("label", { class: "field grow" }, "Or paste a URL", paste)),
      fields, h("details", null, h("summary", null, "More fields: other parameters, assumptions, time, issuer"), more)),
    answers);
  element.addEventListener("decide", decideSoon);
  cached("kinds").then((all) => {
    kinds = all.kinds;
    fill(kindSelect, kinds.map((k) => h("option", { value: k.kind }, titles[k.kind] ?? k.kind)));
    if (first) {
      kind = first.kind;
      take(first);
      if (["prod", "sandbox"].includes(first.environment)) environments.value = first.environment;
    }
    kindSelect.value = kind;
    drawFields();
    decide();
    if (!first) example?.().then((url) => {
      if (!url || Object.keys(values).length) return;
      paste.value = url;
      paste.dispatchEvent(new Event("input"));
    }, () => {});
  }, (error) => fill(answers, failure(error)));
  return element;
}

/** Shown instead of a denial for a request of the other environment. @param {any} answer @param {string} environment @param {Record<string, string>} [texts] */
const notAsked = (answer, environment, texts) => h("section", { class: "card" }, h("h2", null, environment, " ", badge("not decided")),
  h("p", null, `This request belongs to ${environment === "prod" ? "sandbox" : "prod"}.`),
  h("details", { ontoggle: (e) => { if (e.target.open && e.target.children.length < 2) e.target.append(decisionView(answer, `If ${environment} received it`, texts)); } }, h("summary", null, `Decision in ${environment}`)));

/** @param {import("../app.js").Place} place */
export function decide({ main, query }) {
  let request;
  try { request = JSON.parse(query.get("request") ?? "null") ?? undefined; } catch { /* invalid link */ }
  if (!request && query.get("url")) request = { kind: kindOf(query.get("url") ?? ""), url: query.get("url") };
  const form = requestForm({ ask: despiteErrors, request, example });
  fill(main, pageHead("Decide", "See how a request is decided, step by step.", markdownButton(() => form.markdown ?? "")), form);
  return { refresh: () => form.dispatchEvent(new Event("decide")) };
}

/** An initial request: the first sign-in of the policies. */
async function example() {
  const { value } = await despiteErrors((members) => cached("flow", { environment: "prod", ...members }));
  return value.flows.flatMap((f) => f.steps).map((s) => s.request?.url).find(Boolean) ?? "";
}
