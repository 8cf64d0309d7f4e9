public import PolicyText

extension JSONValue {
  /// Why a string isn't valid JSON.
  public struct Malformed: LinkPolicyError {
    /// A message on one line.
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

  /// Parses a message of a trusted program. Only the limit for files applies, because a string may
  /// contain a whole file.
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
