#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The current time in the format of the `Date` header (RFC 9110 section 5.6.7).
enum HTTPDate {
  static var now: String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return String(unsafeUninitializedCapacity: 40) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        guard let start = bytes.baseAddress else { return 0 }
        return strftime(start, bytes.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
      }
    }
  }
}
