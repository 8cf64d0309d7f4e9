import PolicyDecision
import PolicyModel
import PolicyText

/// URLs that may open an app.
extension RequestReader {
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
