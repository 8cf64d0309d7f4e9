import PolicyTestSupport
import ProjectTestSupport

/// Files that rules have to look at together.
enum RelatedFiles {
  /// Files that have much in common: few names, hosts, client IDs and packages for many policies, and fixtures
  /// of all kinds.
  static func estate(_ chance: inout SeededRandom) throws -> [String: String] {
    var files: [String: String] = [:]
    for index in 0..<Int.random(in: 2...9, using: &chance) {
      files["p/\(index).yaml"] = policy(&chance)
    }
    if chance.once(in: 2) {
      let host = "h\(Int.random(in: 1...3, using: &chance)).example"
      files["sites/\(host)/.well-known/assetlinks.json"] = assetLinks(&chance)
      if chance.once(in: 2) {
        files["sites/\(host)/.well-known/apple-app-site-association"] =
          #"{"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.a"], "components": [{"/": "/x/*"}]}]}}"#
      }
    }
    for path in try Fixtures.names(in: "Policies") where chance.once(in: 3) {
      guard path.hasSuffix(".yaml") else { continue }
      files["own/\(path)"] = try Fixtures.text("Policies/\(path)")
    }
    return files
  }

  private static func policy(_ chance: inout SeededRandom) -> String {
    func number(_ count: Int) -> Int { Int.random(in: 1...count, using: &chance) }
    var text = "linkpolicy: 1\nname: n\(number(8))\n"
    if chance.once(in: 4) { text += "# linkpolicy: ignore-file[client-id-duplicate] known\n" }
    if chance.once(in: 8) { text += "owner: [\n" }
    let package = "com.p\(number(4))"
    text += """
      apps:
        droid:
          platform: android
          package_name: \(package)
      domains:
        h\(number(6)).example:
          environment: \(chance.one(of: ["prod", "sandbox", "both"]))
          links:
            - apps: [\(chance.one(of: ["droid", "n\(number(8))/droid", "n\(number(8))/ios"]))]
              rules:
                - { path: \(chance.one(of: ["/x/*", "/x", "*", "/y/?"])) }
      clients:
        c:
          provider: generic
          type: web
          client_id: { prod: c\(number(9)), sandbox: c\(number(9))-s }
          client_secret: { env: C_SECRET }
          redirect_uris:
            prod: ["https://h\(number(9)).example/cb"]
            sandbox: ["https://h\(number(9)).sandbox.example/cb"]

      """
    return text
  }

  private static func assetLinks(_ chance: inout SeededRandom) -> String {
    dynamicRules("com.p\(Int.random(in: 1...4, using: &chance))")
  }

  static func dynamicRules(_ package: String) -> String {
    let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    return """
      [{"relation": ["delegate_permission/common.handle_all_urls"],
        "target": {"namespace": "android_app", "package_name": "\(package)", "sha256_cert_fingerprints": ["\(print)"]},
        "relation_extensions": {"delegate_permission/common.handle_all_urls":
          {"dynamic_app_link_components": [{"/": "/z/*"}]}}}]

      """
  }
}
