#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The name of the machine that the program runs on.
enum HostName {
  /// The name with its domain; `nil` if there is none.
  static var current: String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// The name without its domain, at most 60 bytes, as the name of a device; `nil` if there is none.
  static var withoutDomain: String? {
    guard let name = current?.utf8.prefix(while: { $0 != UInt8(ascii: ".") }), !name.isEmpty else { return nil }
    return String(decoding: name.prefix(60), as: UTF8.self)
  }
}
