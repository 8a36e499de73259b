import NotesDomain

/// An encoder of JSON without white space. Members are written in the given order, so equal values have equal bytes.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  /// Begins the message, or an element of an array.
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

  mutating func add(_ name: StaticString, _ flag: Bool) {
    add(name: name)
    bytes.append(contentsOf: (flag ? "true" : "false").utf8)
  }

  mutating func add(_ name: StaticString, _ text: String) {
    add(name: name)
    JSONString.append(text, to: &bytes)
  }

  /// Adds an element of an array.
  mutating func addElement(_ text: String) {
    separate()
    JSONString.append(text, to: &bytes)
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
    // Names are literals without characters to escape.
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  /// A comma, unless what comes is the first in its list, object or message.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
