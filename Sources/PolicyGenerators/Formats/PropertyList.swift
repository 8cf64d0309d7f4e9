import PolicyText

/// A value of a property list.
package indirect enum PropertyList: Sendable {
  case string(XMLString)
  case array([PropertyList])
  /// Unordered; written in the byte order of the keys, like Apple's tools do.
  case dictionary([(key: XMLString, value: PropertyList)])

  /// An XML property list in the layout of `plutil`.
  package func document(_ header: GeneratedHeader) -> String {
    var output = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <!-- \(header.text) -->
      <plist version="1.0">

      """
    write(to: &output, depth: 0)
    return output + "</plist>\n"
  }

  private func write(to output: inout String, depth: Int) {
    let margin = String(repeating: "\t", count: depth)
    switch self {
    case .string(let text): output += margin + "<string>" + text.escaped + "</string>\n"
    case .array(let items):
      guard !items.isEmpty else {
        output += margin + "<array/>\n"
        return
      }
      output += margin + "<array>\n"
      for item in items { item.write(to: &output, depth: depth + 1) }
      output += margin + "</array>\n"
    case .dictionary(let entries):
      guard !entries.isEmpty else {
        output += margin + "<dict/>\n"
        return
      }
      output += margin + "<dict>\n"
      for entry in entries.sorted(by: { ExactString($0.key.text) < ExactString($1.key.text) }) {
        output += margin + "\t<key>" + entry.key.escaped + "</key>\n"
        entry.value.write(to: &output, depth: depth + 1)
      }
      output += margin + "</dict>\n"
    }
  }
}
