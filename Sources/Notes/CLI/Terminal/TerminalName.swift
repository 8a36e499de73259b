#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The name of the terminal at which the program runs.
package enum TerminalName {
  /// The device, such as `/dev/pts/3`; `nil` if no standard stream is a terminal.
  package static var current: String? {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      var buffer = [CChar](repeating: 0, count: 256)
      guard ttyname_r(descriptor, &buffer, buffer.count - 1) == 0 else { continue }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }
}
