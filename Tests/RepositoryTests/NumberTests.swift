import Testing

/// Numbers in input are untrusted. Input becomes a number only in known files, and operations that
/// trap on numbers out of range are used only with linkpolicy's own numbers.
///
/// A search of the source code doesn't know types. It finds the forms used so far, so that a new
/// use needs a reason here.
@Suite struct NumberTests {
  /// A file that may use a pattern that other files must not.
  private struct Exception {
    /// A file, or a directory with a final slash.
    var path: String
    var reason: String

    init(_ path: String, _ reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// Conversions of strings to numbers. Other code uses `WholeNumber.read`, which has a limit.
  private static let readers = [
    Exception("PolicyText/Bytes/ASCII.swift", "digits only, held at a limit"),
    Exception(
      "PolicyText/Bytes/JSONValue", "an optional integer; every user is listed by `accessors`"),
    Exception("PolicyModel/Checking/ScalarReading.swift", "ranges are those of the schema"),
    Exception("PolicyRules/Examples/ExampleFile.swift", "an example of ours"),
    Exception("LanguageServer/Protocol/MessageFrames.swift", "ten digits at most, then a limit"),
    Exception("PolicyDecision/Replay/ReplaySummary+JSON.swift", "counts that add up to the lines"),
    Exception("AssociationFiles/Android/AssetSite.swift", "compared with 65535"),
    Exception("PolicyText/SourceTree/SourceTree+Value.swift", "printed again"),
    Exception("LinkPolicyCLI/Fetching/CurlStream.swift", "compared with limits"),
    Exception("LinkPolicyCLI/Fetching/HostOverride.swift", "1...65535"),
    Exception("LinkPolicyCLI/Fetching/CurlSettings.swift", "compared with a version"),
    Exception("LinkPolicyCLI/ColorChoice.swift", "40...1000 columns"),
    Exception("LinkPolicyCLI/Revisions/", "sizes are compared with the bytes that are there"),
    Exception("LinkPolicy/Checking/Baseline.swift", "1...1000000"),
    Exception("PolicyDecision/Requests/Reading/", "compared with numbers of tokens, as doubles"),
    Exception("PolicyImport/Readers/PropertyListReader.swift", "asked whether it is a number"),
    Exception("PolicyDecision/Requests/Shared/JSONReading.swift", "finite doubles, only compared"),
    Exception("linkpolicy-web/Server/ServerTimes.swift", "an hour at most"),
    Exception("linkpolicy-web/WebArguments.swift", "a range for each option"),
    Exception("linkpolicy-web/Requests/Responder.swift", "compared with a limit"),
  ]

  /// Integers in JSON.
  private static let accessors = [
    Exception("PolicyText/Bytes/JSONValue.swift", "the accessor itself"),
    Exception("LanguageServer/Editor/Actions/EditorCommandRunner.swift", "compared with lines"),
    Exception("LanguageServer/", "compared, or added with `&+`; positions are held at their line"),
    Exception(
      "PolicyVerification/Responses/ObservationRecord.swift", "ranges, or `Timestamp`"),
    Exception("WebApp/Routes/", "compared"),
  ]

  /// Conversions of floating-point numbers to integers.
  private static let rounded = [
    Exception(
      "LinkPolicyCLI/Fetching/CurlStream.swift", "`Int(exactly:)` of what is held at a limit"),
    Exception("LinkPolicyCLI/Commands/ReplayText.swift", "shares of counts that add up"),
    Exception("PolicyDecision/Requests/AppleIDToken/AppleTokenCheck.swift", "a constant"),
  ]

  /// Checks that every file that matches a pattern is an exception, and that every exception is
  /// still needed.
  private func check(
    _ pattern: Regex<some Any>, _ words: [String], _ exceptions: [Exception],
    in directories: [String] = ["Sources", "Web/Sources"]
  ) throws {
    var used: Set<String> = []
    for file in try directories.flatMap({ try RepositoryFiles.swift(in: $0) })
    where words.contains(where: file.mentions) && !file.path.contains("linkpolicy-dev/") {
      let path = file.pathInTargets
      for line in file.code {
        let code = line.drop { $0 == " " }
        guard words.contains(where: code.contains), !code.hasPrefix("//"), code.contains(pattern)
        else { continue }
        let exception = exceptions.first { path.hasPrefix($0.path) }
        #expect(exception != nil, "\(file.path): \(code)")
        if let exception { used.insert(exception.path) }
      }
    }
    #expect(exceptions.filter { !used.contains($0.path) }.map(\.path) == [], "not needed any more")
    #expect(exceptions.allSatisfy { $0.reason.count > 5 })
  }

  @Test func `strings become numbers in known files`() throws {
    try check(
      #/\b(?:U?Int(?:64|32|16|8)?|Double)\((?:String\(|text(?:\)|\.string)|digits\)|written\)|port\.string|json\.stringValue|(?:lines|fields|parts)\[\d|line\.dropFirst)|\.(?:flatMap|compactMap)\(?\s?\{ U?Int\(\$0(?:, radix: \d+)?\)|\.flatMap\(\{ U?Int(?:64)?\(\$0|\.stringValue\.flatMap\(?\s?\{ U?Int(?:64)?\(\$0/#,
      ["Int", "Double("], Self.readers)
  }

  @Test func `integers in JSON are read in known files`() throws {
    try check(
      #/[\w\]?]\.integer(?![\w(])|var integer: /#, [".integer", "var integer"],
      Self.accessors)
  }

  @Test func `floating-point numbers become integers in known files`() throws {
    try check(
      #/\bU?Int(?:64|32|16|8)?\((?:exactly: )?[^"]*(?:Double\(|rounded\(|leeway)/#,
      ["Double(", "rounded(", "leeway"],
      Self.rounded)
  }

  @Test func `untrusted times are timestamps, and no sleep traps`() throws {
    for file in try RepositoryFiles.product() {
      for word in ["usleep(", "nanosleep(", "timeIntervalSince", "Int(truncating:"]
      where file.mentions(word)
        && file.path != "Sources/LinkPolicy/Project/LocalDirectoryLock.swift"
        // A constant: 200 microseconds between two checks of a program that has closed its output.
        && file.path != "Sources/LinkPolicyCLI/Platform/POSIXProcessRunner.swift"
      {
        Issue.record("\(file.path) calls \(word)")
      }
      guard file.path.hasPrefix("Sources/PolicyVerification/"),
        !file.path.hasSuffix("/Timestamp.swift")
      else { continue }
      for line in file.code where line.contains(#/\.seconds(?!\w|\(since:| ==|\))/#) {
        Issue.record("\(file.path) counts in bare seconds: \(line)")
      }
    }
  }

  /// `prefix`, `dropFirst` and `repeating:count:` trap on negative numbers, so a limit that input
  /// can exceed is clamped to 0.
  @Test func `the remainder of a limit is never negative`() throws {
    for file in try RepositoryFiles.product() where file.mentions("limit") {
      for line in file.code {
        #expect(
          !line.contains(#/\.(?:prefix|suffix|dropFirst|dropLast)\((?:Self\.)?\w*[lL]imit\w* - /#),
          "\(file.path): \(line)")
      }
    }
  }
}
