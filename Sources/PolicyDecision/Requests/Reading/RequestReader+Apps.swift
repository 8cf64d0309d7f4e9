import PolicyModel
import PolicyText

/// Requests that apps get: App Flip, and URLs that may open an app.
extension RequestReader {
  func appFlipIOS(_ node: NodeID) throws(Problem) -> AppFlipIOSRequest {
    let url = try required("url", node)
    return AppFlipIOSRequest(
      context: try context(node), url: url, outcome: try word("outcome", node) ?? .approve,
      errorDescription: try nullableText("error_description", node))
  }

  func appFlipAndroid(_ node: NodeID) throws(Problem) -> AppFlipAndroidRequest {
    let action = try required("action", node)
    guard let callerNode = tree.value(of: "caller", in: node) else {
      throw Problem(message: "the request has no `caller` with `package` and `certs`")
    }
    let extras = tree.value(of: "extras", in: node)
    if let extras, tree.kind(extras) != .mapping {
      throw Problem(message: "`extras` is not an object")
    }
    let context = try context(node)
    func extra(_ name: String) throws(Problem) -> ExactString? {
      if let extras { try nullableText(name, extras) } else { nil }
    }
    var clientID = try extra("CLIENT_ID")
    if clientID == nil { clientID = try client(node, context)?.clientID.value }
    return AppFlipAndroidRequest(
      context: context, action: action,
      caller: try caller(callerNode),
      clientID: clientID, scopes: try flipScopes(extras), redirectURI: try extra("REDIRECT_URI"),
      outcome: try word("outcome", node) ?? .approve)
  }

  /// nil for null: the activity was started without a result.
  private func caller(_ caller: NodeID) throws(Problem) -> AppFlipAndroidRequest.Caller? {
    if tree.isNull(caller) { return nil }
    guard tree.kind(caller) == .mapping else {
      throw Problem(message: "`caller` must be null or an object with `package` and `certs`")
    }
    return .init(
      package: try text("package", caller) ?? "", certificates: try texts("certs", caller) ?? [])
  }

  /// `SCOPE` is a list in Google's newer test tool and a string in the older one.
  private func flipScopes(_ extras: NodeID?) throws(Problem) -> [ExactString] {
    guard let extras, let value = tree.value(of: "SCOPE", in: extras), !tree.isNull(value) else {
      return []
    }
    if tree.kind(value) == .sequence { return try texts("SCOPE", extras) ?? [] }
    return (try text("SCOPE", extras) ?? "").utf8.split(separator: 0x20).map {
      ExactString(decoding: $0)
    }
  }

  func universalLink(_ node: NodeID) throws(Problem) -> UniversalLinkRequest {
    UniversalLinkRequest(
      context: try context(node), url: try required("url", node),
      app: try app(node))
  }

  func appLink(_ node: NodeID) throws(Problem) -> AppLinkRequest {
    var version = RequestDefaults.androidVersion
    if let value = tree.value(of: "android_version", in: node), !tree.isNull(value) {
      let json = tree.json(value)
      guard let number = Int(json.stringValue ?? json.text()), (1...99).contains(number) else {
        throw Problem(message: "`android_version` is not a number from 1 to 99")
      }
      version = number
    }
    return AppLinkRequest(
      context: try context(node), url: try required("url", node),
      app: try app(node), androidVersion: version)
  }
}
