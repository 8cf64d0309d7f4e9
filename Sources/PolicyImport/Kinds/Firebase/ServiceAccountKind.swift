import PolicyText

/// The key of a Google service account: it is recognised to be refused.
package enum ServiceAccountKind: ImportKind {
  package static let name = "service-account"
  package static let summary = "key of a Google service account: refused, it holds a private key"
  package static let usualNames: [String] = []

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), source.mentions("service_account"),
      let root = source.json.tree.root,
      let type = source.json.tree.value(of: "type", in: root),
      source.json.tree.text(type) == "service_account"
    else { return .no }
    return .refused(
      message:
        "this is the key of a service account: it holds a private key, and nothing for a policy",
      help: "keep it out of the repository; import the settings of the project instead")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {}
}
