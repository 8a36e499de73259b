#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program that shows long output page by page.
struct Pager: Sendable {
  /// Where to write.
  let descriptor: Int32
  private let process: ChildProcess

  /// - Returns: `nil` when the pager cannot be started; the output then goes to the terminal.
  init?(command: String) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    guard let process = ChildProcess(shell: command, input: ends[0], closing: ends[1]) else {
      Self.close(ends[0])
      Self.close(ends[1])
      return nil
    }
    Self.close(ends[0])
    descriptor = ends[1]
    self.process = process
  }

  /// Ends the output and waits until the person has seen enough.
  func close() {
    Self.close(descriptor)
    _ = process.wait()
  }

  private static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
  }
}
