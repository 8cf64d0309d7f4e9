import PolicyText
import Testing

/// Test builds beside their release, by their names.
@Suite struct TestBuildTests {
  static func rules(_ names: [String]) -> [String] {
    let statements = names.map {
      GroupTests.statement($0, [GroupTests.fingerprint(1), GroupTests.fingerprint(2)])
    }
    return Checking.android("[\(statements.joined(separator: ",\n"))]\n").map(\.rule.rawValue)
  }

  @Test(arguments: [
    "debug", "dev", "dev.west", "staging", "stg", "stage2", "qa", "uat", "beta", "alpha", "nightly",
    "canary", "internal", "preview", "prerelease", "preprod", "homolog", "pr", "rc1", "Debug",
  ])
  func `a build for tests is found beside its release`(word: String) {
    #expect(Self.rules(["com.birch.shop", "com.birch.shop.\(word)"]) == ["environment-mixed"])
  }

  @Test(arguments: [
    ["com.birch.shop.prod.west", "com.birch.shop.staging.west"],
    ["com.birch.shop.prod", "com.birch.shop.beta"],
    ["com.birch.shop", "com.birch.shop-dev2"].map { $0.replacing("-", with: "_") },
    ["com.birch.shop", "com.oak.birch.shop.debug"],
  ])
  func `a release has many names`(names: [String]) {
    #expect(Self.rules(names) == ["environment-mixed"])
  }

  @Test(arguments: [
    ["com.beta.shop", "com.beta.tv"], ["dev.birch.shop", "birch.shop.app"],
    ["com.birch.shop.dev"], ["com.birch.shop", "com.birch.preview.tool"],
    ["com.birch.shop", "com.birch.shop.tv"], ["com.birch.shop", "com.birch.shop.developer"],
    ["com.alpha.beta.shop", "com.alpha.beta.tv"],
  ])
  func `a name that only sounds like one is none`(names: [String]) {
    #expect(Self.rules(names) == [])
  }

  @Test func `a test build of another team is one`() {
    let found = Checking.apple(
      """
      { "applinks": { "details": [
        { "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [{ "/": "/c/*" }] },
        { "appIDs": ["Q4TN8YB2KD.com.birch.shop.beta"], "components": [{ "/": "/c/*" }] }
      ] } }

      """)
    #expect(found.map(\.rule) == ["environment-mixed"])
  }

  @Test func `one bundle ID of two teams is one app on a device`() {
    let found = Checking.apple(
      """
      { "applinks": { "details": [
        { "appIDs": ["R7KM2QX94T.com.birch.shop"], "components": [{ "/": "/c/*" }] },
        { "appIDs": ["Q4TN8YB2KD.com.birch.shop"], "components": [{ "/": "/c/*" }] }
      ] } }

      """)
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }
}
