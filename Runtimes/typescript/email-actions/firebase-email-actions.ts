/** Settings of the emails that Firebase Authentication sends. */

import { actions, type EmailAction } from "./firebase-email-actions-data.js";

export type { EmailAction } from "./firebase-email-actions-data.js";

/** Production or sandbox. */
export type Environment = "prod" | "sandbox";

/** `ActionCodeSettings` of `firebase/auth` and of `firebase-admin/auth`. */
export interface EmailActionSettings {
  url: string;
  handleCodeInApp: boolean;
  iOS?: { bundleId: string };
  android?: { packageName: string; installApp: boolean; minimumVersion?: string };
  linkDomain?: string;
}

/** An email action of the policy in one environment. */
export interface RegisteredAction {
  readonly settings: Readonly<EmailActionSettings>;
  /** The start of every continue URL: `url` up to its query. */
  readonly prefix: string;
  /** `prefix` without a final slash; empty if only `url` is allowed. */
  readonly base: string;
}

/**
 * The settings of an action.
 *
 * @param continueUrl a URL made at run time; the registered one if it is left out
 * @throws RangeError if the environment doesn't have the action, or the URL is not allowed
 */
export function emailActionSettings(
  action: EmailAction,
  environment: Environment,
  continueUrl?: string,
): EmailActionSettings {
  const registered = find(action, environment);
  if (registered === undefined) {
    throw new RangeError("the environment doesn't have this email action");
  }
  if (continueUrl !== undefined && !allows(registered, continueUrl)) {
    throw new RangeError("the continue URL is not allowed");
  }
  const { url, handleCodeInApp, iOS, android, linkDomain } = registered.settings;
  return {
    url: continueUrl === undefined ? url : continueUrl,
    handleCodeInApp,
    ...(iOS === undefined ? {} : { iOS: { ...iOS } }),
    ...(android === undefined ? {} : { android: { ...android } }),
    ...(linkDomain === undefined ? {} : { linkDomain }),
  };
}

/** The registered continue URL; undefined if the environment doesn't have the action. */
export function continueUrl(action: EmailAction, environment: Environment): string | undefined {
  return find(action, environment)?.settings.url;
}

/**
 * True if the URL is the registered one or starts with it. Scheme, host and path of the registered URL
 * must be the same. More path segments may follow, and a query and a fragment. Segments have only
 * letters, digits and `-._~` and don't start with a dot.
 */
export function isContinueUrlAllowed(
  url: string,
  action: EmailAction,
  environment: Environment,
): boolean {
  const registered = find(action, environment);
  return registered !== undefined && allows(registered, url);
}

const rest =
  /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$/;

function allows({ settings, prefix, base }: RegisteredAction, url: string): boolean {
  if (typeof url !== "string") return false;
  if (url === settings.url) return true;
  return url.length <= 2048 && url.startsWith(prefix) && rest.test(url.slice(base.length));
}

function find(action: EmailAction, environment: Environment): RegisteredAction | undefined {
  const all = own(actions, environment);
  return all && own(all, action);
}

/** A member, but not what every object inherits. */
function own<Members extends object, Name extends keyof Members>(
  members: Members,
  name: Name,
): Members[Name] | undefined {
  const isOwn = typeof name === "string" && Object.prototype.hasOwnProperty.call(members, name);
  return isOwn ? members[name] : undefined;
}
