import PolicyModel

/// The output of a decision's steps.
///
/// Generic, so that requests that are only counted run the same steps without building messages.
protocol StepRecorder {
  /// A check, and what came of it; asked for its words only where they are kept.
  mutating func record(
    _ step: Step, at source: @autoclosure () -> SourceAnchor?,
    _ check: () -> (outcome: Decision.TraceStep.Outcome, message: String))
}

extension StepRecorder {
  /// A check that the request passes.
  @inline(__always) mutating func pass(
    _ step: Step, _ message: @autoclosure () -> String,
    at source: @autoclosure () -> SourceAnchor? = nil
  ) {
    record(step, at: source()) { (.pass, message()) }
  }

  /// Something that is not checked, or only remarked.
  @inline(__always) mutating func note(
    _ step: Step, _ message: @autoclosure () -> String,
    at source: @autoclosure () -> SourceAnchor? = nil
  ) {
    record(step, at: source()) { (.note, message()) }
  }
}

/// Records nothing.
struct SilentRecorder: StepRecorder {
  @inline(__always) mutating func record(
    _ step: Step, at source: @autoclosure () -> SourceAnchor?,
    _ check: () -> (outcome: Decision.TraceStep.Outcome, message: String)
  ) {}
}
