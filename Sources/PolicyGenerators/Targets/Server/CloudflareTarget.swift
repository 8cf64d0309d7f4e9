/// Headers of Cloudflare Pages.
package struct CloudflareTarget: GeneratorTarget {
  package static let name = "cloudflare"
  package static let summary =
    "<env>/server/cloudflare/_headers: headers of Cloudflare Pages for the association files"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    try ServedHosts.files(input, target: Self.name, name: "cloudflare/_headers") {
      HostingHeaders.text($0, input.header)
    }
  }
}
