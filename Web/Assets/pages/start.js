// @ts-check
// The start page of a directory without policies.
import { h, fill, failure, pageHead } from "../lib/dom.js";
import { api, cached, forget } from "../lib/api.js";
import { visible } from "../lib/text.js";

export const samples = [["acme-cli.yaml", "A command-line tool"], ["nordic-lights.yaml", "Account linking with App Flip"]];

/** @param {HTMLElement} main @param {any} info */
export function start(main, info) {
  const found = h("div", null, h("p", { class: "muted" }, "Reading…")), problem = h("div");
  fill(main, pageHead("No policies yet", info.root ?? ""), problem, h("div", { class: "grid three" },
    h("section", { class: "card" }, h("h2", null, "Start"), h("p", null, "A small policy with comments and a test that passes."), begin("Start", "starter", true)),
    h("section", { class: "card" }, h("h2", null, "Import"), found),
    h("section", { class: "card" }, h("h2", null, "Sample"), h("p", null, "Look around in a complete policy. Nothing is saved."), h("ul", { class: "plain row", role: "list" }, samples.map(([name, title]) => h("li", null, h("a", { class: "button", href: `#/playground?sample=${name}` }, title)))))));

  /** Writes the files if the server allows it; otherwise opens them in the editor. @param {string} title @param {string} name @param {boolean} isPrimary */
  function begin(title, name, isPrimary) {
    if (!info.write) return h("p", null, h("a", { class: isPrimary ? "button primary" : "button", href: `#/playground?begin=${name}` }, title));
    return h("p", null, h("button", { type: "button", class: isPrimary ? "primary" : null, onclick: async () => {
      try {
        await api("init", { starter: name === "starter", write: true });
        forget();
        const policy = (await cached("files")).files.find((f) => f.kind === "policy");
        location.hash = policy ? `#/playground?file=${encodeURIComponent(policy.path)}` : "#/overview";
      } catch (error) { fill(problem, failure(error)); }
    } }, title));
  }

  cached("init", {}).then((made) => {
    const policy = made.files.find((f) => /^Policies\//.test(f.path));
    if (!policy) return fill(found, h("p", null, "Found no file to import: association files, entitlements, Android manifests, Firebase and Google files, Terraform, or an export of an authorization server."));
    const taken = made.output.match(/^Taken: (.*)$/m);
    fill(found, h("p", null, taken ? `Found ${visible(taken[1])}.` : "Found files to import."), begin("Import", "import", false));
  }, (error) => fill(found, failure(error)));
}
