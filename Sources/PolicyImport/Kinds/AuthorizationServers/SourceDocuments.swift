import PolicyText

extension ImportSource {
  /// The documents of a YAML file, which `---` divides: each with the offsets that it has in the file.
  var documents: [Form] {
    let marks = lines.filter { line in
      line.text.hasPrefix("---")
        && (line.text.utf8.count == 3 || line.text.utf8.dropFirst(3).first == 0x20)
    }
    guard marks.count > 1 || marks.contains(where: { $0.span.start > 0 && !isBlank(before: $0) }),
      marks.count <= 100
    else { return [yaml] }
    var start = 0
    var forms: [Form] = []
    for mark in marks {
      forms.append(document(within: Span(start, mark.span.start)))
      start = mark.span.end
    }
    forms.append(document(within: Span(start, file.bytes.count)))
    return forms.filter { $0.tree.root != nil || !$0.diagnostics.isEmpty }
  }

  /// A YAML document that stands in a part of the file: everything else is blank, so that its places are
  /// those of the file.
  func document(within span: Span) -> Form {
    var bytes = file.bytes
    for index in bytes.indices where index < span.start || index >= span.end {
      if bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
    }
    // The first line of a block scalar holds its mark.
    var index = span.start
    while index < span.end, [UInt8](" |>+-0123456789\r".utf8).contains(bytes[index]),
      file.bytes[span.start] == UInt8(ascii: "|") || file.bytes[span.start] == UInt8(ascii: ">")
    {
      bytes[index] = bytes[index] == 0x0D ? 0x0D : 0x20
      index += 1
    }
    return form(
      YAMLReader.read(SourceFile(name: file.name, bytes: bytes), file: id, limits: limits))
  }

  /// True where only comments and blank lines stand before a line.
  private func isBlank(before mark: Line) -> Bool {
    lines.prefix { $0.span.start < mark.span.start }.allSatisfy { line in
      let first = line.text.utf8.first { $0 != 0x20 && $0 != 0x09 }
      return first == nil || first == UInt8(ascii: "#") || first == UInt8(ascii: "%")
    }
  }
}
