import PolicyText

/// What is supposed about the user and the device while the flows of a policy run.
public struct FlowFacts: Sendable, Equatable {
  /// What the user does when asked.
  public enum User: String, Sendable, CaseIterable {
    case approves, denies, cancels
  }

  /// Our app is on the device.
  public var isInstalled = true
  /// What the user does when asked.
  public var user = User.approves
  /// Our app has no network when it is opened.
  public var isOffline = false

  /// The user approves in an app that is installed and has a network.
  public init() {}

  private static let names: [(name: String, values: [String])] = [
    ("installed", ["true", "false"]), ("user", User.allCases.map(\.rawValue)),
    ("offline", ["true", "false"]),
  ]

  /// Reads `NAME=VALUE` texts, as `--fact` takes them; the last of several with one name counts.
  ///
  /// - Throws: `FlowError` for a name or a value that nobody knows, with the nearest.
  public init(_ texts: [String]) throws(FlowError) {
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let known = Self.names.first(where: { ExactString($0.name) == ExactString(name) })
      else {
        throw FlowError.unknown(name, "is no fact of flows", among: Self.names.map(\.name))
      }
      guard parts.count == 2 else {
        throw FlowError("the fact `\(known.name)` has no value: write `\(known.name)=…`")
      }
      let value = String(parts[1])
      guard let word = known.values.first(where: { ExactString($0) == ExactString(value) }) else {
        throw FlowError.unknown(
          value, "is no value of the fact `\(known.name)`", among: known.values)
      }
      switch known.name {
      case "installed": isInstalled = word == "true"
      case "offline": isOffline = word == "true"
      default: user = User(rawValue: word) ?? .approves
      }
    }
  }
}
