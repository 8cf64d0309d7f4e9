/// A revision as a page may name it: branches, tags, commits and what stands some commits before them.
package enum RevisionName {
  /// Nil for everything that git could take for something else than a name.
  package static func checked(_ text: String) throws(WebError) -> String {
    let bytes = Array(text.utf8)
    let isPlain =
      (1...200).contains(bytes.count)
      && bytes.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "._/~^-".utf8.contains(byte)
        }
      }
    guard isPlain, let first = bytes.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "."),
      !zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0x2E && $1 == 0x2E })
    else { throw WebError.unusable("this is no name of a revision") }
    return text
  }
}
