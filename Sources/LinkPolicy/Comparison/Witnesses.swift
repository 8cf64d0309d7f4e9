import PolicyDecision
import PolicyText

/// Looks for requests that exactly one side allows.
struct Witnesses {
  let old: ComparedSide
  let new: ComparedSide

  /// The first line that one side allows and the other does not.
  func first(_ lines: [JSONValue], allowedByNew: Bool) -> PolicyChange.Witness? {
    for line in lines {
      guard let before = old.verdict(line), let after = new.verdict(line) else { continue }
      if after.isAllowed == allowedByNew, before.isAllowed != allowedByNew {
        return PolicyChange.Witness(request: line, old: before, new: after)
      }
    }
    return nil
  }
}
