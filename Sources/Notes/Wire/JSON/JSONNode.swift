/// A value of JSON.
enum JSONNode {
  case null
  case truth(Bool)
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
  func object(_ name: String) throws(WireProblem) -> JSONObject {
    guard case .object(let object) = self else { throw .undecodable(detail: "\(name) is no object") }
    return object
  }

  /// The whole number that must stand here.
  ///
  /// - Parameter name: What it is called in a message.
  func integer(_ name: String) throws(WireProblem) -> Int64 {
    guard case .integer(let number) = self else {
      throw .undecodable(detail: "'\(name)' is no whole number that fits")
    }
    return number
  }
}
