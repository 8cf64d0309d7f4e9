package import PolicyText

extension PublicSuffixes {
  /// The top-level domain that was meant by a common misspelling of one; nil for all other names.
  ///
  /// New domains appear every year: unlike a list of all that exist, this one does not refuse them. None
  /// of the names was delegated as of 2026-11 (public suffix list).
  package static func meant(byTopLevel name: ExactString) -> String? {
    guard (3...5).contains(name.utf8.count) else { return nil }
    return misspellings.first { $0.wrong.contains(name) }?.right
  }

  private static let misspellings: [(right: String, wrong: [ExactString])] = [
    (
      "com",
      [
        "con", "cmo", "ocm", "comm", "coom", "vom", "xom", "cim", "cpm", "clm", "ocn", "cmom",
        "ccom", "comn", "coma", "c0m",
      ]
    ),
    ("net", ["nte", "ent", "nett", "ner", "nrt", "met", "nwt", "enet"]),
    ("org", ["ogr", "rog", "orgg", "prg", "irg", "orh", "ord", "oeg", "0rg"]),
    ("app", ["appp", "apo", "spp", "aapp"]),
    ("dev", ["dve", "devv", "deb", "edv"]),
    ("info", ["inof", "ifno", "infi", "inffo", "infoo"]),
  ]
}
