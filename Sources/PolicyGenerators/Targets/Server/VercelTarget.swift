import PolicyText

/// Headers of Vercel.
package struct VercelTarget: GeneratorTarget {
  package static let name = "vercel"
  package static let summary =
    "<env>/server/vercel.json: headers of Vercel for the association files"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: Self.name, name: "vercel.json") { served in
      let settings: JSONValue = ["headers": HostingHeaders.json(served)]
      return settings.text(.pretty) + "\n"
    }
  }
}
