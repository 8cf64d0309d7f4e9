import { defineAuth, secret } from "@aws-amplify/backend";

// See https://docs.amplify.aws
export const auth = defineAuth({
  loginWith: {
    email: true,
    externalProviders: {
      google: { clientId: secret("GOOGLE_ID"), clientSecret: secret("GOOGLE_SECRET") },
      signInWithApple: { ...apple, teamId: process.env.TEAM },
      scopes: ['EMAIL', "OPENID"],
      callbackUrls: [
        'https://app.lumen.example/profile',
        "lumen://callback/", // the app
      ],
      logoutUrls: [`https://${host}/`, "https://app.lumen.example/bye"],
    },
  },
  groups: ["ADMINS"] as const,
  triggers: { preSignUp() { return "}" } },
});
