package import PolicyText

/// Formats policies, tests and configurations: keys in schema order, indentation by two spaces,
/// quotes only if a YAML reader needs them, short flow collections on one line, long ones in block
/// style.
///
/// Keeps the order of lists and free keys, comments, empty lines between entries, the style of
/// collections that fit either way, and multi-line strings.
package enum PolicyFormatter {
  /// The maximum width of a flow collection on one line, in Unicode scalars, without comments.
  static let width = 100

  /// The formatted contents of a file.
  ///
  /// - Throws: `FormattingRefusal` if the file can't be read, or if the formatted contents can't be
  ///   proved to have the same meaning.
  package static func format(_ source: SourceFile) throws(FormattingRefusal) -> [UInt8] {
    let read = YAMLReader.read(source, file: FileID(0))
    if let problem = read.diagnostics.first {
      // The message of `validate`, which doesn't quote secrets.
      let shown = PolicyDocument(read).diagnostics.first { $0.location == problem.location }
      throw .unreadable(shown?.message ?? "cannot be read", problem.location.span)
    }
    if let place = source.hiddenLineBreak {
      throw .unreadable("a line break that editors do not show", place)
    }
    guard let shape = PolicyDocument.shape(of: PolicyDocument.kind(of: read.tree)) else {
      throw .unmarked
    }
    let bytes = try BlockWriter.text(of: read.tree, shape)
    try proveEqual(read.tree, bytes)
    return bytes
  }

  /// Parses the formatted contents and compares values, aliases and comments.
  private static func proveEqual(
    _ tree: SourceTree, _ bytes: [UInt8]
  ) throws(FormattingRefusal) {
    let source = SourceFile(name: tree.source.name, bytes: bytes)
    let again = YAMLReader.read(source, file: FileID(0))
    guard again.diagnostics.isEmpty, YAMLEquivalence.isEqual(tree, again.tree) else {
      throw .unproved
    }
  }
}

extension SourceFile {
  /// The first character that is a line break in YAML, but not in editors.
  fileprivate var hiddenLineBreak: SourceSpan? {
    guard !isASCII || hasLoneReturn else { return nil }
    for index in bytes.indices {
      switch bytes[index] {
      case 0x0D where index + 1 == bytes.count || bytes[index + 1] != 0x0A:
        return SourceSpan(index, index + 1)
      case 0xC2 where bytes[index...].starts(with: [0xC2, 0x85]):
        return SourceSpan(index, index + 2)
      case 0xE2
      where bytes[index...].starts(with: [0xE2, 0x80, 0xA8])
        || bytes[index...].starts(with: [0xE2, 0x80, 0xA9]):
        return SourceSpan(index, index + 3)
      default: continue
      }
    }
    return nil
  }
}

/// Why a file isn't formatted.
package enum FormattingRefusal: Error, Sendable, Equatable {
  /// It can't be read: the first finding and its location.
  case unreadable(String, SourceSpan)
  /// It has no marker of the policy language.
  case unmarked
  /// A key is longer than YAML allows without `?`; its location.
  case longKey(SourceSpan)
  /// The formatted file isn't equivalent, which is a bug in the formatter.
  case unproved
}
