/// The convention for rule names: `<subject>-<problem>`, in the terms of the field.
package enum RuleNames {
  /// The start of a rule name.
  package struct Subject: Sendable {
    package var name: String
    package var meaning: String
  }

  /// All subjects, by name. A rule uses an existing subject if there is one.
  package static let subjects: [Subject] = [
    Subject(name: "address", meaning: "IP addresses of hosts"),
    Subject(name: "android-package-name", meaning: "Android package names"),
    Subject(name: "app-flip", meaning: "App Flip (account linking in an app)"),
    Subject(name: "apple", meaning: "Sign in with Apple, Apple app IDs and their association file"),
    Subject(name: "asset", meaning: "Google's Digital Asset Links API"),
    Subject(name: "association-file", meaning: "association files of both platforms"),
    Subject(name: "association-files", meaning: "both association files of a site together"),
    Subject(name: "association-host", meaning: "hosts that serve association files"),
    Subject(name: "auth-domain", meaning: "the `auth_domain` of a Firebase project"),
    Subject(name: "authorized-domain", meaning: "the authorized domains of a Firebase project"),
    Subject(name: "authorized-domains", meaning: "the live list of authorized domains"),
    Subject(name: "callback-uri", meaning: "the action URL of Firebase emails"),
    Subject(name: "cdn", meaning: "association files on Apple's CDN"),
    Subject(name: "character", meaning: "single characters of a file"),
    Subject(name: "client-id", meaning: "OAuth client IDs"),
    Subject(name: "client-secret", meaning: "OAuth client secrets"),
    Subject(name: "client-type", meaning: "types of OAuth clients"),
    Subject(name: "code-lifetime", meaning: "lifetimes of authorization codes"),
    Subject(name: "content", meaning: "content types of files"),
    Subject(name: "continue-url", meaning: "continue URLs of Firebase emails"),
    Subject(name: "credentials", meaning: "passwords and passkeys shared between a site and apps"),
    Subject(name: "deployed", meaning: "association files as hosts serve them"),
    Subject(name: "dns", meaning: "DNS records of hosts"),
    Subject(name: "domain", meaning: "domains of any section"),
    Subject(name: "dynamic-rules", meaning: "Dynamic App Links of Android"),
    Subject(name: "email-action", meaning: "action emails of Firebase"),
    Subject(name: "email-link", meaning: "sign-in by email link"),
    Subject(name: "endpoint", meaning: "endpoints of the authorization server"),
    Subject(name: "entitlement", meaning: "entitlements of built apps"),
    Subject(name: "environment", meaning: "production and sandbox kept apart"),
    Subject(name: "fingerprint", meaning: "fingerprints of signing certificates"),
    Subject(name: "firebase", meaning: "settings of a Firebase project"),
    Subject(name: "google-client", meaning: "clients and apps of a Google project"),
    Subject(name: "grant-type", meaning: "grant types of a client"),
    Subject(name: "host", meaning: "hosts of `domains`"),
    Subject(name: "html", meaning: "HTML pages instead of files"),
    Subject(name: "http", meaning: "HTTP responses"),
    Subject(name: "identifier", meaning: "IDs of any kind"),
    Subject(name: "import", meaning: "imports of files that a team already has"),
    Subject(name: "invariant", meaning: "invariants of policies and test files"),
    Subject(name: "ipv6", meaning: "IPv6 connections"),
    Subject(name: "issuer", meaning: "the issuer of the authorization server"),
    Subject(name: "json", meaning: "JSON syntax"),
    Subject(name: "jwks", meaning: "published keys of authorization servers"),
    Subject(name: "link-domain", meaning: "link domains of Firebase emails"),
    Subject(name: "link-exclude", meaning: "link rules that exclude"),
    Subject(name: "link-host", meaning: "hosts whose links open apps"),
    Subject(name: "link-rule", meaning: "one rule for universal links and app links"),
    Subject(name: "link-rules", meaning: "all link rules of an app or a host"),
    Subject(name: "link-variable", meaning: "substitution variables of link rules"),
    Subject(name: "linking", meaning: "Google account linking"),
    Subject(name: "metadata", meaning: "metadata of authorization servers"),
    Subject(name: "mobile-links", meaning: "the `mobile_links` setting of Firebase emails"),
    Subject(name: "native", meaning: "native clients (RFC 8252)"),
    Subject(name: "origin", meaning: "JavaScript origins and CORS origins"),
    Subject(name: "pkce", meaning: "Proof Key for Code Exchange (RFC 7636)"),
    Subject(name: "policy-name", meaning: "names of policies"),
    Subject(name: "project-number", meaning: "project numbers of Google"),
    Subject(name: "rate", meaning: "rate limits of servers"),
    Subject(name: "redirect", meaning: "redirects of authorization servers"),
    Subject(name: "response-type", meaning: "response types of a client"),
    Subject(name: "robots", meaning: "`robots.txt` of a host"),
    Subject(name: "scope", meaning: "one scope"),
    Subject(name: "scopes", meaning: "the list of scopes of a client"),
    Subject(name: "server-client", meaning: "the server client ID of Google Sign-In"),
    Subject(name: "slow", meaning: "response times of servers"),
    Subject(name: "state", meaning: "the `state` parameter"),
    Subject(name: "statement", meaning: "statements of assetlinks.json"),
    Subject(name: "suppression", meaning: "comments that suppress findings"),
    Subject(name: "tls", meaning: "certificates of hosts"),
    Subject(name: "universal-link", meaning: "universal links of App Flip"),
    Subject(name: "uri", meaning: "redirect URIs and other URLs"),
    Subject(name: "url-scheme", meaning: "URL schemes of iOS apps"),
    Subject(name: "verify", meaning: "`verify` runs"),
    Subject(name: "well-known", meaning: "files below `/.well-known/`"),
    Subject(name: "yaml", meaning: "YAML syntax"),
  ]

  /// Rules about any value, whose names need no subject.
  package static let general: Set<String> = [
    "documentation-example", "missing-key", "not-a-policy", "to-fill-in", "unknown-key",
    "unknown-reference", "unknown-value", "wrong-type",
  ]

  /// Abbreviations that rule names must not contain. Common acronyms (URI, IDN, PKCE) and the environment names
  /// `prod` and `dev` are allowed.
  package static let abbreviations: Set<String> = [
    "addr", "al", "and", "auth", "bool", "cert", "cfg", "char", "chars", "conf", "config", "cred",
    "creds", "desc", "dir", "dom", "dup", "dups", "env", "envs", "err", "exp", "fdl", "fmt", "fp",
    "init", "iss", "len", "loc", "max", "min", "misc", "msg", "num", "oob", "opt", "param",
    "params",
    "pct", "pkg", "pos", "ref", "refs", "regex", "req", "res", "resp", "sec", "sig", "str", "tld",
    "tmp", "ttl", "val", "vals", "var", "vars", "vs",
  ]

  /// The longest subject that precedes the rest of a rule name.
  package static func subject(of id: String) -> Subject? {
    subjects.filter { id.utf8.starts(with: "\($0.name)-".utf8) }
      .max { $0.name.utf8.count < $1.name.utf8.count }
  }
}
