#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `read(2)`, for types with a method of that name.
func posixRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// `write(2)`.
func posixWrite(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, buffer, count)
}

/// `close(2)`.
func posixClose(_ descriptor: CInt) { _ = close(descriptor) }

/// Limits the writable memory of this process and disables core dumps. A process that needs more memory ends with a
/// nonzero exit status.
///
/// On systems without such a limit (macOS), only the input limits apply.
func limitProcessMemory(to bytes: Int) {
  var memory = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
  var core = rlimit(rlim_cur: 0, rlim_max: 0)
  #if canImport(Glibc)
    // Not the address space: threads reserve far more of it than they use.
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
  #else
    _ = unsafe setrlimit(RLIMIT_DATA, &memory)
    _ = unsafe setrlimit(RLIMIT_CORE, &core)
  #endif
}
