// @ts-check
// Answers despite errors: about the last version without any, grayed.
import { h } from "./dom.js";
import { ApiError } from "./api.js";

/** @param {any} error */
export const isInvalid = (error) => error instanceof ApiError && error.code === "policies-have-errors";

/**
 * Further versions to ask about if the one that is meant has errors.
 * @type {[any, string][]}
 */
export const fallbacks = [
  [{ revision: "HEAD" }, "This is the last commit, which has none."],
  [{ allow_invalid: true }, "Entries with errors are left out."],
];

/**
 * Asks about one version after the other, until one has no errors.
 * @param {[any, string][]} versions members of the request, and what to say about them @param {(members: any) => Promise<any>} ask
 * @returns {Promise<{value: any, note: string}>}
 */
export async function firstWithoutErrors(versions, ask) {
  let problem;
  for (const [members, note] of versions) {
    try { return { value: await ask(members), note }; } catch (error) {
      // Only errors of the policies lead on to another version; that one may not exist.
      if (problem === undefined && !isInvalid(error)) throw error;
      problem ??= error;
    }
  }
  throw problem;
}

/** The same for the files on disk. @param {(members: any) => Promise<any>} ask */
export const despiteErrors = (ask) => firstWithoutErrors([[{}, ""], ...fallbacks], ask);

/** What is shown, gray if there is a note on the version. @param {string} note @param {any} content @param {string} [subject] */
export function grayed(note, content, subject = "The policies have errors.") {
  if (!note) return content;
  return h("div", { class: "stack" }, h("div", { class: "notice" }, h("span", { class: "grow" }, h("strong", null, subject), " ", note), h("a", { href: "#/findings" }, "Findings")), h("div", { class: "stack stale" }, content));
}
