package import PolicyText

/// A page without markup; `html` and `markdown` render it.
///
/// Values of policies are `ExactString`, so values that only look the same stay different.
package struct Page: Sendable {
  package var title: String
  /// Below the title.
  package var lead: [PageText] = []
  package var origin: GeneratedHeader
  package var sections: [PageSection]
  /// The previous and next page and the index, if the page is one of several.
  package var neighbors: [PageLink] = []

  package init(
    title: String, lead: [PageText] = [], origin: GeneratedHeader, sections: [PageSection],
    neighbors: [PageLink] = []
  ) {
    self.title = title
    self.lead = lead
    self.origin = origin
    self.sections = sections
    self.neighbors = neighbors
  }
}

/// A section with a heading.
package struct PageSection: Sendable, Equatable {
  /// Unique on the page.
  var id: PageID
  var title: [PageText]
  var blocks: [PageBlock]
  var parts: [PageSection]

  package init(
    _ id: PageID, _ title: [PageText], blocks: [PageBlock] = [], parts: [PageSection] = []
  ) {
    self.id = id
    self.title = title
    self.blocks = blocks
    self.parts = parts
  }
}

package enum PageBlock: Sendable, Equatable {
  /// A paragraph.
  case text([PageText])
  case list([[PageText]])
  case table(PageTable)
  /// A picture, only in HTML; folded below its summary if it has one.
  case drawing(Drawing, summary: ExactString?)
  /// A picture in rows that can be filtered, only in HTML.
  case drawings(DrawingList)
  case card(PageCard)

  static func paragraph(_ text: PageText...) -> Self { .text(text) }
}

/// A statement with its proof.
package struct PageCard: Sendable, Equatable {
  struct Fact: Sendable, Equatable {
    var name: String
    var value: [PageText]
  }

  /// The color of its edge; the title has the words.
  var tone: PageTone
  var title: [PageText]
  var text: [PageText]
  var facts: [Fact]
}

/// A table; the first cell of each row is its header.
package struct PageTable: Sendable, Equatable {
  enum Layout: String, Sendable {
    /// Columns are as wide as their contents need.
    case plain
    /// A name, then columns of the same width.
    case sides
    /// A number, then the rest.
    case ordered
    /// Short cells, which stay a table on narrow screens.
    case numbers
    /// A name, then colored cells.
    case matrix
  }

  /// Describes the table to readers who don't see the text around it.
  var caption: String
  var columns: [String]
  var rows: [PageRow]
  var layout = Layout.plain
  /// Whether a long table is unfolded at first.
  var isOpen = false

  /// The maximum number of rows of a table that isn't folded.
  private static let longest = 20
  var isLong: Bool { rows.count > Self.longest }

  package init(_ caption: String, columns: [String], rows: [PageRow]) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
  }

  init(_ caption: String, columns: [String], rows: [PageRow], layout: Layout) {
    self.init(caption, columns: columns, rows: rows)
    self.layout = layout
  }
}

package struct PageRow: Sendable, Equatable {
  /// The cells, whose spans add up to the number of columns.
  var cells: [PageCell]
  /// The color, which repeats the meaning of a cell.
  var tone: PageTone?

  package init(_ cells: [PageCell], tone: PageTone? = nil) {
    self.cells = cells
    self.tone = tone
  }
}

package struct PageCell: Sendable, Equatable {
  var lines: [[PageText]]
  /// The number of columns.
  var span: Int
  /// The color, which repeats the meaning of the text.
  var tone: PageTone?

  package init(lines: [[PageText]], span: Int = 1) {
    self.lines = lines
    self.span = span
  }

  init(_ text: ExactString, _ tone: PageTone) {
    self.init(lines: [[.text(text)]])
    self.tone = tone
  }

  package init(_ line: [PageText]) { self.init(lines: [line]) }
}

/// A piece of a line; literals are prose.
package enum PageText: Sendable, Equatable, ExpressibleByStringInterpolation {
  case text(ExactString)
  case strong(ExactString)
  /// A value or name as it is written in a policy.
  case code(ExactString)
  /// Less important prose.
  case quiet(ExactString)
  case badge(ExactString, PageTone)
  /// A line of a policy.
  case line(PolicyLine)
  /// The name of a section, maybe on another page.
  case reference(PageID, ExactString)
  /// The SHA-256 of a certificate: shortened, with the full value on demand.
  case fingerprint(ExactString)
  case link(PageLink)

  package init(stringLiteral text: String) { self = .text(ExactString(text)) }

  /// The contents without markup; nil for badges, lines and fingerprints.
  var plain: ExactString? {
    switch self {
    case .text(let text), .strong(let text), .code(let text), .quiet(let text),
      .reference(_, let text):
      text
    case .link(let link): link.text
    case .badge, .line, .fingerprint: nil
    }
  }

  /// The first and last bytes of a fingerprint in hexadecimal; short values are unchanged.
  static func shortened(_ fingerprint: ExactString) -> ExactString {
    let bytes = Array(fingerprint.utf8)
    guard bytes.count > 24, bytes.allSatisfy({ $0 < 0x80 }) else { return fingerprint }
    return ExactString(
      String(decoding: bytes.prefix(11), as: UTF8.self) + "…"
        + String(decoding: bytes.suffix(5), as: UTF8.self))
  }
}

package enum PageTone: String, Sendable {
  case good, careful, bad, neutral
}

extension [[PageText]] {
  func joined(by separator: PageText) -> [PageText] {
    Array<PageText>(joined(separator: [separator]))
  }
}

/// A line of a policy as a page refers to it.
package struct PolicyLine: Sendable, Hashable {
  /// The file name for readers; never absolute.
  var file: ExactString
  /// From 1.
  var line: Int
  /// The file as seen from the page; nil if unknown.
  var url: RelativeURL?
  /// The text of the link.
  var label: ExactString

  /// - Parameter label: nil for `L12`.
  package init(file: ExactString, line: Int, url: RelativeURL? = nil, label: ExactString? = nil) {
    self.file = file
    self.line = line
    self.url = url
    self.label = label ?? ExactString("L\(line)")
  }
}

/// A link to another page of the report or of the documentation.
package struct PageLink: Sendable, Hashable {
  /// Contains no markup.
  let url: ExactString
  let text: ExactString

  init(_ url: RelativeURL, _ text: ExactString) {
    self.url = url.text
    self.text = text
  }

  /// A link to a section of the same page.
  init(_ section: PageID, _ text: ExactString) {
    url = ExactString("#\(section.text)")
    self.text = text
  }

  init(_ rule: RuleID, at documentation: DocumentationBase) {
    url = ExactString(documentation.page(of: rule))
    text = ExactString(rule.rawValue)
  }
}

/// A URL reference without scheme and host (RFC 3986 section 4.2), also without markup.
package struct RelativeURL: Sendable, Hashable {
  /// Contains only letters, digits and `-._~%/`.
  package let text: ExactString

  /// - Parameter levels: the number of parent directories at the start.
  package init(up levels: Int, down components: [String]) {
    var output = String(repeating: "../", count: max(0, levels))
    for (index, component) in components.enumerated() {
      if index > 0 { output += "/" }
      PercentEncoding.append(component, to: &output)
    }
    text = ExactString(output)
  }

  private init(checked text: ExactString) { self.text = text }

  /// The same file as seen from a subfolder.
  var fromSubfolder: RelativeURL { RelativeURL(checked: ExactString("../\(text)")) }
}

/// The target of links to a section.
package struct PageID: Sendable, Hashable {
  /// Contains only letters, digits and `-._`.
  package let text: ExactString

  package init(_ name: StaticString) { text = ExactString(name.description) }
  fileprivate init(checked text: String) { self.text = ExactString(text) }

  /// The ID of a later piece of the section; the word keeps it different from other IDs.
  func piece(_ number: Int) -> PageID { PageID(checked: "\(text).piece.\(number)") }
}

/// Makes unique IDs.
package struct PageIDs {
  private var used: Set<ExactString> = []

  package init() {}

  /// Makes an ID from names: other characters than letters, digits, `.` and `_` become `-`. A number follows if the ID
  /// is already used, ignoring case.
  package mutating func id(_ kind: StaticString, _ names: [ExactString]) -> PageID {
    var text = kind.description
    for name in names {
      text += "-"
      for byte in name.utf8 {
        let isPlain = PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
        text.unicodeScalars.append(isPlain ? Unicode.Scalar(byte) : "-")
      }
    }
    var candidate = text
    var number = 2
    while !used.insert(ASCII.lowercased(ExactString(candidate))).inserted {
      candidate = "\(text)-\(number)"
      number += 1
    }
    return PageID(checked: candidate)
  }
}
