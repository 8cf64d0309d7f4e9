import PolicyText

/// The host of a website, as the files that deploy it name it.
enum SiteHost {
  /// The host in `CNAME`, or else the home page in `package.json`.
  ///
  /// - Parameter load: returns the bytes of a file in the directory.
  static func find(_ load: (String) -> [UInt8]?) -> String? {
    if let bytes = load("CNAME"), let host = host(String(decoding: bytes, as: UTF8.self)) {
      return host
    }
    guard let bytes = load("package.json") else { return nil }
    let tree = JSONReader.read(SourceFile(name: "package.json", bytes: bytes), file: FileID(0)).tree
    return tree.root.flatMap { tree.value(of: "homepage", in: $0) }.flatMap {
      host(tree.text($0).string)
    }
  }

  /// The host of a URL or the host itself; nil for hosts of other sites, such as that of the source code.
  private static func host(_ text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let host =
      line.utf8.contains(UInt8(ascii: "/")) ? URIParts(ExactString(line)).lowerHost.string : line
    let others = ["github.com", "gitlab.com", "npmjs.com", "github.io", "bitbucket.org"]
    guard host.split(separator: ".").count > 1, !host.contains(" "),
      !others.contains(where: { host == $0 || host.hasSuffix("." + $0) })
    else { return nil }
    return host
  }
}
