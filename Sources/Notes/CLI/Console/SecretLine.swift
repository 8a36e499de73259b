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
  mutating func takeAsIs(_ byte: UInt8?) -> Bool {
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
