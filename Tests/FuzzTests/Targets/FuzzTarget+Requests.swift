import Foundation
import PolicyDecision
import PolicyModel
import PolicyTestSupport
import PolicyText

extension FuzzTarget {
  /// Compares the decision engine with the second engine. Three bytes choose the policy,
  /// environment, request type and user's action. A query, a link, or an intent in five lines
  /// follows.
  static let decide = FuzzTarget("decide", maximumLength: 768) {
    EnginePair.all.indices.flatMap { EnginePair.seeds(UInt8($0)) }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let contest = input.one(of: EnginePair.all)
    let environment = input.one(of: ["prod", "sandbox"])
    let code = "4/0A+b c"
    let expected: ReferenceEngine.Verdict
    var request: [(key: String, value: JSONValue)] = [
      ("environment", .string(environment)), ("code", .string(code)),
    ]
    switch input.one(of: [0, 1, 2]) {
    case 0:
      let outcome = input.one(of: ["approve", "deny", "server_error", "temporarily_unavailable"])
      let query = input.rest
      request += [
        ("kind", "authorize"), ("outcome", .string(outcome)), ("query", .string(query)),
      ]
      expected = contest.engine.authorize(
        query: query, environment: environment, outcome: outcome, code: code)
    case 1:
      let outcome = input.one(of: ["approve", "deny", "offline", "account_disabled", "timeout"])
      let url = input.rest
      request += [
        ("kind", "app_flip_ios"), ("outcome", .string(outcome)), ("url", .string(url)),
      ]
      expected = contest.engine.appFlipIOS(
        url: url, environment: environment, outcome: outcome, code: code)
    default:
      let outcome = input.one(of: ["approve", "deny", "offline", "account_disabled", "back"])
      let lines = (0..<5).map { _ in input.line().string }
      let intent = ReferenceEngine.Intent(
        action: lines[0], package: lines[1],
        certificates: lines[2].utf8.split(separator: UInt8(ascii: ",")).map {
          String(decoding: $0, as: UTF8.self)
        }, clientID: lines[3], redirectURI: lines[4])
      request += [("kind", "app_flip_android"), ("outcome", .string(outcome))] + intent.json
      expected = contest.engine.appFlipAndroid(
        intent, environment: environment, outcome: outcome, code: code)
    }
    let line = JSONValue.object(request)
    let answer = contest.simulator.answer(line)
    let found = ReferenceEngine.Verdict(answer: answer)
    Finding.unless(
      found == expected, "\(line.text())\n\(answer.text())\n\(expected)\n\(contest.facts.yaml)")
  }
}

extension FuzzBytes {
  /// The rest of the input as a string.
  fileprivate var rest: String { String(decoding: remaining, as: UTF8.self) }
}

/// A policy in both engines.
private struct EnginePair: Sendable {
  let facts: ReferencePolicy
  let engine: ReferenceEngine
  let simulator: Simulator

  init(seed: UInt64) {
    var policies = PolicyGenerator(chance: SeededRandom(seed: seed))
    facts = policies.policy()
    engine = ReferenceEngine(policy: facts)
    simulator = Simulator(facts.yaml)
  }

  static let all = (1...48).map { EnginePair(seed: $0) }

  /// Random requests of each type for a policy.
  static func seeds(_ index: UInt8) -> [[UInt8]] {
    var requests = RequestGenerator(
      policy: all[Int(index)].facts, chance: SeededRandom(seed: UInt64(index) + 100))
    return (0..<9).map { number in
      let environment = requests.environment()
      let kind = UInt8(number % 3)
      let text =
        switch kind {
        case 0: requests.query(environment, isFlip: false)
        case 1: requests.link(environment)
        default: requests.intent(environment).lines
        }
      return [index, environment == "prod" ? 0 : 1, kind, 0] + Array(text.utf8)
    }
  }
}

extension ReferenceEngine.Intent {
  /// The request in the format of an input.
  fileprivate var lines: String {
    [
      action, package, certificates.joined(separator: ","), clientID ?? "", redirectURI ?? "",
    ].joined(separator: "\n")
  }
}

extension FuzzTarget {
  /// Lines for `simulate` with every request type. Each must have a result in JSON.
  static let simulate = FuzzTarget("simulate", maximumLength: 2_048) {
    let recorded = try Seeds.objects("vectors", of: "decisions.json").map { vector in
      var request = vector.filter { !["id", "expect", "why", "source"].contains($0.key) }
      request["environment"] = request.removeValue(forKey: "env")
      return try [UInt8](JSONSerialization.data(withJSONObject: request, options: .sortedKeys))
    }
    let kinds = RequestKind.allCases.map { kind in
      Array(
        #"{"kind":"\#(kind)","environment":"prod","facts":{"authorized_domains":["a.example"]},"input":{"page_url":"https://a.example/x"},"url":"https://a.example/__/auth/action?mode=signIn&oobCode=1"}"#
          .utf8)
    }
    return recorded + kinds
  } run: { bytes in
    let answer = SimulatedPolicy.simulator.answer(String(decoding: bytes, as: UTF8.self)).text()
    Finding.unless((try? JSONText.parse(Array(answer.utf8))) != nil, "the answer is \(answer)")
  }
}

/// The tested policy, with a client of each type.
private enum SimulatedPolicy {
  static let simulator = Simulator(
    (try? Fixtures.text("Tests/Vectors/decisions.policy.yaml")) ?? "",
    (try? Fixtures.text("Tests/Fixtures/policies/complete-example.yaml")) ?? "")
}

extension FuzzTarget {
  /// Signed tokens: a line with the token and a line with a JSON Web Key Set. The keys haven't
  /// signed anything, so every accepted token would be forged.
  static let jwt = FuzzTarget("jwt", maximumLength: 2_048) {
    let headers = [
      #"{"alg":"RS256","kid":"A"}"#, #"{"alg":"ES256","kid":"E"}"#, #"{"alg":"none"}"#,
      #"{"alg":"HS256","kid":"A"}"#, #"{"alg":"RS256","kid":"A","crit":["b64"],"b64":false}"#,
    ]
    let claims =
      #"{"iss":"https://appleid.apple.com","aud":"com.acme.ios","exp":1700000300,"iat":1700000000,"sub":"001","nonce":"n","nonce_supported":true,"email":"a@b.c","email_verified":"true"}"#
    return headers.flatMap { header in
      ["", "AAAA", Self.base64URL(Array(repeating: 7, count: 64)), "\(Self.zeros(256))"].flatMap {
        signature in
        [KeySets.rsa, KeySets.p256, #"{"keys":[]}"#].map { keys in
          let token =
            "\(Self.base64URL(Array(header.utf8))).\(Self.base64URL(Array(claims.utf8))).\(signature)"
          return Array((token + "\n" + keys).utf8)
        }
      }
    }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let text = input.line()
    let token = SignedTokenReader.read(text)
    let keys = (try? JSONText.parse(input.remaining))?["keys"]
    var request = AppleIDTokenRequest(
      context: RequestContext(environment: .prod), operation: nil, input: .null, token: token,
      rawNonce: "n")
    _ = KeySets.policy.decide(request)
    guard case .array(let list)? = keys else { return }
    request.keys = list
    let decision = KeySets.policy.decide(request)
    Finding.unless(decision.outcome != .allow, "a token that nobody signed is taken: \(text)")
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Base64.encode(bytes).replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  private static func zeros(_ count: Int) -> String {
    base64URL([UInt8](repeating: 0, count: count))
  }
}

/// Public keys of valid sizes.
private enum KeySets {
  static let policy = CompiledPolicy(Workspace(sources: [], documents: []))
  /// A modulus whose prime factors are unknown.
  static let rsa =
    #"{"keys":[{"kty":"RSA","kid":"A","e":"AQAB","n":"\#(String(repeating: "u3", count: 170) + "w")"}]}"#
  /// The base point of the curve (FIPS 186-4, D.1.2.3).
  static let p256 =
    #"{"keys":[{"kty":"EC","crv":"P-256","kid":"E","x":"axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY","y":"T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"}]}"#
}
