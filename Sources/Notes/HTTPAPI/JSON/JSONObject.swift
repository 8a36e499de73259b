/// An object of JSON, of few members.
struct JSONObject {
  /// The members, as they stand. Names are compared by their bytes: there are so few that nothing finds one faster.
  private var members: [(name: ArraySlice<UInt8>, value: JSONNode)] = []

  var count: Int { members.count }

  /// Adds a member.
  ///
  /// - Returns: Whether it is the first of its name.
  mutating func add(_ name: ArraySlice<UInt8>, _ value: JSONNode) -> Bool {
    guard !members.contains(where: { $0.name == name }) else { return false }
    members.append((name, value))
    return true
  }

  subscript(name: String) -> JSONNode? {
    for member in members where member.name.elementsEqual(name.utf8) { return member.value }
    return nil
  }

  func integer(_ name: String, atLeast least: Int64) throws(MessageDecodingError) -> Int64 {
    let number = try member(name).integer(name)
    guard number >= least else { throw .undecodable(detail: "'\(name)' is less than \(least)") }
    return number
  }

  func bool(_ name: String) throws(MessageDecodingError) -> Bool {
    guard case .bool(let truth) = try member(name) else {
      throw .undecodable(detail: "'\(name)' is neither true nor false")
    }
    return truth
  }

  func array(_ name: String) throws(MessageDecodingError) -> [JSONNode] {
    guard case .array(let elements) = try member(name) else { throw .undecodable(detail: "'\(name)' is no list") }
    return elements
  }

  func text(_ name: String) throws(MessageDecodingError) -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// A text that stands for something else.
  func value<Value: LosslessStringConvertible>(_ name: String) throws(MessageDecodingError) -> Value {
    guard let value = Value(try text(name)) else { throw .undecodable(detail: "'\(name)' is none") }
    return value
  }

  func data(_ name: String) throws(MessageDecodingError) -> [UInt8] {
    guard let data = Base64.decode(try bytes(name)) else { throw .undecodable(detail: "'\(name)' is no Base64") }
    return data
  }

  private func bytes(_ name: String) throws(MessageDecodingError) -> ArraySlice<UInt8> {
    guard case .text(let bytes) = try member(name) else { throw .undecodable(detail: "'\(name)' is no text") }
    return bytes
  }

  private func member(_ name: String) throws(MessageDecodingError) -> JSONNode {
    guard let value = self[name] else { throw .undecodable(detail: "'\(name)' is missing") }
    return value
  }
}

/// A value of JSON.
enum JSONNode {
  case null
  case bool(Bool)
  /// A whole number, written as one, that fits.
  case integer(Int64)
  /// Any other number. The protocol has none.
  case number
  /// Text, as valid UTF-8.
  case text(ArraySlice<UInt8>)
  case array([JSONNode])
  case object(JSONObject)

  /// The object that must stand here.
  ///
  /// - Parameter name: What it is called in a message.
  func object(_ name: String) throws(MessageDecodingError) -> JSONObject {
    guard case .object(let object) = self else { throw .undecodable(detail: "\(name) is no object") }
    return object
  }

  /// The whole number that must stand here.
  ///
  /// - Parameter name: What it is called in a message.
  func integer(_ name: String) throws(MessageDecodingError) -> Int64 {
    guard case .integer(let number) = self else {
      throw .undecodable(detail: "'\(name)' is no whole number that fits")
    }
    return number
  }
}
