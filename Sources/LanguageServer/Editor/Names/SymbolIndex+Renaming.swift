import AssociationFiles
import PolicyModel
import PolicyText

extension SymbolIndex {
  /// The reason why a name can't be renamed; nil if it can.
  package func problem(renaming name: Name, to new: String) -> String? {
    if name.kind == .host {
      return "can't rename a host: its name is not defined in the policy"
    }
    let id = ExactString(new)
    if let fault = Self.fault(of: id, as: name.kind) {
      return "\(DisplayText.quoted(new)) is not a valid \(fault)"
    }
    guard uses.contains(where: { $0.name == name && $0.isDeclaration }) else {
      return "\(DisplayText.quoted(name.id.string)) is not declared"
    }
    let isTaken = uses.contains { use in
      guard use.name.kind == name.kind else { return false }
      switch name.kind {
      case .policy: return use.isDeclaration && use.name.policy == id && id != name.policy
      // A second anchor with the same name would take over the aliases after it.
      case .anchor:
        return use.name.id == id && id != name.id
          && uses.contains { $0.name == name && $0.file == use.file }
      // References without a declaration would then refer to this one.
      case .variable:
        return use.name.id == id && id != name.id && use.name.policy == name.policy
          && use.name.scope == name.scope
      default:
        return use.isDeclaration && use.name.policy == name.policy && use.name.id == id
          && id != name.id
      }
    }
    return isTaken ? "\(DisplayText.quoted(new)) is already declared" : nil
  }

  /// All references that a rename changes, without platform identifiers.
  package func edits(renaming name: Name) -> [NameUse] {
    uses(of: name).filter { !$0.isExternal }
  }

  /// The reason why a new name is invalid; nil if it is valid.
  private static func fault(of id: ExactString, as kind: Name.Kind) -> String? {
    let bytes = Array(id.utf8)
    switch kind {
    case .app, .client, .policy, .host, .feature:
      return StringShape(.identifier).accepts(bytes[...])
        ? nil : "id: letters, digits, `.`, `_` and `-`, a letter or digit first"
    case .variable:
      if LinkVariables.predefined.contains(id) { return "new name: it is predefined by Apple" }
      let isPlain = bytes.allSatisfy { isWord($0) }
      return isPlain && !bytes.isEmpty ? nil : "name of a variable: letters, digits, `_` and `-`"
    case .anchor:
      let isPlain = bytes.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") }
      return isPlain && !bytes.isEmpty ? nil : "anchor: letters, digits, `.`, `_` and `-`"
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}
