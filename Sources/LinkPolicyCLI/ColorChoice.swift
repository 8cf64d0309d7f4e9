package import LinkPolicy

/// `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

extension Console {
  /// The style of a stream. The first of these decides: the option, `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`,
  /// `CLICOLOR=0`, `TERM=dumb`, and whether the stream is a terminal.
  package func style(_ choice: ColorChoice, isTerminal: Bool) -> TextStyle {
    TextStyle(hasColor: hasColor(choice, isTerminal: isTerminal))
  }

  private func hasColor(_ choice: ColorChoice, isTerminal: Bool) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto:
      if let value = variable("NO_COLOR"), !value.isEmpty { return false }
      for name in ["FORCE_COLOR", "CLICOLOR_FORCE"] {
        if let value = variable(name), !value.isEmpty, value != "0" { return true }
      }
      if variable("CLICOLOR") == "0" || variable("TERM") == "dumb" { return false }
      return isTerminal
    }
  }
}
