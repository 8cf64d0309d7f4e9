import Foundation
import LinkPolicy
import PolicyRules
import PolicyTestSupport
import PolicyText
import PolicyVerification
import Testing

/// The example of a deployment rule: requests and the servers' responses.
///
/// Requests that the example doesn't mention get correct responses.
struct ExampleTranscript {
  private struct Exchange {
    var url: String
    var route: String?
    /// Distinguishes requests that have the same URL but different parameters.
    var label: String?
    var answer: ObservedResult.Outcome
    /// The body is the file that `generate` writes.
    var isGenerated = false
  }

  private var exchanges: [Exchange] = []
  private(set) var entitlements: [[UInt8]] = []

  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }[
      ...]
    while let line = lines.popFirst() {
      if line.hasPrefix("entitlements: ") {
        entitlements.append(Array("<string>\(line.dropFirst(14))</string>".utf8))
      }
      guard line.hasPrefix("GET ") else { continue }
      var words = line.split(separator: " ").dropFirst().map { String($0) }
      let route = words[0].hasPrefix("https:") ? nil : words.removeFirst()
      let label = words.count > 1 ? words.dropFirst().joined(separator: " ") : nil
      var block: [String] = []
      while let next = lines.first, !next.hasPrefix("GET ") {
        block.append(next)
        lines.removeFirst()
      }
      exchanges.append(Self.exchange(words[0], route, label, block))
    }
  }

  private static func exchange(
    _ url: String, _ route: String?, _ label: String?, _ block: [String]
  ) -> Exchange {
    if let first = block.first, first.hasPrefix("error: ") {
      let words = first.split(separator: " ", maxSplits: 2).map { String($0) }
      let kind = ObservedFailure.Kind(rawValue: words[1]) ?? .connect
      return Exchange(
        url: url, route: route, label: label, answer: .failure(ObservedFailure(kind, words[2])))
    }
    let parts = block.split(separator: "", maxSplits: 1, omittingEmptySubsequences: false)
    var response = ObservedResponse(status: Int(block.first ?? "") ?? 0, headers: [], body: [])
    for line in parts.first?.dropFirst() ?? [] {
      let pair = line.split(separator: ":", maxSplits: 1).map {
        String($0).trimmingPrefix(while: { $0 == " " })
      }
      switch pair[0] {
      case "certificate":
        let days = Int(pair[1].split(separator: " ")[0]) ?? 0
        response.certificate = ObservedCertificate(
          notAfter: Timestamp(clamping: days * 86_400), names: [], issuer: "")
      case "milliseconds": response.milliseconds = Int(pair[1]) ?? 0
      default: response.headers?.append(.init(String(pair[0]), String(pair[1])))
      }
    }
    let body = parts.count > 1 ? parts[1].joined(separator: "\n").trimmed : ""
    response.body = Array(body.utf8)
    return Exchange(
      url: url, route: route, label: label, answer: .response(response),
      isGenerated: body.isEmpty && response.status == 200)
  }

  /// Returns the example's response; nil if the example doesn't have one for the request.
  func answer(to request: ObservedRequest, generated: [UInt8]?) -> ObservedResult? {
    let address = request.url.string.split(separator: "?").first.map { String($0) } ?? ""
    guard
      let exchange = exchanges.first(where: {
        $0.url == address && $0.route ?? request.route.rawValue == request.route.rawValue
          && ($0.label == nil || $0.label == Self.label(request))
      })
    else { return nil }
    var answer = exchange.answer
    if case .response(var response) = answer {
      if exchange.isGenerated, let generated { response.body = generated }
      response.headers = response.headers?.map {
        ObservedResponse.Header($0.name, Self.filled($0.value, request))
      }
      answer = .response(response)
    }
    return ObservedResult(url: request.url, time: 0, answer)
  }

  static func parameter(_ name: String, _ request: ObservedRequest) -> String? {
    let query = request.url.string.split(separator: "?").dropFirst().joined(separator: "?")
    return query.split(separator: "&").first { $0.hasPrefix("\(name)=") }
      .flatMap { String($0.dropFirst(name.count + 1)).removingPercentEncoding }
  }

  static func filled(_ text: String, _ request: ObservedRequest) -> String {
    text.replacing("{uri}", with: parameter("redirect_uri", request) ?? "")
      .replacing("{state}", with: parameter("state", request) ?? "")
  }

  /// Describes what a request to an endpoint or API tests.
  static func label(_ request: ObservedRequest) -> String {
    if parameter("iosBundleId", request) != nil { return "iosBundleId" }
    guard let uri = parameter("redirect_uri", request) else { return "" }
    if parameter("response_type", request) == "token" { return "response type token" }
    if parameter("code_challenge", request) == nil { return "no code challenge" }
    if uri.hasSuffix(".invalid/") { return "foreign host" }
    if uri.hasSuffix("/linkpolicy-probe") { return "longer path" }
    return ExamplePolicies.registered.contains(uri) ? "registered" : "altered"
  }
}

extension String {
  fileprivate func trimmingPrefix(while predicate: (Character) -> Bool) -> String {
    String(self.drop(while: predicate))
  }

  fileprivate var trimmed: String {
    var text = self[...]
    while text.last == "\n" { text = text.dropLast() }
    return String(text)
  }
}

/// Verifies the example policy against the responses in the examples of deployment rules.
@Suite struct DeploymentExampleTests {
  static let rules = RuleRegistry.catalogue.filter { $0.category == .deployment }.map(\.id.rawValue)

  static func report(_ example: String) throws -> VerificationReport {
    let transcript = ExampleTranscript(example)
    var options = VerificationOptions()
    options.asksThirdParties = true
    options.probesAuthorization = true
    options.comparesRoutes = true
    options.entitlements = transcript.entitlements
    var verification = Verification(ExamplePolicies.project, options: options)
    verification.send(
      with:
        ExampleServers(
          transcript: transcript, generated: try ExamplePolicies.generated(ExamplePolicies.project))
    )
    return verification.report
  }

  @Test func `the example policy has no findings, nor do correct responses`() throws {
    let found = ExamplePolicies.project.report.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == [])
    let report = try Self.report("")
    #expect(report.findings.diagnostics.map(\.message) == [])
    #expect(report.checks.count > 20)
    #expect(report.count(.ok) == report.checks.count)
  }

  /// Other rules that also report the example of a rule.
  static let company: [String: Set<String>] = ["asset-cached": ["asset-not-linked"]]

  @Test(arguments: rules)
  func `a bad example is reported, and nothing else is`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let found = try Self.report(info.examples.bad).findings.diagnostics
    let own = found.filter { $0.rule == info.id }
    #expect(own.contains { $0.severity == info.severity }, "\(found.map(\.message))")
    let others = found.filter { finding in
      finding.severity > .note && finding.rule != info.id
        && !(Self.company[id] ?? []).contains(finding.rule.rawValue)
    }
    #expect(others.map { "\($0.rule): \($0.message)" } == [])
    for finding in found {
      #expect(!finding.message.contains("\n") && finding.message.last != ".")
      #expect(finding.help?.last != ".")
      #expect(!finding.path.isEmpty)
    }
  }

  @Test func `the findings of the examples are as recorded`() throws {
    var text = ""
    for id in Self.rules {
      let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
      text += "# \(id)\n\n"
      for finding in try Self.report(info.examples.bad).findings.diagnostics
      where finding.rule == info.id {
        let help = try #require(finding.help, "\(id) has no help")
        text += "\(finding.severity)[\(id)]: \(finding.message)\nhelp: \(help)\n\n"
      }
    }
    try Golden.check(Array(text.utf8), "rules/deployment.txt")
  }

  @Test(arguments: rules)
  func `a good example is not reported`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let found = try Self.report(info.examples.good).findings.diagnostics
    #expect(found.filter { $0.severity > .note || $0.rule == info.id }.map(\.message) == [])
  }
}
