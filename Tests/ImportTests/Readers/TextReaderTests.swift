import PolicyText
import PolicyImport
import Testing

/// Readers of file formats that don't become a tree.
@Suite struct TextReaderTests {
  private static func source(_ text: String) -> SourceFile {
    SourceFile(name: "file", bytes: Array(text.utf8))
  }

  @Test func `build settings have conditions, comments and includes`() {
    let config = XcodeConfig(
      Self.source(
        """
        // A file.
        #include "Base.xcconfig"
        A = one // first
        URL = https:/$()/acme.example
        B[sdk=macosx*][arch=arm64] = two
          #include? "Local.xcconfig"
        not a setting
        = none
        C=
        """))
    #expect(config.settings.map(\.name) == ["A", "URL", "B", "C"])
    #expect(config.settings.map(\.value.text) == ["one", "https:/$()/acme.example", "two", ""])
    #expect(config.settings[2].condition == "sdk=macosx*][arch=arm64")
    #expect(config.includes.map(\.path.text) == ["Base.xcconfig", "Local.xcconfig"])
    #expect(config.includes.map(\.position) == [0, 3])
  }

  @Test func `resources are unescaped and concatenated`() {
    let strings = AndroidStrings([
      XMLReader.read(
        Self.source(
          #"""
          <resources>
            <string name="host">  acme.example\n</string>
            <string name="quoted">" a  b "</string>
            <string name="alias">@string/host</string>
            <string name="loop">@string/loop</string>
            <string name="marked">a <b>c</b></string>
            <item type="string" name="item">it\'s \u0041</item>
            <item type="dimen" name="size">1</item>
          </resources>
          """#), file: FileID(0)
      ).tree
    ])
    #expect(strings["host"]?.text == "acme.example\n")
    #expect(strings["quoted"]?.text == " a  b ")
    #expect(strings["alias"]?.text == "acme.example\n")
    #expect(strings["item"]?.text == "it's A")
    for name: ExactString in ["loop", "marked", "size", "none"] { #expect(strings[name] == nil) }
  }

  @Test func `only literals in Gradle files are read, in Groovy and Kotlin`() {
    let groovy = GradleLiterals(
      Array(
        #"""
        android {
          defaultConfig {
            applicationId 'com.acme.home'
            manifestPlaceholders = [host: "acme.example", "b": 'c', other: VALUE, d: "x$y"]
            resValue "string", "name", "value"
            resValue("bool", "flag", "true")
          }
          productFlavors {
            beta { applicationId = "com.acme." + "beta"; applicationIdSuffix ".beta" }
            paid { }
          }
          buildTypes { debug { applicationIdSuffix ".debug" } }
        }
        // applicationId "com.acme.comment"
        foo { applicationId "com.acme.other" }
        """#.utf8))
    #expect(groovy.applicationIDs.map(\.text) == ["com.acme.home", nil])
    #expect(groovy.suffixes.map(\.text) == [".beta", ".debug"])
    #expect(groovy.placeholders.map(\.name) == ["host", "b", "other", "d"])
    #expect(groovy.placeholders.map(\.text) == ["acme.example", "c", nil, nil])
    #expect(groovy.strings.map(\.name) == ["name"])
    #expect(groovy.scopes == [.flavor("beta"), .flavor("paid"), .buildType("debug")])
    let kotlin = GradleLiterals(
      Array(
        #"""
        android {
          defaultConfig {
            applicationId = "com.acme.home"
            manifestPlaceholders["host"] = "acme.example"
            addManifestPlaceholders(mapOf("a" to "b", "c" to name))
            manifestPlaceholders.put("d", "e")
            resValue("string", "name", "value")
            resValue("string", "computed", compute())
          }
          productFlavors {
            create("beta") { applicationId = "com.acme.beta" }
            register("paid") { applicationId = config.id }
          }
          buildTypes { getByName("debug") { applicationIdSuffix = ".debug" } }
        }
        """#.utf8))
    #expect(kotlin.applicationIDs.map(\.text) == ["com.acme.home", "com.acme.beta", nil])
    #expect(kotlin.applicationIDs.map(\.scope) == [.all, .flavor("beta"), .flavor("paid")])
    #expect(kotlin.placeholders.map(\.name) == ["host", "a", "c", "d"])
    #expect(kotlin.placeholders.map(\.text) == ["acme.example", "b", nil, "e"])
    #expect(kotlin.strings.map(\.text) == ["value", nil])
    #expect(kotlin.suffixes.map(\.scope) == [.buildType("debug")])
  }

  @Test(arguments: [
    (AndroidPath.Kind.path, "/x", "/x"),
    (.path, "x", ""),
    (.path, "/a*b", ""),
    (.pathPrefix, "/x/", "/x/*"),
    (.pathPrefix, "/x", "/x*"),
    (.pathPrefix, "", "*"),
    (.pathSuffix, ".html", "*.html"),
    (.pathPattern, "/p/.*", "/p/*"),
    (.pathPattern, #"/p/.*\.html"#, "/p/*.html"),
    (.pathPattern, "/p.", "/p?"),
    (.pathPattern, "/aa*", ""),
    (.pathPattern, #"/a\*"#, ""),
    (.pathPattern, "/a+", "/a+"),
    (.pathAdvancedPattern, "/a+", ""),
    (.pathAdvancedPattern, "/[0-9]", ""),
    (.pathAdvancedPattern, "/v/.*", "/v/*"),
    (.pathPattern, "p/.*", ""),
    (.pathPattern, ".*", "*"),
  ])
  func `Android paths become rules or none`(kind: AndroidPath.Kind, text: String, pattern: String) {
    let found = AndroidPath(kind: kind, text: ExactString(text)).pattern
    #expect((found ?? "") == ExactString(pattern))
  }

  @Test func `fingerprints have their key, variant and origin`() {
    let sha256 = "5c810e93d72a46bf68f1349da20be57c19c38a56fd2071b43e986bd502af47ec"
    let colons = "B7:4E:09:D2:5A:13:C8:6F:90:2B:E4:71:AD:38:56:0C:F3:9E:27:81"
    let text = FingerprintText(
      Self.source(
        """
        Aliasname: schlüssel
        Alias name: acme
        Certificate[1]:
          SHA1: \(colons)
          SHA256:\(colons):\(colons)
        Certificate[2]:
        \tSHA1: \(colons)
        Signer #1 certificate SHA-256 digest: \(sha256)
        Signer #1 public key SHA-256 digest: \(sha256)
        commit \(sha256)0 is none, nor is x\(sha256)
        """))
    #expect(text.entries.map(\.isSHA256) == [false, false, true, true])
    #expect(text.entries.map { $0.alias?.text } == ["acme", "acme", "acme", "acme"])
    #expect(text.entries.map { $0.exclusion == nil } == [true, false, false, false])
    #expect(text.entries[2].value.utf8.count == 95)
  }

  @Test(arguments: [
    ("applinks:acme.example", "applinks", "acme.example", ""),
    ("applinks:acme.example?mode=developer", "applinks", "acme.example", "developer"),
    ("webcredentials:a.b?x=1", "webcredentials", "a.b", ""),
  ])
  func `associated domains have a service, a host and a mode`(
    text: String, service: String, host: String, mode: String
  ) throws {
    let domain = try #require(AssociatedDomain(ExactString(text)))
    #expect(domain.service == ExactString(service) && domain.host == ExactString(host))
    #expect((domain.mode ?? "") == ExactString(mode))
    #expect(AssociatedDomain("acme.example") == nil && AssociatedDomain(":x") == nil)
  }
}
