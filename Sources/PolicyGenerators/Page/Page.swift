package import PolicyText

/// A page for people, without any markup: `HTMLPage` and `MarkdownPage` write it down.
///
/// All texts are plain; texts of policies are `ExactString`, so that two values which only look alike
/// are never taken for one.
package struct Page: Sendable {
  /// The heading.
  package var title: String
  /// Below the heading.
  package var lead: [PageText]
  /// Where the page comes from.
  package var origin: GeneratedHeader
  package var sections: [PageSection]
  /// The pages before, behind and above it, where it is one of several.
  package var neighbours: [PageLink]

  /// A page.
  package init(
    title: String, lead: [PageText] = [], origin: GeneratedHeader, sections: [PageSection],
    neighbours: [PageLink] = []
  ) {
    self.neighbours = neighbours
    self.title = title
    self.lead = lead
    self.origin = origin
    self.sections = sections
  }
}

/// A part of a page with a heading that links can lead to.
package struct PageSection: Sendable, Equatable {
  /// Unique on the page.
  package var id: PageID
  package var title: [PageText]
  package var blocks: [PageBlock]
  package var parts: [PageSection]

  /// A section.
  package init(
    _ id: PageID, _ title: [PageText], blocks: [PageBlock] = [], parts: [PageSection] = []
  ) {
    self.id = id
    self.title = title
    self.blocks = blocks
    self.parts = parts
  }
}

/// A paragraph, a list or a table.
package enum PageBlock: Sendable, Equatable {
  case text([PageText])
  case list([[PageText]])
  case table(PageTable)
}

/// A table; the first cell of each row is its header.
package struct PageTable: Sendable, Equatable {
  /// How wide the columns are.
  package enum Layout: String, Sendable {
    /// As their contents need.
    case plain
    /// A name, then columns of one width to compare.
    case sides
    /// A number, then the rest.
    case ordered
    /// Short cells, which stay a table on narrow screens.
    case numbers
  }

  /// What the table shows, for those who do not see what stands around it.
  package var caption: String
  /// The header of each column.
  package var columns: [String]
  package var rows: [PageRow]
  package var layout: Layout

  /// A table.
  package init(
    _ caption: String, columns: [String], rows: [PageRow], layout: Layout = .plain
  ) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
    self.layout = layout
  }
}

/// A row of a table.
package struct PageRow: Sendable, Equatable {
  /// As many as the table has columns, spans counted.
  package var cells: [PageCell]
  /// What the row means at a glance; never the only sign of it.
  package var tone: PageTone?

  /// A row.
  package init(_ cells: [PageCell], tone: PageTone? = nil) {
    self.cells = cells
    self.tone = tone
  }
}

/// A cell of a table.
package struct PageCell: Sendable, Equatable {
  /// Empty for a cell that says nothing.
  package var lines: [[PageText]]
  /// How many columns hold it.
  package var span: Int

  /// A cell of lines.
  package init(lines: [[PageText]], span: Int = 1) {
    self.lines = lines
    self.span = span
  }

  /// A cell of one line.
  package init(_ line: [PageText]) { self.init(lines: [line]) }
}

/// Text on a page.
package enum PageText: Sendable, Equatable {
  /// Prose.
  case text(ExactString)
  /// Prose that matters.
  case strong(ExactString)
  /// A value of a policy or the name of something, as it is written.
  case code(ExactString)
  /// Prose that may be passed over.
  case quiet(ExactString)
  /// A word with a tone.
  case badge(ExactString, PageTone)
  /// The line of a policy.
  case line(PolicyLine)
  /// The name of something that the page describes elsewhere.
  case reference(PageID, ExactString)
  /// A certificate, shortened, in full on demand.
  case fingerprint(ExactString)
  /// Another page.
  case link(PageLink)
}

/// How good something is.
package enum PageTone: String, Sendable {
  case good, careful, bad, neutral
}

/// A line of a policy as a page refers to it.
package struct PolicyLine: Sendable, Hashable {
  /// The file as its readers know it; never absolute.
  package var file: ExactString
  /// From 1.
  package var line: Int
  /// Relative URL of the file, seen from the page; nil where the way there is not known.
  package var url: RelativeURL?
  /// The words of the link: short, since it stands beside every value.
  package var label: ExactString

  /// A line.
  ///
  /// - Parameter label: nil for `L12`.
  package init(
    file: ExactString, line: Int, url: RelativeURL? = nil, label: ExactString? = nil
  ) {
    self.file = file
    self.line = line
    self.url = url
    self.label = label ?? ExactString("L\(line)")
  }
}

/// A link to another page: of this report, or of the documentation site that the team has named.
package struct PageLink: Sendable, Hashable {
  /// Nothing in it is markup.
  package let url: ExactString
  /// The words of the link.
  package let text: ExactString

  /// A link to a file beside the page.
  package init(_ url: RelativeURL, _ text: ExactString) {
    self.url = url.text
    self.text = text
  }

  /// A link to a section of the same page.
  init(_ section: PageID, _ text: ExactString) {
    url = ExactString("#\(section.text)")
    self.text = text
  }

  /// A link to the page of a rule.
  package init(_ rule: RuleID, at documentation: DocumentationBase) {
    url = ExactString(documentation.page(of: rule))
    text = ExactString(rule.rawValue)
  }
}

/// A URL reference that stays where the page lies: nothing in it can be taken for a scheme, a host or
/// markup (RFC 3986 section 4.2).
package struct RelativeURL: Sendable, Hashable {
  /// Letters, digits, `-._~%/` only.
  package let text: ExactString

  /// The way up and then down.
  ///
  /// - Parameter levels: how many directories up.
  package init(up levels: Int, down components: [String]) {
    var output = String(repeating: "../", count: max(0, levels))
    for (index, component) in components.enumerated() {
      if index > 0 { output += "/" }
      PercentEncoding.append(component, to: &output)
    }
    text = ExactString(output)
  }

  private init(checked text: ExactString) { self.text = text }

  /// The same file, seen from a folder below.
  package var fromBelow: RelativeURL { RelativeURL(checked: ExactString("../\(text)")) }
}

/// The target of links within a page.
package struct PageID: Sendable, Hashable {
  /// Letters, digits, `-._` only.
  package let text: ExactString

  /// An id of this program.
  package init(_ name: StaticString) { text = ExactString(name.description) }

  fileprivate init(checked text: String) { self.text = ExactString(text) }

  /// The id of a later piece of what is too long for one place; letters keep it apart from other ids.
  func piece(_ number: Int) -> PageID { PageID(checked: "\(text).piece.\(number)") }
}

/// Hands out ids, each once.
package struct PageIDs {
  private var taken: Set<ExactString> = []

  /// No id is taken.
  package init() {}

  /// An id from names: what is no letter, digit, `.` or `_` becomes `-`; a number follows where the id is
  /// taken, also by one that differs in case only.
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
    while !taken.insert(ASCII.lowercased(ExactString(candidate))).inserted {
      candidate = "\(text)-\(number)"
      number += 1
    }
    return PageID(checked: candidate)
  }

}
