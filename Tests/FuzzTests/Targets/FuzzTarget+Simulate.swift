import Foundation
import PolicyModel
import PolicyText
import PolicyTestSupport

extension FuzzTarget {
  /// Lines of `simulate` of every kind: each has an answer, and the answer is JSON.
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
    let answer = Questioned.simulator.answer(String(decoding: bytes, as: UTF8.self)).text()
    Finding.unless((try? JSONText.parse(Array(answer.utf8))) != nil, "the answer is \(answer)")
  }
}

/// What is asked: a policy with a client of each kind.
private enum Questioned {
  static let simulator = Simulator(
    (try? Fixtures.text("Tests/Vectors/decisions.policy.yaml")) ?? "",
    (try? Fixtures.text("Tests/Fixtures/policies/complete-example.yaml")) ?? "")
}
