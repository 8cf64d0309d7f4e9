public import PolicyText

extension JSONValue {
  /// Why a string is not JSON.
  public struct Malformed: LinkPolicyError {
    /// One line for people.
    public let message: String
  }

  /// Parses a string strictly (RFC 8259).
  public init(parsing text: [UInt8]) throws(Malformed) {
    do throws(JSONText.Problem) {
      self = try JSONText.parse(text)
    } catch {
      throw Malformed(message: error.message)
    }
  }

  /// Parses a message of a trusted program: it may contain a whole file as one string, so only the limit of a
  /// file applies.
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
