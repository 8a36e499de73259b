#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that shows nothing of what is typed, and passes on every key at once, until it is restored.
///
/// Not `getpass`, which many systems advise against (<https://man7.org/linux/man-pages/man3/getpass.3.html>).
struct SilentTerminal {
  private let descriptor: Int32
  private let before: termios

  /// Silences a terminal.
  ///
  /// - Returns: `nil` when it cannot be.
  init?(_ descriptor: Int32) {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    (self.descriptor, before) = (descriptor, mode)
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
    guard tcsetattr(descriptor, TCSAFLUSH, &mode) == 0 else { return nil }
  }

  /// Makes it what it was before. To do so again changes nothing.
  func restore() {
    var mode = before
    tcsetattr(descriptor, TCSANOW, &mode)
  }
}
