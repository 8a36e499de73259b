#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A line that is typed unseen. The terminal then passes on every key, so that what it usually does with some of them is done
/// here.
struct SecretLine {
  private var bytes: [UInt8] = []
  private var hasEnded = false
  /// Whether the person wanted to stop the program.
  private(set) var isInterrupted = false

  /// The line without its end; `nil` when there is none.
  var text: String? {
    guard !isInterrupted, hasEnded || !bytes.isEmpty else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Takes a key.
  ///
  /// - Parameter byte: The key, or a part of it; `nil` when there is no more input.
  /// - Returns: Whether the line goes on.
  mutating func take(_ byte: UInt8?) -> Bool {
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
      // A letter may have several bytes.
      while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    case Key.eraseLine: bytes.removeAll()
    case let byte?: bytes.append(byte)
    }
    return true
  }

  /// Takes a byte of input that comes from no terminal.
  ///
  /// - Parameter byte: The byte; `nil` when there is no more input.
  /// - Returns: Whether the line goes on.
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

  private enum Key {
    static let interrupt: UInt8 = 0x03
    static let endOfInput: UInt8 = 0x04
    static let backspace: UInt8 = 0x08
    static let eraseLine: UInt8 = 0x15
    static let quit: UInt8 = 0x1C
    static let delete: UInt8 = 0x7F
  }
}

/// A terminal that shows nothing of what is typed, and passes on every key at once, until it is restored.
///
/// Not `getpass`, which many systems advise against (<https://man7.org/linux/man-pages/man3/getpass.3.html>).
struct NoEchoMode {
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

/// A secret in a file, or in a pipe that a program writes it to.
enum SecretFile {
  /// Reads the first line.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that the line can need; one byte more is read, and no more than that.
  /// - Returns: The line without its end; `nil` when there is nothing in the file.
  /// - Throws: ``ConsoleError/notRead(reason:)``.
  static func firstLine(of path: String, limit: Int) throws(ConsoleError) -> String? {
    guard let file = fopen(path, "re") else { throw .notRead(reason: String(cString: strerror(errno))) }
    defer { fclose(file) }
    var line = SecretLine()
    for _ in 0...limit {
      let byte = fgetc(file)
      guard line.appendVerbatim(byte == EOF ? nil : UInt8(truncatingIfNeeded: byte)) else { break }
    }
    guard ferror(file) == 0 else { throw .notRead(reason: String(cString: strerror(errno))) }
    return line.text
  }
}
