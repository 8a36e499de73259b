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

  func integer(_ name: String, atLeast least: Int64) throws(WireProblem) -> Int64 {
    let number = try member(name).integer(name)
    guard number >= least else { throw .undecodable(detail: "'\(name)' is less than \(least)") }
    return number
  }

  func truth(_ name: String) throws(WireProblem) -> Bool {
    guard case .truth(let truth) = try member(name) else {
      throw .undecodable(detail: "'\(name)' is neither true nor false")
    }
    return truth
  }

  func array(_ name: String) throws(WireProblem) -> [JSONNode] {
    guard case .array(let elements) = try member(name) else { throw .undecodable(detail: "'\(name)' is no list") }
    return elements
  }

  func text(_ name: String) throws(WireProblem) -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// A text that stands for something else.
  func value<Value: LosslessStringConvertible>(_ name: String) throws(WireProblem) -> Value {
    guard let value = Value(try text(name)) else { throw .undecodable(detail: "'\(name)' is none") }
    return value
  }

  func data(_ name: String) throws(WireProblem) -> [UInt8] {
    guard let data = Base64.decode(try bytes(name)) else { throw .undecodable(detail: "'\(name)' is no Base64") }
    return data
  }

  private func bytes(_ name: String) throws(WireProblem) -> ArraySlice<UInt8> {
    guard case .text(let bytes) = try member(name) else { throw .undecodable(detail: "'\(name)' is no text") }
    return bytes
  }

  private func member(_ name: String) throws(WireProblem) -> JSONNode {
    guard let value = self[name] else { throw .undecodable(detail: "'\(name)' is missing") }
    return value
  }
}
