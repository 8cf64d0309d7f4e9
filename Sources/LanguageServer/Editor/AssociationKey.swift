/// A key of `apple-app-site-association` or `assetlinks.json`, for hovers and completion.
struct AssociationKey {
  let name: String
  let summary: String
  /// What stands under it: a list, a mapping, or a value.
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
    text("/", "Pattern of the path: `*` any text, `?` one character"),
    object("?", "Pattern of the query, or of the value of each name"),
    text("#", "Pattern of the fragment"),
    word("exclude", "A match keeps the link out of the app"),
    text("comment", "For readers"),
    word("caseSensitive", "False where upper and lower case are alike; true by default"),
    word(
      "percentEncoded", "False where the link is decoded before it is compared; true by default"),
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
      object("defaults", "What components leave out"),
    ],
    "details": [
      list("appIDs", "App IDs: prefix, dot, bundle identifier"),
      list("components", "Rules in order, iOS 13 and later"),
      object("defaults", "What components leave out"),
      text("appID", "One app ID, the older form"),
      list("paths", "Patterns of paths, the older form; counts only without `components`"),
    ],
    "components": rule, "defaults": rule, "webcredentials": [apps], "appclips": [apps],
    "activitycontinuation": [apps],
  ]

  private static let android: [String: [AssociationKey]] = [
    "": [
      list("relation", "What the target may do"), object("target", "An app or a site"),
      object("relation_extensions", "Rules of links, Android 15 and later"),
      text("include", "The address of another file with statements"),
    ],
    "target": [
      text("namespace", "`android_app` or `web`"),
      text("package_name", "The application ID"),
      list("sha256_cert_fingerprints", "Of every key that signs what users install"),
      text("site", "The origin of a site"),
    ],
    "dynamic_app_link_components": rule.filter { $0.name != "caseSensitive" }
      .filter { $0.name != "percentEncoded" && $0.name != "comment" }
      + [text("comments", "For readers")],
    "delegate_permission/common.handle_all_urls": [
      list("dynamic_app_link_components", "Rules in order; the first that matches decides")
    ],
    "relation_extensions": [
      object("delegate_permission/common.handle_all_urls", "Rules of links")
    ],
  ]

  /// The keys of the object below a key; the empty text stands for the root, or an item of the root.
  static func keys(below key: String, isApple: Bool) -> [AssociationKey] {
    (isApple ? apple : android)[key] ?? []
  }

  /// Relations of statements.
  static let relations = [
    "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
  ]
}
