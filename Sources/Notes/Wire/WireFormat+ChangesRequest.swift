public import NotesDomain

extension WireFormat {
  /// Writes a question for changes as the query of a URL: `after=42&epoch=…&floor=42&limit=200`.
  ///
  /// - Parameter request: The question.
  public static func encode(_ request: ChangesRequest) -> String {
    var parts = ["after=\(request.after.number)"]
    if let epoch = request.epoch { parts.append("epoch=\(epoch)") }
    if let floor = request.floor { parts.append("floor=\(floor.number)") }
    parts.append("limit=\(request.limit)")
    return parts.joined(separator: "&")
  }

  /// Reads what ``encode(_:)-(ChangesRequest)`` writes.
  ///
  /// - Parameter query: The query, in which names that are not known are passed over.
  public static func decodeChangesRequest(_ query: String) throws(WireProblem) -> ChangesRequest {
    guard query.utf8.count <= 1024 else { throw .oversized(limit: 1024) }
    var values: [String: String] = [:]
    for part in query.split(separator: "&", omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: "="),
        values.updateValue(String(part[part.index(after: sign)...]), forKey: String(part[..<sign])) == nil
      else { throw .undecodable(detail: "a part of the query has no '=', or stands there twice") }
    }
    var epoch: Epoch?
    if let text = values["epoch"] {
      epoch = Epoch(text)
      guard epoch != nil else { throw .undecodable(detail: "'epoch' is none") }
    }
    guard let after = try number("after", in: values, atLeast: 0),
      let limit = try number("limit", in: values, atLeast: 1)
    else { throw .undecodable(detail: "'after' or 'limit' is missing") }
    return ChangesRequest(
      epoch: epoch, after: Revision(after), floor: try number("floor", in: values, atLeast: 0).map(Revision.init),
      limit: Int(clamping: limit))
  }

  private static func number(
    _ name: String, in values: [String: String], atLeast least: Int64
  ) throws(WireProblem) -> Int64? {
    guard let text = values[name] else { return nil }
    guard let number = Int64(text), number >= least, text.first != "+" else {
      throw .undecodable(detail: "'\(name)' is no whole number that fits")
    }
    return number
  }
}
