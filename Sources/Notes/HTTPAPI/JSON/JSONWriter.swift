import NotesDomain

/// An encoder of JSON without white space. Members are written in the given order, so equal values have equal bytes.
struct JSONWriter {
  private var bytes: [UInt8] = []

  /// Encodes a message, which is an object.
  static func message(capacity: Int, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.reserve(capacity)
    writer.addObject(members)
    return writer.bytes
  }

  mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(bytes.count + count)
  }

  /// Adds an array of objects, whose members a function adds.
  mutating func add<Element>(
    _ name: StaticString, objects elements: [Element], _ members: (Element, inout JSONWriter) -> Void
  ) {
    addArray(name, of: elements) { element, writer in writer.addObject { members(element, &$0) } }
  }

  /// Adds an array of strings.
  mutating func add(_ name: StaticString, strings texts: some Sequence<String>) {
    addArray(name, of: texts) { text, writer in
      writer.separate()
      JSONString.append(text, to: &writer.bytes)
    }
  }

  private mutating func addArray<Elements: Sequence>(
    _ name: StaticString, of elements: Elements, _ add: (Elements.Element, inout JSONWriter) -> Void
  ) {
    self.add(name: name)
    bytes.append(UInt8(ascii: "["))
    for element in elements { add(element, &self) }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func addObject(_ members: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "{"))
    members(&self)
    bytes.append(UInt8(ascii: "}"))
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

  /// Writes a comma, unless what comes is the first in its list, object or message.
  private mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }
}
