/// Reads the files of a git revision by their paths relative to a directory. Missing files
/// are left out. Returns nil without a repository or revision.
package typealias RevisionReader =
  @Sendable (_ paths: [String], _ revision: String, _ directory: String) -> [String: [UInt8]]?
