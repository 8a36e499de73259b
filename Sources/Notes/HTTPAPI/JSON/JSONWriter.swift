/// Writes JSON without white space. Members come as they are added, so that the same value is the same bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  /// Begins the message, or an element of a list.
  mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func beginArray(_ name: StaticString) {
    add(name: name)
    bytes.append(UInt8(ascii: "["))
  }

  mutating func endArray() {
    bytes.append(UInt8(ascii: "]"))
  }

  mutating func add(_ name: StaticString, _ number: Int64) {
    add(name: name)
    bytes.append(contentsOf: String(number).utf8)
  }

  mutating func add(_ name: StaticString, _ truth: Bool) {
    add(name: name)
    bytes.append(contentsOf: (truth ? "true" : "false").utf8)
  }

  mutating func add(_ name: StaticString, _ text: String) {
    add(name: name)
    add(text.utf8)
  }

  /// Adds an element of a list.
  mutating func addElement(_ text: String) {
    separate()
    add(text.utf8)
  }

  mutating func add(_ name: StaticString, base64 data: [UInt8]) {
    add(name: name)
    bytes.append(UInt8(ascii: "\""))
    Base64.append(data, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func add(name: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    // Names are the program's own, and have nothing to escape.
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func add(_ text: String.UTF8View) {
    bytes.append(UInt8(ascii: "\""))
    defer { bytes.append(UInt8(ascii: "\"")) }
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    if isPlain { return bytes.append(contentsOf: text) }
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default:
        bytes.append(byte)
      }
    }
  }

  /// A comma, unless what comes is the first in its list, object or message.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
