import PolicyModel
import PolicyText

struct FirebaseProjectIdFormat: Rule {
  static let info = RuleInfo(
    "firebase-project-id-format", .firebase, .error, summary: "Require valid Firebase project IDs",
    why: "A project ID is part of host names such as `acme-home.firebaseapp.com`. It has lowercase "
      + "letters, digits and hyphens. A display name such as `Acme Home` isn't an ID.",
    examples: .policy(
      bad: ExamplePolicy.firebase("").replacingKey("acme-home", by: "⟦Acme-Home⟧"),
      good: ExamplePolicy.firebase("")),
    references: ["Google Cloud: creating and managing projects"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for (environment, id) in context.policy.firebase?.projectID?.distinct ?? []
    where !id.value.isEmpty && !isValid(id.value) {
      findings.report(
        id.node, in: environment,
        "project ID must have lowercase letters, digits and hyphens, found \(id.value.quoted)",
        help: "copy it from the Firebase console > Project settings")
    }
  }

  /// The old IDs of projects in an organization start with its domain: `acme.example:home`.
  private func isValid(_ id: ExactString) -> Bool {
    let name = id.utf8.split(separator: UInt8(ascii: ":")).last.map(Array.init) ?? []
    return name.count <= 30 && name.first.map { (0x61...0x7A).contains($0) } ?? false
      && name.last != UInt8(ascii: "-")
      && name.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
      }
  }
}
