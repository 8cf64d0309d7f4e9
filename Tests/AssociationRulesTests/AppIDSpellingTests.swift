import PolicyText
import Testing

/// Mistakes in app IDs are found wherever an app ID stands.
@Suite struct AppIDSpellingTests {
  static let places = [
    #"{"applinks":{"details":[{"appIDs":["ID"],"components":[{"/":"/c/x"}]}]}}"#,
    #"{"applinks":{"apps":[],"details":[{"appID":"ID","paths":["/c/x"]}]}}"#,
    #"{"applinks":{"apps":[],"details":{"ID":{"paths":["/c/x"]}}}}"#,
    #"{"webcredentials":{"apps":["ID"]}}"#, #"{"appclips":{"apps":["ID"]}}"#,
    #"{"activitycontinuation":{"apps":["ID"]}}"#,
  ]

  static func found(_ id: String) -> [Set<String>] {
    places.map { place in
      Set(
        Checking.apple(place.replacing("\"ID\"", with: "\"\(id)\"") + "\n")
          .filter { $0.rule != "apple-legacy-form" }.map { "\($0.severity) \($0.rule)" })
    }
  }

  @Test(arguments: [
    "AAAAAAAAAA.com.birch.shop", "XXXXXXXXXX.com.birch.shop", "xxxxxxxxxx.com.birch.shop",
    "0000000000.com.birch.shop", "R7KM2QX94T+com.birch.shop", "R7KM2QX94T-com.birch.shop",
    "R7KM2QX94T_com.birch.shop", "R7KM2QX94T/com.birch.shop", "R7KM2QX94T com.birch.shop",
    "TEAMID.com.birch.shop", "$(AppIdentifierPrefix)com.birch.shop", "r7km2qx94t.com.birch.shop",
    "com.birch.shop", "R7KM2QX94T", "R7KM2QX94T.", "R7KM2QX94T..x", "R7KM2QX94T.com.birch.*",
  ])
  func `what cannot be an app ID is an error everywhere`(id: String) {
    for found in Self.found(id) { #expect(found == ["error apple-app-id-format"]) }
  }

  @Test(arguments: [
    "R7KM2QX94T.com.example", "R7KM2QX94T.com.example.shop", "R7KM2QX94T.com.Example.shop",
    "R7KM2QX94T.org.example.shop", "R7KM2QX94T.com.yourcompany.shop",
    "R7KM2QX94T.com.mycompany.shop", "R7KM2QX94T.apple-app-site-association",
  ])
  func `what no app is called is a warning everywhere`(id: String) {
    for found in Self.found(id) { #expect(found == ["warning apple-app-id-format"]) }
  }

  @Test(arguments: ["R7KM2QX94T.com.example-shop.app", "R7KM2QX94T.com.examples.shop"])
  func `what only starts like an example is none`(id: String) {
    for found in Self.found(id) { #expect(found.isEmpty) }
  }

  @Test(arguments: ["ABCDE12345.com.birch.shop", "12345ABCDE.com.birch.shop"])
  func `made-up team IDs are errors everywhere`(id: String) {
    for found in Self.found(id) { #expect(found == ["error documentation-example"]) }
  }

  @Test(arguments: [
    "R7KM2QX94.com.birch.tv", "R7KM2QX94TT.com.birch.tv", "RKM2QX94T.com.birch.tv",
  ])
  func `a team ID that is nearly the one of the file is named`(id: String) {
    let found = Checking.apple(
      """
      { "webcredentials": { "apps": ["R7KM2QX94T.com.birch.shop"] },
        "appclips": { "apps": ["\(id)"] } }

      """)
    #expect(found.map(\.help) == ["did you mean `R7KM2QX94T`?"])
  }
}
