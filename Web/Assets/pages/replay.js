// @ts-check
import { h, fill, announce, badge, errorsFirst, failure, pageHead, markdownButton } from "../lib/dom.js";
import { cached, upload } from "../lib/api.js";
import { placeLink, visible } from "../lib/text.js";
import { bars, requestView } from "../lib/views.js";

/** @param {import("../app.js").Place} place */
export function replay({ main }) {
  let summary = null;
  /** @type {Blob | null} */
  let log = null;
  let name = "";
  const result = h("div");
  const file = h("input", { type: "file", id: "log", onchange: () => { if (file.files?.[0]) take(file.files[0], file.files[0].name); } });
  const text = h("textarea", { class: "code", rows: 5, spellcheck: "false", placeholder: '{"client_id":"acme-cli-prod","redirect_uri":"http://127.0.0.1:8080/callback"}', oninput: () => { log = null; name = ""; } });
  const against = h("input", { type: "text", spellcheck: "false", placeholder: "HEAD" });
  const chosen = h("p", { class: "small muted", "aria-live": "polite" });
  const start = h("button", { class: "primary" }, "Replay");
  /** @type {AbortController | null} */
  let running = null;
  const drop = h("div", { class: "drop", ondragover: (/** @type {Event} */ e) => { e.preventDefault(); drop.classList.add("over"); }, ondragleave: () => drop.classList.remove("over"), ondrop: (e) => { e.preventDefault(); drop.classList.remove("over"); const f = e.dataTransfer?.files[0]; if (f) take(f, f.name); } },
    h("p", null, h("label", { for: "log" }, "Drop a log here (one JSON request per line), or choose a file of up to 256 MiB")), file, chosen);
  fill(main, pageHead("Replay", "Evaluate recorded requests and count the decisions. The log stays on this machine; samples are redacted.", markdownButton(markdown)),
    h("div", { class: "stack" }, h("form", { class: "card stack", onsubmit: (/** @type {Event} */ e) => { e.preventDefault(); run(); } }, drop, h("label", { class: "field" }, "Or paste some lines", text), h("div", { class: "row" }, h("label", { class: "field grow" }, "Compare with a revision of git (may be empty)", against), start)), result));

  /** An initial log: the sign-ins of the policies. */
  async function example() {
    const { flows } = await cached("flow", { allow_invalid: true });
    const lines = flows.flatMap((f) => f.steps.filter((s) => s.request?.kind === "authorize" && s.request.url).map((s) => {
      const query = new URLSearchParams(s.request.url.slice(s.request.url.indexOf("?") + 1));
      return JSON.stringify({ environment: f.environment, client_id: query.get("client_id"), redirect_uri: query.get("redirect_uri"), scope: query.get("scope") ?? undefined });
    }));
    if (!lines.length || text.value || log) return;
    text.value = lines.slice(0, 60).join("\n") + "\n";
    chosen.textContent = "As an example, this is the log of the declared sign-ins.";
    run();
  }
  example().catch(() => {});

  /** @param {Blob} blob @param {string} title */
  function take(blob, title) { log = blob; name = title; chosen.textContent = `${title}, ${blob.size.toLocaleString("en")} bytes`; run(); }

  async function run() {
    const body = log ?? new Blob([text.value]);
    if (!body.size) return fill(result, h("div", { class: "notice" }, "Paste requests or choose a log first."));
    running?.abort();
    const mine = running = new AbortController();
    const bar = h("progress", { max: body.size, value: 0, "aria-label": "Progress" }), words = h("p", { class: "small muted" });
    const stop = h("button", { type: "button", onclick: () => { mine.abort(); start.focus(); } }, "Cancel");
    let quarter = 0;
    const tell = (/** @type {number} */ sent) => {
      bar.value = sent;
      words.textContent = sent < body.size ? `${size(sent)} of ${size(body.size)}` : "The log is sent. Counting the last lines…";
      const now = Math.floor(4 * sent / body.size);
      if (now > quarter && now < 4) announce(`${now * 25} percent`, 0);
      quarter = now;
    };
    tell(0);
    summary = null;
    fill(result, h("section", { class: "card" }, h("div", { class: "row" }, h("h2", { class: "grow" }, "Replaying ", name || "the lines"), stop), bar, words));
    try {
      const events = await upload(`replay${against.value.trim() ? `?against=${encodeURIComponent(against.value.trim())}` : ""}`, body, mine.signal, tell);
      if (mine !== running) return;
      if (events === null) { announce("Cancelled", 0); return fill(result, h("div", { class: "notice info" }, `Cancelled after ${size(bar.value)} of ${size(body.size)}. Nothing was kept.`)); }
      const last = String(events).trim().split("\n\n").pop() ?? "";
      const data = JSON.parse(last.slice(last.indexOf("data: ") + 6));
      if (data.error?.code === "policies-have-errors") return fill(result, h("div", { class: "card" }, errorsFirst()));
      if (data.error) throw new Error(data.error.message);
      summary = data;
      draw();
      announce(`${data.lines} requests: ${data.allow} allow, ${data.deny} deny, ${data.ignore} ignore`);
    } catch (error) { if (mine === running) fill(result, failure(error)); }
  }

  const size = (/** @type {number} */ bytes) => bytes < 1e5 ? `${bytes.toLocaleString("en")} bytes` : `${(bytes / 1e6).toFixed(1)} MB`;

  function draw() {
    const s = summary;
    const flips = Object.entries(s.flips).map(([k, v]) => /** @type {[string, number, string]} */ ([k, typeof v === "number" ? v : Number(/** @type {any} */ (v)?.count ?? 0), "update"]));
    const tone = (/** @type {string} */ reason) => s.samples.find((x) => x.reason === reason)?.class ?? "neutral";
    /** @type {any} */
    const download = h("a", { class: "button", download: "summary.json", href: URL.createObjectURL(new Blob([JSON.stringify(s) + "\n"], { type: "application/json" })) }, "Save the summary");
    fill(result, h("div", { class: "stack" },
      h("section", { class: "card" }, h("div", { class: "row" }, h("h2", { class: "grow" }, `${s.lines.toLocaleString("en")} requests`), download), h("p", { class: "row" }, badge(`${s.allow} allow`, s.allow ? "allow" : ""), badge(`${s.deny} deny`, s.deny ? "deny" : ""), badge(`${s.ignore} ignore`, s.ignore ? "ignore" : ""), badge(`${s.malformed} unreadable`, s.malformed ? "warning" : ""))),
      flips.length ? h("section", { class: "card" }, h("h2", null, "Changed decisions"), bars(flips.sort((a, b) => b[1] - a[1]), "Flips")) : null,
      h("section", { class: "card" }, h("h2", null, "Reasons"), bars(Object.entries(s.reasons).map(([k, v]) => /** @type {[string, number, string]} */ ([k, Number(v), tone(k)])).sort((a, b) => b[1] - a[1]), "Reasons")),
      h("section", { class: "card" }, h("h2", null, "Clients"), bars(Object.entries(s.clients).map(([k, v]) => /** @type {[string, number, string]} */ ([k, /** @type {any} */ (v).allow + /** @type {any} */ (v).deny + /** @type {any} */ (v).ignore, /** @type {any} */ (v).deny ? "warning" : "allow"])).filter(([, n]) => n).sort((a, b) => b[1] - a[1]).slice(0, 30), "Clients")),
      h("section", { class: "card flush" }, h("h2", { class: "bar" }, "Samples"), h("ul", { class: "list", role: "list" }, s.samples.map((x) => h("li", null, h("div", { class: "row" }, badge(x.class, x.class), h("code", null, x.reason), x.new?.source ? placeLink(x.new.source) : null, x.old ? h("span", { class: "small muted" }, `before: ${visible(x.old.decision)} (${visible(x.old.reason)})`) : null), h("details", null, h("summary", null, "Request"), requestView(x.request))))))));
  }

  function markdown() { return summary ? `### ${name || "Replay"}: ${summary.lines} requests\n\n${summary.allow} allow, ${summary.deny} deny, ${summary.ignore} ignore\n\n${Object.entries(summary.reasons).map(([k, v]) => `- \`${k}\` ${v}`).join("\n")}\n` : ""; }
  return { leave: () => running?.abort() };
}
