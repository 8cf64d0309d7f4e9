// @ts-check
import { h, fill, failure, pageHead, copy, markdownButton, emptyState, errorsFirst } from "../lib/dom.js";
import { api, cached, ApiError } from "../lib/api.js";
import { codeBlock, prose } from "../lib/text.js";
import { decisionMarkdown, decisionView } from "../lib/views.js";

const titles = /** @type {Record<string, string>} */ ({ authorize: "Authorization request", universal_link: "Link on iOS", app_link: "Link on Android", app_flip_ios: "App Flip on iOS", app_flip_android: "App Flip on Android", token: "Token request", post_logout: "Logout redirect", web_origin: "Page asks Firebase or an API", auth_domain: "Auth domain", continue_url: "Continue URL", email_link: "Email link", email_action: "Email action", google_client: "Google client", scopes: "Scopes", token_refresh: "Token refresh", apple_id_token: "Apple ID token", account_link: "Account linking" });

/** The kind of a pasted address. @param {string} url */
function kindOf(url) {
  if (/[?&]post_logout_redirect_uri=/.test(url)) return "post_logout";
  if (/[?&]client_id=/.test(url)) return "authorize";
  if (/[?&](mode|oobCode)=/.test(url)) return "email_link";
  return "universal_link";
}

/** A request as a test of a policy. @param {any} request @param {any} answer */
function asTest(request, answer) {
  const scalar = (v) => typeof v === "string" ? JSON.stringify(v) : JSON.stringify(v);
  const lines = Object.entries(request).map(([k, v]) => `      ${k}: ${scalar(v)}`);
  return `  - name: ${JSON.stringify(answer.message ?? "a request")}\n    request:\n${lines.join("\n")}\n    expect: { decision: ${answer.decision}, reason: ${answer.reason} }\n`;
}

/**
 * The form, and below it both answers.
 * @param {{overlay: () => any, texts?: () => Record<string, string>, request?: any, example?: () => Promise<string>}} options
 */
export function requestForm({ overlay, texts, request: first, example }) {
  /** @type {any[]} */
  let kinds = [];
  const values = /** @type {Record<string, string>} */ ({});
  let kind = "authorize";
  const kindSelect = h("select", { onchange: () => { kind = kindSelect.value; drawFields(); decideSoon(); } });
  const paste = h("input", { type: "text", spellcheck: "false", autocomplete: "off", oninput: () => {
    if (!/^[a-z][\w+.-]*:/i.test(paste.value.trim())) return;
    kind = kindOf(paste.value.trim()); kindSelect.value = kind;
    for (const key of Object.keys(values)) delete values[key];
    values[kind === "email_link" ? "link" : "url"] = paste.value.trim();
    drawFields(); decideSoon();
  } });
  const fields = h("div", { class: "grid" }), more = h("div", { class: "grid" });
  const answers = h("div");
  let timer = 0;
  const decideSoon = () => { clearTimeout(timer); timer = setTimeout(decide, 150); };

  function drawFields() {
    const shape = kinds.find((k) => k.kind === kind);
    const rest = ["policy", "client", "facts", "now", "iss", "input", "app", "error_description", "nonce", "prompt", "response_mode", "user_locale", "login_hint", "outcome", "code", "id_token_hint", "logout_hint", "ui_locales", "sdk"];
    const isAddress = "url" in values;
    // What was pasted stands above already.
    const own = (shape?.fields ?? []).filter((f) => (!rest.includes(f.name) || (f.name === "input" && f.json)) && !(f.name === "url" && values.url === paste.value.trim()));
    const main = isAddress && kind === "authorize" ? own.filter((f) => f.name === "url") : own;
    const others = (shape?.fields ?? []).filter((f) => !main.includes(f) && !(f.name === "url" && isAddress));
    fill(fields, main.map(field));
    fill(more, others.map(field));
  }

  function field(f) {
    const set = (e) => { if (e.target.value === "") delete values[f.name]; else values[f.name] = e.target.value; decideSoon(); };
    const control = f.words.length ? h("select", { onchange: set }, h("option", { value: "" }, "—"), f.words.map((/** @type {string} */ w) => h("option", { value: w }, w)))
      : f.json && !["now", "android_version"].includes(f.name) ? h("textarea", { class: "code", rows: 3, spellcheck: "false", oninput: set, placeholder: "{ }" }) : h("input", { type: "text", spellcheck: "false", autocomplete: "off", oninput: set });
    control.value = values[f.name] ?? "";
    return h("label", { class: "field" }, h("span", null, h("code", null, f.name), " ", h("span", { class: "hint" }, prose(f.summary))), control);
  }

  /** The fields as a request. */
  function request() {
    const shape = kinds.find((k) => k.kind === kind);
    /** @type {any} */
    const out = { kind };
    for (const [name, value] of Object.entries(values)) {
      const known = shape?.fields.find((f) => f.name === name);
      if (!known && kind !== "email_link") continue;
      if (known?.json) { try { out[name] = JSON.parse(value); } catch { throw new Error(`${name} is not JSON yet`); } }
      else if (name === "link" && kind === "email_link") out.input = { link: value };
      else out[name] = value;
    }
    return out;
  }

  let number = 0, lenient = false;
  async function decide() {
    const mine = ++number;
    let asked;
    try { asked = request(); } catch (error) { return void fill(answers, failure(error)); }
    if (Object.keys(asked).length < 2) return void fill(answers, emptyState("No request yet", "Paste a URL, or fill in a field."));
    try {
      const both = await api("simulate", { requests: ["prod", "sandbox"].map((environment) => ({ ...asked, environment })), trace: true, allow_invalid: lenient, ...overlay() });
      if (mine !== number) return;
      element.markdown = both.answers.map((a, /** @type {number} */ i) => decisionMarkdown(a, ["prod", "sandbox"][i])).join("\n");
      const test = asTest({ ...asked, environment: "prod" }, both.answers[0]);
      /** @type {any} */
      const button = h("button", { type: "button", onclick: () => copy(test, button) }, "Copy test");
      fill(answers, h("div", { class: "two" }, both.answers.map((a, /** @type {number} */ i) => decisionView(a, ["prod", "sandbox"][i], texts?.()))),
        both.answers[0].decision ? h("details", { class: "card" }, h("summary", null, "Create a test"), h("p", { class: "small muted" }, "Add this to `tests:` in the policy."), codeBlock(test, "Test"), button) : null);
    } catch (error) {
      if (mine === number) fill(answers, error instanceof ApiError && error.code === "policies-have-errors" ? errorsFirst(() => { lenient = true; decide(); }) : failure(error));
    }
  }

  const element = h("div", { class: "stack" },
    h("div", { class: "card stack" },
      h("div", { class: "row" }, h("label", { class: "field grow" }, "Request type", kindSelect), h("label", { class: "field grow" }, "Or paste a URL", paste)),
      fields, h("details", null, h("summary", null, "More fields: assumptions, time, issuer"), more)),
    answers);
  element.addEventListener("decide", decideSoon);
  cached("kinds").then((all) => {
    kinds = all.kinds;
    fill(kindSelect, kinds.map((k) => h("option", { value: k.kind }, titles[k.kind] ?? k.kind)));
    if (first) {
      kind = first.kind;
      const shape = kinds.find((k) => k.kind === kind);
      for (const [name, value] of Object.entries(first)) if (!["kind", "environment", "id"].includes(name) && value !== null) values[name] = shape?.fields.find((f) => f.name === name)?.json ? JSON.stringify(value) : String(value);
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

/** @param {import("../app.js").Place} place */
export function decide({ main, query }) {
  let request;
  try { request = JSON.parse(query.get("request") ?? "null") ?? undefined; } catch { /* damaged address */ }
  if (!request && query.get("url")) request = { kind: kindOf(query.get("url") ?? ""), url: query.get("url") };
  const form = requestForm({ overlay: () => ({}), request, example });
  fill(main, pageHead("Decide", "See how a request is decided in both environments, step by step.", markdownButton(() => form.markdown ?? "")), form);
  return { refresh: () => form.dispatchEvent(new Event("decide")) };
}

/** Something to look at on arrival: the first sign-in of the policies. */
async function example() {
  try {
    const { flows } = await cached("flow", { environment: "prod" });
    return flows.flatMap((f) => f.steps).map((s) => s.request?.url).find(Boolean) ?? "";
  } catch { return ""; }
}
