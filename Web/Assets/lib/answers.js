// @ts-check
// If the policies have errors, shows the results of another version, grayed out.
import { h } from "./dom.js";
import { ApiError } from "./api.js";

/** @param {any} error */
export const isInvalid = (error) => error instanceof ApiError && error.code === "policies-have-errors";

/**
 * The versions to try if the current one has errors.
 * @type {[any, string][]}
 */
export const fallbacks = [
  [{ revision: "HEAD" }, "This is the last commit, which has none."],
  [{ allow_invalid: true }, "Entries with errors are left out."],
];

/**
 * Requests results for each version in turn, until one has no errors.
 * @param {[any, string][]} versions members of the request, and a note to show @param {(members: any) => Promise<any>} ask
 * @returns {Promise<{value: any, note: string}>}
 */
export async function firstWithoutErrors(versions, ask) {
  let problem;
  for (const [members, note] of versions) {
    try { return { value: await ask(members), note }; } catch (error) {
      // If the first version fails for another reason, the next ones would too. The next ones may not exist.
      if (problem === undefined && !isInvalid(error)) throw error;
      problem ??= error;
    }
  }
  throw problem;
}

/** `firstWithoutErrors` for the files on disk. @param {(members: any) => Promise<any>} ask */
export const despiteErrors = (ask) => firstWithoutErrors([[{}, ""], ...fallbacks], ask);

/** The content, grayed out if it has a note about another version. @param {string} note @param {any} content @param {string} [subject] */
export function grayed(note, content, subject = "The policies have errors.") {
  if (!note) return content;
  return h("div", { class: "stack" }, h("div", { class: "notice" }, h("span", { class: "grow" }, h("strong", null, subject), " ", note), h("a", { href: "#/findings" }, "Findings")), h("div", { class: "stack stale" }, content));
}
