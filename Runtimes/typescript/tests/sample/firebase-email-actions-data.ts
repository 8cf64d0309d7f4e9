import type { RegisteredAction } from "./firebase-email-actions.js";

/** What an email is for. */
export type EmailAction = "signIn" | "reset";

type Actions = { readonly [action in EmailAction]?: RegisteredAction };

export const actions: { readonly prod: Actions; readonly sandbox: Actions } = {
  prod: {
    signIn: {
      settings: {
        url: "https://app.example/finish?a=1",
        handleCodeInApp: true,
        iOS: { bundleId: "com.example.app" },
      },
      prefix: "https://app.example/finish",
      base: "https://app.example/finish",
    },
    reset: { settings: { url: "home:", handleCodeInApp: false }, prefix: "home:", base: "" },
  },
  sandbox: {},
};
