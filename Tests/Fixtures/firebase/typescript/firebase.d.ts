// Declarations of the Firebase SDK for JavaScript and of the Admin SDK for Node.js that generated
// code must conform to.
declare module "firebase/auth" {
  export interface ActionCodeSettings {
    android?: { installApp?: boolean; minimumVersion?: string; packageName: string };
    handleCodeInApp?: boolean;
    iOS?: { bundleId: string };
    url: string;
    dynamicLinkDomain?: string;
    linkDomain?: string;
  }
  export interface OAuthCredentialOptions {
    idToken?: string;
    accessToken?: string;
    rawNonce?: string;
  }
  export class OAuthCredential {
    readonly providerId: string;
    idToken?: string;
    accessToken?: string;
  }
  export type CustomParameters = Record<string, string>;
  export interface AuthProvider {
    readonly providerId: string;
  }
  export interface FirebaseError extends Error {
    readonly code: string;
    customData?: Record<string, unknown>;
  }
  export class OAuthProvider implements AuthProvider {
    static credentialFromError(error: FirebaseError): OAuthCredential | null;
    readonly providerId: string;
    constructor(providerId: string);
    addScope(scope: string): AuthProvider;
    setCustomParameters(customOAuthParameters: CustomParameters): AuthProvider;
    credential(params: OAuthCredentialOptions): OAuthCredential;
  }
}
declare module "firebase-admin/auth" {
  export interface ActionCodeSettings {
    url: string;
    handleCodeInApp?: boolean;
    iOS?: { bundleId: string };
    android?: { packageName: string; installApp?: boolean; minimumVersion?: string };
    dynamicLinkDomain?: string;
    linkDomain?: string;
  }
}
