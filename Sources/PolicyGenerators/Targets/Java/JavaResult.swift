/// A class that stands for the answer to a request; each of its nested classes is one of the answers.
struct JavaResult {
  /// A value that an answer holds.
  typealias Field = (
    type: Code<JavaLanguage>, name: Code<JavaLanguage>, comment: Code<JavaLanguage>
  )

  let name: Code<JavaLanguage>
  let comment: Code<JavaLanguage>
  /// The nested classes, in order.
  var answers: [(name: Code<JavaLanguage>, comment: Code<JavaLanguage>, fields: [Field])]

  /// The class.
  var code: Code<JavaLanguage> {
    """
    \(comment)
    public abstract static class \(name) {
      private \(name)() {}

      \(.joined(answers.map { answer($0.name, $0.comment, $0.fields) }, by: "\n\n"))
    }
    """
  }

  private func answer(
    _ answer: Code<JavaLanguage>, _ comment: Code<JavaLanguage>, _ fields: [Field]
  ) -> Code<JavaLanguage> {
    guard !fields.isEmpty else {
      return """
        \(comment)
        public static final class \(answer) extends \(name) {
          private \(answer)() {}
        }
        """
    }
    let accessors = fields.map { field -> Code<JavaLanguage> in
      """
      \(field.comment)
      public \(field.type) \(field.name)() {
        return \(field.name);
      }
      """
    }
    return """
      \(comment)
      public static final class \(answer) extends \(name) {
        \(lines: fields.map { "private final \($0.type) \($0.name);" })

        private \(answer)(\(.joined(fields.map { "\($0.type) \($0.name)" }, by: ", "))) {
          \(lines: fields.map { "this.\($0.name) = \($0.name);" })
        }

        \(.joined(accessors, by: "\n\n"))
      }
      """
  }
}
