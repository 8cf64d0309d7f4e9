import PolicyModel
import SourceTree
import TextSupport

/// What the path of a text says where that text is a URI on one of Google's linking hosts.
struct LinkingPath {
  var path: GoogleLinking.Path

  init?(_ text: ExactString) {
    let uri = URIOccurrence(
      .init(text, .init(0)), role: .linking, environment: nil, list: 0)
    guard GoogleLinking.isHost(uri.lowerHost), let path = GoogleLinking.path(of: uri)?.path else {
      return nil
    }
    self.path = path
  }

  var bundle: ExactString? {
    if case .bundle(let bundle) = path { bundle } else { nil }
  }

  var project: ExactString? {
    if case .project(let project) = path { project } else { nil }
  }
}
