import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

/// An app that may send the App Flip intent, as texts.
struct ClientCaller: Sendable, Equatable {
  let package: ExactString
  /// SHA-256 of its signing certificates.
  let certificates: [ExactString]

  init(_ caller: CompiledCaller) {
    package = caller.package.value
    certificates = caller.fingerprints.map { ExactString($0.text) }
  }
}
