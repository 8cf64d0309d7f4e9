import PolicyText

/// Finds the host of a website in the files that deploy it.
enum SiteHost {
  /// Files that contain the host of a site, and the text before it, at the start of a line or
  /// element; nil for the first line.
  private static let files: [(name: String, key: String?)] = [
    ("CNAME", nil), ("public/CNAME", nil), ("package.json", "\"homepage\":"),
    ("vercel.json", "\"alias\":"), ("_config.yml", "url:"), ("hugo.toml", "baseURL ="),
    ("config.toml", "baseURL ="), ("sitemap.xml", "<loc>"),
    ("index.html", "<link rel=\"canonical\" href="),
    ("index.html", "<meta property=\"og:url\" content="),
  ]

  /// The host in the files of a directory, or else in those of a directory above it.
  ///
  /// - Parameter load: returns the bytes of a file.
  static func find(above directory: String, _ load: (String) -> [UInt8]?) -> String? {
    var parts = directory.split(separator: "/").map(String.init)
    while true {
      for (name, key) in files {
        guard let bytes = load((parts + [name]).joined(separator: "/")) else { continue }
        let contents = String(decoding: bytes, as: UTF8.self)
        // The sitemaps of an index can be on another host.
        guard !contents.contains("<sitemapindex") else { continue }
        let lines = contents.split(whereSeparator: \.isNewline).map {
          $0.drop { $0 == " " || $0 == "\t" }
        }
        let value =
          key.map { key in
            lines.lazy.compactMap { line in
              let place = key.hasPrefix("<") ? line.firstRange(of: key) : nil
              return place.map { line[$0.upperBound...] }
                ?? (line.hasPrefix(key) ? line.dropFirst(key.count) : nil)
            }.first ?? ""
          } ?? lines.first ?? ""
        let text = String(
          value.drop { " \t\"'[".contains($0) }.prefix { !" \"'<>,]".contains($0) })
        if let host = host(text) { return host }
      }
      guard parts.popLast() != nil else { return nil }
    }
  }

  /// The host of a URL, or the host itself; nil for hosts of other sites, such as that of the
  /// source code.
  private static func host(_ text: String) -> String? {
    let host =
      text.utf8.contains(UInt8(ascii: "/")) ? URIParts(ExactString(text)).lowerHost.string : text
    let others = ["github.com", "gitlab.com", "npmjs.com", "github.io", "bitbucket.org"]
    let templates = ["example", "yourdomain", "your-domain", "yoursite", "your-site"]
    let isTemplate =
      host.split(separator: ".").dropLast().last.map {
        templates.contains(String($0))
      } ?? false
    guard host.split(separator: ".").count > 1, !host.contains(" "), !isTemplate,
      !others.contains(where: { host == $0 || host.hasSuffix("." + $0) })
    else { return nil }
    return host
  }
}
