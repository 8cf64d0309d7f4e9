import PolicyDecision
import PolicyText

/// Answers the lines of a batch, one after the other.
///
/// Lines that differ in `id` and `state` alone have answers that differ there alone: such an answer is decided once and
/// written again around what a line has there, for a fortieth of the work. What is remembered is bounded.
public struct RequestBatch: Sendable {
  private let evaluator: RequestEvaluator
  private var answers = AnswerMemo()
  /// What stands for `id` and `state` in lines that answers are remembered for: in no policy and in no log.
  private let idMark = Self.mark()
  private let stateMark = Self.mark()
  /// Lines that are no requests to remember, since the last that was one.
  private var others = 0

  /// A batch that nothing was asked of yet.
  public init(_ evaluator: RequestEvaluator) { self.evaluator = evaluator }

  /// Appends the answer to a line, byte for byte that of `RequestEvaluator.answer(line:)`, without a line feed.
  ///
  /// - Returns: what happens to the request; nil where the line is none.
  public mutating func answer(
    line: [UInt8], to output: inout [UInt8]
  ) -> RequestDecision.Outcome? {
    // A log of other kinds is not looked at in vain for ever.
    if others < 1_000, let gaps = LineGaps(line) {
      if let outcome = answers.write(for: gaps, to: &output) {
        others = 0
        return outcome
      }
      if let answer = remembered(gaps) {
        others = 0
        answers.keep(answer, for: gaps)
        answer.write(for: gaps, to: &output)
        return answer.outcome
      }
      others += 1
    }
    let answer = evaluator.answer(line: line)
    answer.json.write(to: &output)
    return answer.decision?.outcome
  }

  /// The answer to all lines with these gaps; nil where more than the answer's own `id` and `target` could depend on
  /// what stands in them, or on the time.
  ///
  /// Decided with marks in the gaps. They are plain, as is what stands in the gaps of lines: both are read as they stand
  /// there, in JSON and in a query, and are written as they are, so that the one takes the place of the other. That the
  /// mark is the whole `state` and the whole `id` of the request, and stands in no other place, makes it so for all.
  private func remembered(_ gaps: LineGaps) -> RememberedAnswer? {
    let read = evaluator.read(line: gaps.filled(id: idMark, state: stateMark))
    guard let request = try? evaluator.request(read), case .authorize(let asked) = request,
      case .success(let parameters) = asked.parameters,
      gaps.state == nil || parameters.state == .value(ExactString(decoding: stateMark)),
      gaps.id == nil
        || RequestEvaluator.id(of: read) == .string(String(decoding: idMark, as: UTF8.self))
    else { return nil }
    let decision = evaluator.decision(request, read)
    var text: [UInt8] = []
    decision.json.write(to: &text)
    return RememberedAnswer(text, decision.outcome, id: idMark, state: stateMark)
  }

  /// A text that nobody else has written.
  private static func mark() -> [UInt8] {
    var digits = Array("~".utf8)
    for _ in 0..<2 { digits += String(UInt64.random(in: 0...UInt64.max), radix: 16).utf8 }
    return digits
  }
}
