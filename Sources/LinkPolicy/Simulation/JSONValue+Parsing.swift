import PolicySourceTree
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
}
