import type { OwnClient, Settings } from "./authorization-requests.js";

/** The redirect URIs of both environments by client and name. */
export const RedirectUris = {
  /** Client `app`. */
  app: {
    loopback: "http://127.0.0.1/cb",
    web: "https://app.example/cb",
  },
} as const;

type Clients = { readonly [client in OwnClient]?: Settings };

export const clients: { readonly prod: Clients; readonly sandbox: Clients } = {
  prod: {
    app: {
      endpoint: "https://auth.example/authorize",
      clientId: "app",
      redirectUris: ["http://127.0.0.1/cb", "https://app.example/cb"],
      loopback: ["http://127.0.0.1/cb"],
      scopes: ["read", "write"],
      issuer: "https://auth.example",
    },
  },
  sandbox: {},
};
