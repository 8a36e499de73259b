package import NotesDomain

extension MessageFormat {
  /// Encodes a batch: `{"changes":[…],"device":"…","epoch":"…","n":17,"protocol":1}`.
  package static func encode(_ batch: PushBatch) -> [UInt8] {
    let capacity = 128 + batch.changes.reduce(0) { $0 + 124 + $1.byteCount / 3 * 4 }
    return JSONWriter.message(capacity: capacity) { writer in
      writer.add("changes", objects: batch.changes) { change, writer in
        writer.add("base", change.base.number)
        if !change.blobs.isEmpty { writer.add("blobs", strings: change.blobs.lazy.map { blobPrefix + $0.description }) }
        if let payload = change.payload { writer.add("data", base64: payload) }
        writer.add("id", change.id.description)
        writer.add("op", change.payload == nil ? "delete" : "put")
      }
      writer.add("device", batch.device.description)
      writer.add("epoch", batch.epoch.description)
      writer.add("n", Int64(batch.number))
      writer.add("protocol", Int64(version))
    }
  }

  /// Decodes a batch.
  package static func decodePushBatch(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> PushBatch {
    let message = try message(bytes, limit: limit, values: MessageLimits.pushValues, needsVersion: true)
    let changes = try message.array("changes").map(change(in:))
    let number = try message.integer("n", atLeast: 1)
    guard let number = Int(exactly: number) else { throw .undecodable(detail: "'n' is out of range") }
    return PushBatch(
      epoch: try message.value("epoch", Epoch.init), device: try message.value("device", DeviceID.init),
      number: number, changes: changes)
  }

  private static func change(in node: JSONNode) throws(MessageDecodingError) -> PushChange {
    let object = try node.object("a change")
    let payload: [UInt8]?
    switch try object.text("op") {
    case "put":
      payload = try object.data("data")
    case "delete":
      guard object["data"] == nil else { throw .undecodable(detail: "a deletion with 'data'") }
      guard object["blobs"] == nil else { throw .undecodable(detail: "a deletion with 'blobs'") }
      payload = nil
    default:
      throw .undecodable(detail: "'op' is not 'put' or 'delete'")
    }
    return PushChange(
      id: try object.value("id", NoteID.init(_:)), base: Revision(try object.integer("base", atLeast: 0)),
      payload: payload,
      blobs: try blobs(in: object))
  }

  /// The prefix of a blob's digest.
  private static let blobPrefix = "sha256:"

  private static func blobs(in object: JSONObject) throws(MessageDecodingError) -> [BlobDigest] {
    guard object["blobs"] != nil else { return [] }
    let elements = try object.array("blobs")
    guard elements.count <= Attachment.maximumCount else {
      throw .undecodable(detail: "'blobs' has more than \(Attachment.maximumCount) elements")
    }
    var blobs: [BlobDigest] = []
    for element in elements {
      guard case .text(let bytes) = element, bytes.starts(with: blobPrefix.utf8),
        let blob = BlobDigest(String(decoding: bytes.dropFirst(blobPrefix.utf8.count), as: UTF8.self))
      else { throw .undecodable(detail: "'blobs' contains an invalid digest") }
      guard blobs.last.map({ $0 < blob }) ?? true else { throw .undecodable(detail: "'blobs' is not sorted") }
      blobs.append(blob)
    }
    return blobs
  }
}

extension MessageFormat {
  /// Encodes a reply to a batch, `{"n":17,"results":[…]}`, or an error.
  package static func encode(_ reply: PushReply, to batch: PushBatch) -> [UInt8] {
    JSONWriter.message(capacity: 64 + batch.changes.count * 48) { writer in
      switch reply {
      case .results(let results):
        writer.add("n", Int64(batch.number))
        writer.add("results", objects: results, add(_:to:))
      case .epochChanged(let change): add(change, to: &writer)
      case .staleBatch: writer.add("error", "stale_batch")
      case .deviceForked: writer.add("error", "device_forked")
      }
    }
  }

  /// Decodes a reply to a batch.
  package static func decodePushReply(
    _ bytes: [UInt8], to batch: PushBatch, limit: Int
  ) throws(MessageDecodingError) -> PushReply {
    let message = try message(bytes, limit: limit)
    if message["error"] != nil {
      switch try message.text("error") {
      case "epoch": return .epochChanged(try epochChange(in: message))
      case "stale_batch": return .staleBatch
      case "device_forked": return .deviceForked
      default: throw .undecodable(detail: "unexpected 'error' in a reply to a batch")
      }
    }
    guard try message.integer("n", atLeast: 1) == Int64(batch.number) else {
      throw .undecodable(detail: "the reply is for another batch")
    }
    let elements = try message.array("results")
    guard elements.count == batch.changes.count else {
      throw .undecodable(detail: "\(elements.count) results for \(batch.changes.count) changes")
    }
    return .results(try elements.map(result(in:)))
  }

  static func add(_ change: EpochChange, to writer: inout JSONWriter) {
    writer.add("epoch", change.epoch.description)
    writer.add("error", "epoch")
    writer.add("forkedAt", change.forkedAt.number)
  }

  static func epochChange(in message: JSONObject) throws(MessageDecodingError) -> EpochChange {
    EpochChange(
      epoch: try message.value("epoch", Epoch.init), forkedAt: Revision(try message.integer("forkedAt", atLeast: 0)))
  }

  private static func add(_ result: PushResult, to writer: inout JSONWriter) {
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
  }

  private static func result(in node: JSONNode) throws(MessageDecodingError) -> PushResult {
    let object = try node.object("a result")
    switch try object.text("s") {
    case "applied":
      return .applied(Revision(try object.integer("rev", atLeast: 1)))
    case "conflict":
      return .conflict(
        revision: Revision(try object.integer("rev", atLeast: 0)), isDeleted: try object.bool("deleted"))
    case "refused":
      let code = try object.text("code")
      guard isCode(code) else { throw .undecodable(detail: "'code' is invalid") }
      return .refused(PushRefusal(code: code))
    default:
      throw .undecodable(detail: "'s' is not 'applied', 'conflict' or 'refused'")
    }
  }

  /// Returns whether a text is a valid code of a refusal. Unknown codes are shown to people as they are.
  private static func isCode(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || $0 == UInt8(ascii: "_") }
  }
}
