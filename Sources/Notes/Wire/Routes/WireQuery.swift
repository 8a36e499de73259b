/// The query of a URL, in which no value needs an escape: `after=42&limit=200`.
struct WireQuery {
  /// Few, so that looking through them is faster than a table.
  private var values: [(name: Substring, value: Substring)] = []

  /// Reads a query.
  ///
  /// - Parameter text: The query as it stands in the request. Names that nobody asks for are passed over.
  init(_ text: String) throws(WireProblem) {
    guard text.utf8.count <= WireLimit.query else { throw .oversized(limit: WireLimit.query) }
    for part in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: UInt8(ascii: "=")), self[Substring(part[..<sign])] == nil else {
        throw .undecodable(detail: "a part of the query has no '=', or stands there twice")
      }
      values.append((Substring(part[..<sign]), Substring(part[part.index(after: sign)...])))
    }
  }

  private subscript(name: Substring) -> String? {
    values.first { $0.name == name }.map { String($0.value) }
  }

  /// A value; `nil` when it is not there.
  func value<Value: LosslessStringConvertible>(_ name: String) throws(WireProblem) -> Value? {
    guard let text = self[name[...]] else { return nil }
    guard let value = Value(text) else { throw .undecodable(detail: "'\(name)' is none") }
    return value
  }

  /// A whole number; `nil` when it is not there.
  func number(_ name: String, atLeast least: Int64) throws(WireProblem) -> Int64? {
    guard let text = self[name[...]] else { return nil }
    guard let number = Int64(text), number >= least, text.first != "+" else {
      throw .undecodable(detail: "'\(name)' is no whole number that fits")
    }
    return number
  }

  /// A whole number that must be there.
  func neededNumber(_ name: String, atLeast least: Int64) throws(WireProblem) -> Int64 {
    guard let number = try number(name, atLeast: least) else { throw .undecodable(detail: "'\(name)' is missing") }
    return number
  }
}
