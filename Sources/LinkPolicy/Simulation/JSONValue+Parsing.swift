public import PolicyText

extension JSONValue {
  /// Why a text is not JSON.
  public struct Malformed: Error, Sendable {
    /// One line for people.
    public let message: String
  }

  /// Reads a text, strictly (RFC 8259).
  public init(parsing text: [UInt8]) throws(Malformed) {
    do throws(JSONText.Problem) {
      self = try JSONText.parse(text)
    } catch {
      throw Malformed(message: error.message)
    }
  }

  /// Reads a message of a program that this one trusts: a file may stand in it as one string, so that only the
  /// bound on a whole file counts.
  package init(parsingMessage text: [UInt8]) throws(Malformed) {
    var limits = ReadingLimits()
    limits.scalar = limits.bytes
    do throws(JSONText.Problem) {
      self = try JSONText.parse(text, limits: limits)
    } catch {
      throw Malformed(message: error.message)
    }
  }
}
