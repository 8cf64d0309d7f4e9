package import LinkPolicy

/// `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  case auto, always, never
}

extension Console {
  /// The style of a stream, by the option, then `NO_COLOR`, `FORCE_COLOR` or `CLICOLOR_FORCE`,
  /// `TERM=dumb`, and whether it is a terminal.
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
      if variable("TERM") == "dumb" { return false }
      return isTerminal
    }
  }
}
