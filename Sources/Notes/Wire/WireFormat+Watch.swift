public import NotesDomain

extension WireFormat {
  /// Writes a question for whether anything has changed as the query of a URL: `after=42&epoch=…&wait=25000`.
  ///
  /// - Parameter request: The question.
  public static func encode(_ request: WatchRequest) -> String {
    "after=\(request.after.number)&epoch=\(request.epoch)&wait=\(request.milliseconds)"
  }

  /// Reads what ``encode(_:)-(WatchRequest)`` writes.
  ///
  /// - Parameter query: The query, in which names that are not known are passed over.
  public static func decodeWatchRequest(_ query: String) throws(WireProblem) -> WatchRequest {
    let query = try WireQuery(query)
    guard let epoch: Epoch = try query.value("epoch") else { throw .undecodable(detail: "'epoch' is missing") }
    return WatchRequest(
      epoch: epoch, after: Revision(try query.neededNumber("after", atLeast: 0)),
      milliseconds: Int(clamping: try query.neededNumber("wait", atLeast: 0)))
  }

  /// Writes the answer: `{"changed":true}`.
  ///
  /// - Parameter reply: The answer.
  public static func encode(_ reply: WatchReply) -> [UInt8] {
    var writer = JSONWriter(capacity: 32)
    writer.beginObject()
    writer.add("changed", reply == .changed)
    writer.endObject()
    return writer.bytes
  }

  /// Reads what ``encode(_:)-(WatchReply)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  public static func decodeWatchReply(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> WatchReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    return try message.truth("changed") ? .changed : .quiet
  }
}
