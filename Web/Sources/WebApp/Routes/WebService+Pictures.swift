import LinkPolicy
import PolicyDecision
import PolicyGenerators
import PolicyModel

/// Routes without a command. Entries with errors are left out.
extension WebService {
  /// `POST /api/addresses`: every entry that accepts a URI, by client and environment.
  func addresses(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let project = try workspace.project(view(body))
    let entries = project.addresses.map { entry -> JSONValue in
      [
        "policy": .string(entry.policy.string), "client": .optional(entry.client?.string),
        "client_id": .optional(entry.clientID?.string),
        "environment": .string(entry.environment.rawValue), "place": .string(entry.place),
        "purpose": .string(WhoAllows.Owner(entry).purpose.rawValue),
        "form": .string(entry.form.rawValue), "value": .string(entry.entry.value.string),
        "source": project.workspace.source(of: entry.entry.anchor)?.json ?? .null,
      ]
    }
    return line(["schemaVersion": 1, "addresses": .array(entries)])
  }

  /// `POST /api/map`: the map of the report, as SVG.
  func map(_ body: RouteBody) throws(WebError) -> [UInt8] {
    guard let map = try workspace.project(view(body)).map else {
      throw WebError(404, "no-client", "the policies have no client")
    }
    return Array(map.utf8)
  }

  /// `POST /api/links`: the paths of each host, and the apps that open them.
  func links(_ body: RouteBody) throws(WebError) -> [UInt8] {
    let trees = try workspace.project(view(body)).linkTrees
    return line([
      "schemaVersion": 1,
      "hosts": .array(
        trees.map { tree in
          [
            "host": .string(tree.host.string), "environment": .string(tree.environment.rawValue),
            "paths": .array(tree.entries.map(json)),
          ]
        }),
    ])
  }

  private func json(_ entry: LinkTree.Entry) -> JSONValue {
    func apps(_ opened: [LinkTree.Opened]) -> JSONValue {
      .array(
        opened.map { ["app": .string($0.app.string), "links": .string($0.share.rawValue)] })
    }
    return [
      "pattern": .string(entry.pattern.string), "depth": .int(entry.depth),
      "example": .optional(entry.example?.string), "ios": apps(entry.iOS),
      "android": apps(entry.android), "differs": .bool(entry.differs),
    ]
  }
}
