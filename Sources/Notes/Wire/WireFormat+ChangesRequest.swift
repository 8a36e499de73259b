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
    let query = try WireQuery(query)
    return ChangesRequest(
      epoch: try query.value("epoch"), after: Revision(try query.neededNumber("after", atLeast: 0)),
      floor: try query.number("floor", atLeast: 0).map(Revision.init),
      limit: Int(clamping: try query.neededNumber("limit", atLeast: 1)))
  }
}
