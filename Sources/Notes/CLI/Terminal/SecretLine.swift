#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A line that is typed without echo. The terminal is in a raw mode, so the line implements its editing keys.
struct SecretLine {
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// Whether Ctrl-C or Ctrl-\ was typed.
  private(set) var isInterrupted = false

  /// The line without its ending; `nil` if there is none.
  var text: String? {
    guard !isInterrupted, hasEnded || !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Handles a typed byte, `nil` at the end of the input, and returns whether the line continues.
  mutating func append(_ byte: UInt8?) -> Bool {
    switch byte {
    case nil: return false
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      hasEnded = true
      return false
    case Key.interrupt, Key.quit:
      isInterrupted = true
      return false
    case Key.endOfInput: return !bytes.isEmpty
    case Key.backspace, Key.delete:
      // A letter can have several bytes.
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    case Key.eraseLine: bytes.removeAll()
    case let byte?: bytes.append(byte)
    }
    return true
  }

  /// Appends a byte of input that is not from a terminal, `nil` at its end, and returns whether the line continues.
  mutating func appendVerbatim(_ byte: UInt8?) -> Bool {
    switch byte {
    case nil: return false
    case UInt8(ascii: "\n"):
      hasEnded = true
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      return false
    case let byte?: bytes.append(byte)
    }
    return true
  }

  /// Appends a line of input that is not from a terminal, at most `limit` bytes and one more, so that a line that is too long can
  /// be detected.
  ///
  /// - Parameter next: Returns the next byte; `nil` at the end of the input.
  mutating func appendVerbatim(
    limit: Int, from next: () throws(ConsoleError) -> UInt8?
  ) throws(ConsoleError) {
    for _ in 0...limit {
      guard appendVerbatim(try next()) else { return }
    }
  }

  private enum Key {
    static let interrupt: UInt8 = 0x03
    static let endOfInput: UInt8 = 0x04
    static let backspace: UInt8 = 0x08
    static let eraseLine: UInt8 = 0x15
    static let quit: UInt8 = 0x1C
    static let delete: UInt8 = 0x7F
  }
}

/// A mode of a terminal without echo, line editing and signals, until it is restored.
///
/// Not `getpass`, which is deprecated on many systems (<https://man7.org/linux/man-pages/man3/getpass.3.html>).
struct NoEchoMode {
  private let descriptor: Int32
  private let original: termios

  /// Sets the mode of a terminal; `nil` if it cannot be set.
  init?(_ descriptor: Int32) {
    var mode = termios()
    guard tcgetattr(descriptor, &mode) == 0 else { return nil }
    (self.descriptor, original) = (descriptor, mode)
    mode.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
    guard tcsetattr(descriptor, TCSAFLUSH, &mode) == 0 else { return nil }
  }

  /// Restores the original mode. Idempotent.
  func restore() {
    var mode = original
    tcsetattr(descriptor, TCSANOW, &mode)
  }
}

/// A secret in a file or in a named pipe.
enum SecretFile {
  /// Reads the first line, at most `limit` bytes and one more, so that a line that is too long can be detected.
  ///
  /// - Returns: The line without its ending; `nil` if the file is empty.
  /// - Throws: ``ConsoleError/notRead(reason:)``.
  static func firstLine(of path: String, limit: Int) throws(ConsoleError) -> String? {
    guard let file = fopen(path, "re") else { throw .notRead(reason: String(cString: strerror(errno))) }
    defer { fclose(file) }
    var line = SecretLine()
    try line.appendVerbatim(limit: limit) {
      let byte = fgetc(file)
      return byte == EOF ? nil : UInt8(truncatingIfNeeded: byte)
    }
    guard ferror(file) == 0 else { throw .notRead(reason: String(cString: strerror(errno))) }
    return line.text
  }
}
