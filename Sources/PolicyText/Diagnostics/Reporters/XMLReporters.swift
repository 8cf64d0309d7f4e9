/// JUnit XML: a suite per file with findings, with a failed test case per error or warning, and a
/// passed one with output per note.
package struct JUnitReporter: Reporter {
  package init() {}

  package func render(_ report: Report) -> String {
    let failures = report.diagnostics.count { isFailure($0) }
    let tests = max(1, report.diagnostics.count)
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    output +=
      "<testsuites name=\"linkpolicy\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\">\n"
    if report.diagnostics.isEmpty {
      // Many tools treat a suite without test cases as an error.
      output += suiteStart("linkpolicy", tests: 1, failures: 0)
      output += "    <testcase name=\"validate\" classname=\"linkpolicy\" time=\"0\"/>\n"
      output += "  </testsuite>\n"
    }
    for group in report.byFile {
      let source = report.sources[group[0].location.file.index]
      output += suiteStart(
        source.name, tests: group.count, failures: group.count { isFailure($0) })
      for diagnostic in group { output += testCase(diagnostic, source) }
      output += "  </testsuite>\n"
    }
    return output + "</testsuites>\n"
  }

  private func isFailure(_ diagnostic: Diagnostic) -> Bool { diagnostic.severity > .note }

  private func suiteStart(_ name: String, tests: Int, failures: Int) -> String {
    "  <testsuite" + XMLText.attribute("name", name)
      + " tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" skipped=\"0\" time=\"0\">\n"
  }

  private func testCase(_ diagnostic: Diagnostic, _ source: SourceFile) -> String {
    let position = source.position(of: diagnostic.location.span.start)
    var output = "    <testcase"
    output += XMLText.attribute(
      "name", "\(diagnostic.rule.rawValue) at \(position.line):\(position.column)")
    output += XMLText.attribute("classname", source.name)
    output += XMLText.attribute("file", source.name)
    output += " line=\"\(position.line)\" time=\"0\">\n"
    var text = "\(source.name):\(position.line):\(position.column): "
    text += "\(diagnostic.severity.rawValue)[\(diagnostic.rule.rawValue)] \(diagnostic.message)"
    var lines = [text]
    if let help = diagnostic.help { lines.append("help: \(help)") }
    let body = lines.map(XMLText.escaped).joined(separator: "\n")
    if isFailure(diagnostic) {
      output += "      <failure" + XMLText.attribute("type", diagnostic.severity.rawValue)
      output += XMLText.attribute("message", diagnostic.message) + ">\(body)</failure>\n"
    } else {
      output += "      <system-out>\(body)</system-out>\n"
    }
    return output + "    </testcase>\n"
  }
}

extension Report {
  /// The findings of each file, in order, without empty groups.
  var byFile: [[Diagnostic]] {
    var groups: [[Diagnostic]] = []
    for diagnostic in diagnostics {
      if groups.last?.last?.location.file == diagnostic.location.file {
        groups[groups.count - 1].append(diagnostic)
      } else {
        groups.append([diagnostic])
      }
    }
    return groups
  }
}

/// Checkstyle XML, which Jenkins and reviewdog read. Columns count Unicode scalars.
package struct CheckstyleReporter: Reporter {
  package init() {}

  package func render(_ report: Report) -> String {
    var output = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n"
    for group in report.byFile {
      let source = report.sources[group[0].location.file.index]
      output += "  <file" + XMLText.attribute("name", source.name) + ">\n"
      for diagnostic in group {
        let position = source.position(of: diagnostic.location.span.start)
        output += "    <error line=\"\(position.line)\" column=\"\(position.column)\""
        output += XMLText.attribute("severity", severity(diagnostic.severity))
        output += XMLText.attribute("message", diagnostic.message)
        output += XMLText.attribute("source", "linkpolicy.\(diagnostic.rule.rawValue)") + "/>\n"
      }
      output += "  </file>\n"
    }
    return output + "</checkstyle>\n"
  }

  private func severity(_ severity: Severity) -> String {
    severity == .note ? "info" : severity.rawValue
  }
}

/// Strings in XML 1.0 documents.
package enum XMLText {
  /// Escapes a string for element content and double-quoted attributes.
  ///
  /// Characters that XML doesn't allow (XML 1.0 section 2.2) and invisible ones are written as `\u{200B}`; `>` is escaped
  /// to avoid `]]>`.
  package static func escaped(_ text: String) -> String {
    DisplayText.escaped(
      DisplayText.visible(text),
      ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;"])
  }

  /// An attribute with its leading space: ` name="value"`.
  package static func attribute(_ name: String, _ value: String) -> String {
    " \(name)=\"\(escaped(value))\""
  }
}
