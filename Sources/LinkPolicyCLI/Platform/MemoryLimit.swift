#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bounds the memory that this process may write to, and keeps it from leaving an image of itself: a file
/// that makes it need more ends it, and never with exit status 0.
///
/// Where the system has no such bound (macOS) the limits of what is read are all there is.
func limitProcessMemory(to bytes: Int) {
  var memory = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
  var image = rlimit(rlim_cur: 0, rlim_max: 0)
  #if canImport(Glibc)
    // Not the address space, of which threads reserve far more than they use.
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &image)
  #else
    _ = unsafe setrlimit(RLIMIT_DATA, &memory)
    _ = unsafe setrlimit(RLIMIT_CORE, &image)
  #endif
}
