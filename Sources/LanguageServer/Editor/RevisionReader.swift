/// Reads the files of a revision by their paths, which are relative to a directory; those that it does not hold
/// are left out. Gives nil where there is no repository or no such revision.
package typealias RevisionReader =
  @Sendable (_ paths: [String], _ revision: String, _ directory: String) -> [String: [UInt8]]?
