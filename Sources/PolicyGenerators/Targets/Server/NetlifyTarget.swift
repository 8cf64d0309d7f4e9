/// Headers and redirects of Netlify.
package struct NetlifyTarget: GeneratorTarget {
  package static let name = "netlify"
  package static let summary =
    "<env>/server/netlify/…: _headers and _redirects of Netlify for the association files"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let headers = try ServedHosts.files(input, target: Self.name, name: "netlify/_headers") {
      HostingHeaders.text($0, input.header)
    }
    // The first rule that fits counts: a catch-all of the site must not answer for a file that is missing.
    let redirects = try ServedHosts.files(input, target: Self.name, name: "netlify/_redirects") {
      served in
      "# \(input.header.text)\n# Put these lines above those of the site.\n"
        + served.paths.map { "\($0) \($0) 200\n" }.joined()
    }
    return headers + redirects
  }
}
