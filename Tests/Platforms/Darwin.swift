// Apple's Darwin overlay adds these to the C library: macros and variadic functions that Swift
// can't import. The C library documents these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Darwin
import SwiftOverlayShims
import SwiftShims

public var errno: Int32 {
  get { _swift_stdlib_getErrno() }
  set { _swift_stdlib_setErrno(newValue) }
}

public var stdin: UnsafeMutablePointer<FILE> { __stdinp }
public var stdout: UnsafeMutablePointer<FILE> { __stdoutp }
public var stderr: UnsafeMutablePointer<FILE> { __stderrp }
// swift-format-ignore: NeverForceUnwrap
public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { _NSGetEnviron().pointee! }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  _swift_stdlib_open(path, flags, 0)
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  _swift_stdlib_open(path, flags, mode)
}
public func openat(_ file: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  _swift_stdlib_openat(file, path, flags, 0)
}
public func openat(
  _ file: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { _swift_stdlib_openat(file, path, flags, mode) }
public func fcntl(_ file: Int32, _ command: Int32) -> Int32 {
  _swift_stdlib_fcntl(file, command, 0)
}
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 {
  _swift_stdlib_fcntl(file, command, value)
}
public func fcntl(
  _ file: Int32, _ command: Int32, _ pointer: UnsafeMutableRawPointer
) -> Int32 { _swift_stdlib_fcntlPtr(file, command, pointer) }
@available(*, unavailable, message: "use posix_spawn")
public func fork() -> Int32 { -1 }

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }
public var S_IRWXU: mode_t { 0o700 }
public var S_IRUSR: mode_t { 0o400 }
public var S_IWUSR: mode_t { 0o200 }
public var S_IXUSR: mode_t { 0o100 }
public var S_IRWXG: mode_t { 0o070 }
public var S_IRGRP: mode_t { 0o040 }
public var S_IWGRP: mode_t { 0o020 }
public var S_IXGRP: mode_t { 0o010 }
public var S_IRWXO: mode_t { 0o007 }
public var S_IROTH: mode_t { 0o004 }
public var S_IWOTH: mode_t { 0o002 }
public var S_IXOTH: mode_t { 0o001 }
public var S_ISUID: mode_t { 0o4000 }
public var S_ISGID: mode_t { 0o2000 }
public var S_ISVTX: mode_t { 0o1000 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
public var SIG_ERR: sig_t { unsafeBitCast(-1, to: sig_t.self) }

// Aliases of enumerators, which this compiler doesn't import.
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }

public var TIOCGWINSZ: UInt { 0x4008_7468 }
public func ioctl(_ file: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 {
  -1
}
