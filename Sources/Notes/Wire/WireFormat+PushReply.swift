public import NotesDomain

extension WireFormat {
  /// Writes the answer to a batch: `{"n":17,"results":[…]}`, or why nothing was executed.
  ///
  /// - Parameters:
  ///   - reply: The answer.
  ///   - batch: The batch.
  public static func encode(_ reply: PushReply, to batch: PushBatch) -> [UInt8] {
    var writer = JSONWriter(capacity: 64 + batch.changes.count * 48)
    writer.beginObject()
    switch reply {
    case .results(let results):
      writer.add("n", Int64(batch.number))
      writer.beginArray("results")
      for result in results { add(result, to: &writer) }
      writer.endArray()
    case .epochChanged(let change): add(change, to: &writer)
    case .staleBatch: writer.add("error", "stale_batch")
    case .deviceForked: writer.add("error", "device_forked")
    }
    writer.endObject()
    return writer.bytes
  }

  /// Reads what ``encode(_:to:)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - batch: The batch that it must be the answer to.
  ///   - limit: The most bytes that it may have.
  public static func decodePushReply(
    _ bytes: [UInt8], to batch: PushBatch, limit: Int
  ) throws(WireProblem) -> PushReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    if message["error"] != nil {
      switch try message.text("error") {
      case "epoch": return .epochChanged(try epochChange(in: message))
      case "stale_batch": return .staleBatch
      case "device_forked": return .deviceForked
      default: throw .undecodable(detail: "an 'error' that no answer to a batch has")
      }
    }
    guard try message.integer("n", atLeast: 1) == Int64(batch.number) else {
      throw .undecodable(detail: "the answer to another batch")
    }
    let elements = try message.array("results")
    guard elements.count == batch.changes.count else {
      throw .undecodable(detail: "\(elements.count) results for \(batch.changes.count) changes")
    }
    var results: [PushResult] = []
    results.reserveCapacity(elements.count)
    for element in elements { results.append(try result(in: element.object("a result"))) }
    return .results(results)
  }

  static func add(_ change: EpochChange, to writer: inout JSONWriter) {
    writer.add("epoch", change.epoch.description)
    writer.add("error", "epoch")
    writer.add("forkedAt", change.forkedAt.number)
  }

  static func epochChange(in message: JSONObject) throws(WireProblem) -> EpochChange {
    EpochChange(
      epoch: try message.value("epoch"), forkedAt: Revision(try message.integer("forkedAt", atLeast: 0)))
  }

  private static func add(_ result: PushResult, to writer: inout JSONWriter) {
    writer.beginObject()
    switch result {
    case .applied(let revision):
      writer.add("rev", revision.number)
      writer.add("s", "applied")
    case .conflict(let revision, let isDeleted):
      writer.add("deleted", isDeleted)
      writer.add("rev", revision.number)
      writer.add("s", "conflict")
    case .refused(let refusal):
      writer.add("code", refusal.code)
      writer.add("s", "refused")
    }
    writer.endObject()
  }

  private static func result(in object: JSONObject) throws(WireProblem) -> PushResult {
    switch try object.text("s") {
    case "applied":
      return .applied(Revision(try object.integer("rev", atLeast: 1)))
    case "conflict":
      return .conflict(
        revision: Revision(try object.integer("rev", atLeast: 0)), isDeleted: try object.truth("deleted"))
    case "refused":
      let code = try object.text("code")
      guard isCode(code) else { throw .undecodable(detail: "'code' is no reason of a refusal") }
      return .refused(Refusal(code: code))
    default:
      throw .undecodable(detail: "'s' is neither 'applied', 'conflict' nor 'refused'")
    }
  }

  /// Whether a text can be the code of a refusal, which people see as it is when they meet an unknown one.
  private static func isCode(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
  }
}
