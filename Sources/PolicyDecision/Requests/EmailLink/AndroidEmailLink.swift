import PolicyText

/// `ActionCodeUrl.parseLink` of the Android SDK.
///
/// Each parameter comes from the link or, if it is missing there, from the link in its parameter
/// `link`. Source: decompiled SDK; `android.net.Uri.getQueryParameter`.
struct AndroidEmailLink {
  /// The number of the operation, null without a link, or the name of an exception.
  let operation: JSONValue
  let code: ExactString?
  let continueURL: ExactString?

  private static let operations: [ExactString: Int] = [
    "resetPassword": 0, "verifyEmail": 1, "recoverEmail": 2, "signIn": 4,
    "verifyBeforeChangeEmail": 5, "revertSecondFactorAddition": 6,
  ]
  /// `ActionCodeResult.ERROR`.
  private static let unknown = 3

  /// True if the link contains a known operation.
  var isRead: Bool {
    if case .int(let number) = operation { number != Self.unknown } else { false }
  }

  init(_ link: ExactString) {
    guard !link.isEmpty else {
      operation = "IllegalArgumentException"
      code = nil
      continueURL = nil
      return
    }
    let outer = Self.query(link)
    let inner = Self.value("link", in: outer).map { Self.query($0) } ?? []
    func parameter(_ name: ExactString) -> ExactString? {
      Self.value(name, in: outer) ?? Self.value(name, in: inner)
    }
    func required(_ name: ExactString) -> ExactString? {
      parameter(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    guard required("apiKey") != nil, let code = required("oobCode"), let mode = required("mode")
    else {
      operation = .null
      code = nil
      continueURL = nil
      return
    }
    operation = .int(Self.operations[mode] ?? Self.unknown)
    self.code = code
    continueURL = parameter("continueUrl")
  }

  /// The query of a hierarchical URI; an opaque one (`mailto:…`) has none.
  private static func query(_ link: ExactString) -> [ArraySlice<UInt8>] {
    let parts = URIParts(link)
    guard let range = parts.query else { return [] }
    let isOpaque =
      parts.scheme != nil && parts.bytes(parts.path).first != UInt8(ascii: "/")
      && parts.authority == nil
    return isOpaque ? [] : parts.bytes(range).split(separator: UInt8(ascii: "&"))
  }

  /// The first value of a name; empty without `=`.
  private static func value(_ name: ExactString, in query: [ArraySlice<UInt8>]) -> ExactString? {
    for pair in query {
      let key = pair.prefix { $0 != UInt8(ascii: "=") }
      guard key.elementsEqual(name.utf8) else { continue }
      let value = pair.dropFirst(key.count + 1)
      let decoded = PercentEncoding.decode(value, plusIsSpace: true, malformed: .keep) ?? []
      return ExactString(decoding: decoded)
    }
    return nil
  }
}
