#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock of the machine.
public enum SystemClock {
  /// Unix seconds.
  @Sendable public static func now() -> Int { time(nil) }
}
