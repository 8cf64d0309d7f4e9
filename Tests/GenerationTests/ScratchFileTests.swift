import LinkPolicy
import PolicyText
import Testing

/// Room outside of memory.
@Suite struct ScratchFileTests {
  @Test func `what is written to a scratch file is read again`() throws {
    let file = try #require(LocalFileSystem().scratchFile())
    let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    try file.write(long, at: 0)
    try file.write([1, 2, 3], at: long.count)
    #expect(try file.read(0..<long.count) == long)
    #expect(try file.read(long.count..<(long.count + 3)) == [1, 2, 3])
    #expect(try file.read(5..<5) == [])
  }

  @Test func `nothing is made up behind the end`() throws {
    let file = try #require(LocalFileSystem().scratchFile())
    try file.write([1], at: 0)
    #expect(throws: FileSystemError.self) { try file.read(0..<2) }
  }
}
