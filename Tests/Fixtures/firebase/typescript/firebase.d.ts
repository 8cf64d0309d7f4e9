// The declarations of the Firebase SDK for JavaScript and of the Admin SDK for Node.js that generated
// code must fit.
declare module "firebase/auth" {
  export interface ActionCodeSettings {
    android?: { installApp?: boolean; minimumVersion?: string; packageName: string };
    handleCodeInApp?: boolean;
    iOS?: { bundleId: string };
    url: string;
    dynamicLinkDomain?: string;
    linkDomain?: string;
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
