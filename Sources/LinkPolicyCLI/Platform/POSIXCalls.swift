#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `read(2)`, for types whose own methods hide it.
func posixRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    unsafe Glibc.read(descriptor, buffer, count)
  #elseif canImport(Musl)
    unsafe Musl.read(descriptor, buffer, count)
  #else
    unsafe Darwin.read(descriptor, buffer, count)
  #endif
}

/// `write(2)`.
func posixWrite(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Glibc)
    unsafe Glibc.write(descriptor, buffer, count)
  #elseif canImport(Musl)
    unsafe Musl.write(descriptor, buffer, count)
  #else
    unsafe Darwin.write(descriptor, buffer, count)
  #endif
}

/// `close`, under a name that methods do not hide.
func posixClose(_ descriptor: CInt) {
  #if canImport(Glibc)
    _ = Glibc.close(descriptor)
  #elseif canImport(Musl)
    _ = Musl.close(descriptor)
  #else
    _ = Darwin.close(descriptor)
  #endif
}
