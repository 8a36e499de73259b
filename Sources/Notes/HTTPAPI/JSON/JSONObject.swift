import NotesDomain

/// A JSON object with few members.
struct JSONObject {
  /// The members in order. Names are compared as bytes; for so few, no index is faster.
  private var members: [(name: ArraySlice<UInt8>, value: JSONNode)] = []

  var count: Int { members.count }

  /// Adds a member. Returns whether the name is new.
  mutating func add(_ name: ArraySlice<UInt8>, _ value: JSONNode) -> Bool {
    guard !members.contains(where: { $0.name == name }) else { return false }
    members.append((name, value))
    return true
  }

  subscript(name: String) -> JSONNode? {
    for member in members where member.name.elementsEqual(name.utf8) { return member.value }
    return nil
  }

  func integer(_ name: String, atLeast minimum: Int64) throws(MessageDecodingError) -> Int64 {
    let number = try member(name).integer(name)
    guard number >= minimum else { throw .undecodable(detail: "'\(name)' is less than \(minimum)") }
    return number
  }

  func bool(_ name: String) throws(MessageDecodingError) -> Bool {
    guard case .bool(let value) = try member(name) else {
      throw .undecodable(detail: "'\(name)' is not a Boolean")
    }
    return value
  }

  func array(_ name: String) throws(MessageDecodingError) -> [JSONNode] {
    guard case .array(let elements) = try member(name) else { throw .undecodable(detail: "'\(name)' is not an array") }
    return elements
  }

  func text(_ name: String) throws(MessageDecodingError) -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// Returns the value that a string member encodes.
  func value<Value>(_ name: String, _ parse: (String) -> Value?) throws(MessageDecodingError) -> Value {
    guard let value = parse(try text(name)) else { throw .undecodable(detail: "'\(name)' is invalid") }
    return value
  }

  func data(_ name: String) throws(MessageDecodingError) -> [UInt8] {
    guard let data = Base64.decode(try bytes(name)) else { throw .undecodable(detail: "'\(name)' is not valid Base64") }
    return data
  }

  private func bytes(_ name: String) throws(MessageDecodingError) -> ArraySlice<UInt8> {
    guard case .text(let bytes) = try member(name) else { throw .undecodable(detail: "'\(name)' is not a string") }
    return bytes
  }

  private func member(_ name: String) throws(MessageDecodingError) -> JSONNode {
    guard let value = self[name] else { throw .undecodable(detail: "'\(name)' is missing") }
    return value
  }
}

/// A JSON value.
enum JSONNode {
  case null
  case bool(Bool)
  /// A 64-bit integer, written without fraction and exponent.
  case integer(Int64)
  /// Any other number. The protocol has none.
  case number
  /// A string, as valid UTF-8.
  case text(ArraySlice<UInt8>)
  case array([JSONNode])
  case object(JSONObject)

  /// Returns the object, or throws.
  ///
  /// - Parameter name: The name of the value in the error.
  func object(_ name: String) throws(MessageDecodingError) -> JSONObject {
    guard case .object(let object) = self else { throw .undecodable(detail: "\(name) is not an object") }
    return object
  }

  /// Returns the integer, or throws.
  ///
  /// - Parameter name: The name of the value in the error.
  func integer(_ name: String) throws(MessageDecodingError) -> Int64 {
    guard case .integer(let number) = self else {
      throw .undecodable(detail: "'\(name)' is not a 64-bit integer")
    }
    return number
  }
}
