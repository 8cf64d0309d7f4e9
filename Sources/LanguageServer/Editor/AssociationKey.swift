/// A key of `apple-app-site-association` or `assetlinks.json`, for hovers and completion.
struct AssociationKey {
  let name: String
  let summary: String
  /// The type of its value.
  var opening = ""

  private static func list(_ name: String, _ summary: String) -> AssociationKey {
    AssociationKey(name: name, summary: summary, opening: "[]")
  }
  private static func object(_ name: String, _ summary: String) -> AssociationKey {
    AssociationKey(name: name, summary: summary, opening: "{}")
  }
  private static func text(_ name: String, _ summary: String) -> AssociationKey {
    AssociationKey(name: name, summary: summary, opening: "\"\"")
  }
  private static func word(_ name: String, _ summary: String) -> AssociationKey {
    AssociationKey(name: name, summary: summary)
  }

  private static let rule: [AssociationKey] = [
    text("/", "Path pattern: `*` matches any characters, `?` one"),
    object("?", "Query pattern, or a pattern per parameter"),
    text("#", "Fragment pattern"),
    word("exclude", "Don't open matching links in the app"),
    text("comment", "For readers"),
    word("caseSensitive", "Set to false to ignore case; true by default"),
    word(
      "percentEncoded", "Set to false to decode the link before matching; true by default"),
  ]

  private static let apps = list("apps", "App IDs: prefix, dot, bundle identifier")

  private static let apple: [String: [AssociationKey]] = [
    "": [
      object("applinks", "Universal links"),
      object("webcredentials", "Shared passwords and passkeys"),
      object("appclips", "App Clips"), object("activitycontinuation", "Handoff"),
    ],
    "applinks": [
      list("details", "Apps with their rules; the first rule that matches decides"),
      object("substitutionVariables", "Names for `$(name)` in patterns, with their values"),
      object("defaults", "Default values for components"),
    ],
    "details": [
      list("appIDs", "App IDs: prefix, dot, bundle identifier"),
      list("components", "Rules in order, iOS 13 and later"),
      object("defaults", "Default values for components"),
      text("appID", "One app ID, the older form"),
      list("paths", "Path patterns, older form; ignored if `components` is present"),
    ],
    "components": rule, "defaults": rule, "webcredentials": [apps], "appclips": [apps],
    "activitycontinuation": [apps],
  ]

  private static let android: [String: [AssociationKey]] = [
    "": [
      list("relation", "What the target is allowed to do"), object("target", "An app or a site"),
      object("relation_extensions", "Link rules, Android 15 and later"),
      text("include", "The URL of another file with statements"),
    ],
    "target": [
      text("namespace", "`android_app` or `web`"),
      text("package_name", "The application ID"),
      list(
        "sha256_cert_fingerprints",
        "SHA-256 fingerprints of all signing certificates of the installed app"),
      text("site", "The origin of a site"),
    ],
    "dynamic_app_link_components": rule.filter { $0.name != "caseSensitive" }
      .filter { $0.name != "percentEncoded" && $0.name != "comment" }
      + [text("comments", "For readers")],
    "delegate_permission/common.handle_all_urls": [
      list("dynamic_app_link_components", "Rules in order; the first that matches decides")
    ],
    "relation_extensions": [
      object("delegate_permission/common.handle_all_urls", "Link rules")
    ],
  ]

  /// The keys of the object under a key; an empty string means the root or an item of the root.
  static func keys(below key: String, isApple: Bool) -> [AssociationKey] {
    (isApple ? apple : android)[key] ?? []
  }

  static let relations = [
    "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
  ]
}
