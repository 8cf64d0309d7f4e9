/** The scopes to request, in the order of the policy. */
export const GoogleScopes = {
  signIn: ["email", "profile"],
  backup: ["https://www.googleapis.com/auth/drive.file"],
} as const;
