/** The scopes to request, in the order of the policy. */
export const GoogleScopes = {
  signIn: ["email", "profile"],
  signInLong: [
    "https://www.googleapis.com/auth/userinfo.email",
    "https://www.googleapis.com/auth/userinfo.profile",
  ],
  backup: ["https://www.googleapis.com/auth/drive.file"],
} as const;
