public import NotesDomain

extension WireFormat {
  /// Writes a batch: `{"changes":[…],"device":"…","epoch":"…","n":17,"protocol":1}`.
  ///
  /// - Parameter batch: The batch.
  public static func encode(_ batch: PushBatch) -> [UInt8] {
    var writer = JSONWriter(capacity: 128 + batch.changes.reduce(0) { $0 + 124 + $1.byteCount / 3 * 4 })
    writer.beginObject()
    writer.beginArray("changes")
    for change in batch.changes {
      writer.beginObject()
      writer.add("base", change.base.number)
      if !change.blobs.isEmpty {
        writer.beginArray("blobs")
        for blob in change.blobs { writer.addElement(blobPrefix + blob.description) }
        writer.endArray()
      }
      if let payload = change.payload { writer.add("data", base64: payload) }
      writer.add("id", change.id.description)
      writer.add("op", change.payload == nil ? "delete" : "put")
      writer.endObject()
    }
    writer.endArray()
    writer.add("device", batch.device.description)
    writer.add("epoch", batch.epoch.description)
    writer.add("n", Int64(batch.number))
    writer.add("protocol", Int64(version))
    writer.endObject()
    return writer.bytes
  }

  /// Reads what ``encode(_:)-(PushBatch)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  public static func decodePushBatch(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> PushBatch {
    let message = try message(bytes, limit: limit, values: WireLimit.pushValues)
    try checkVersion(of: message, isNeeded: true)
    var changes: [PushChange] = []
    for element in try message.array("changes") {
      changes.append(try change(in: element.object("a change")))
    }
    let number = try message.integer("n", atLeast: 1)
    guard let number = Int(exactly: number) else { throw .undecodable(detail: "'n' does not fit") }
    return PushBatch(
      epoch: try message.value("epoch"), device: try message.value("device"), number: number, changes: changes)
  }

  private static func change(in object: JSONObject) throws(WireProblem) -> PushChange {
    let operation = try object.text("op")
    let payload: [UInt8]?
    switch operation {
    case "put":
      payload = try object.data("data")
    case "delete":
      guard object["data"] == nil else { throw .undecodable(detail: "a deletion with 'data'") }
      guard object["blobs"] == nil else { throw .undecodable(detail: "a deletion with 'blobs'") }
      payload = nil
    default:
      throw .undecodable(detail: "'op' is neither 'put' nor 'delete'")
    }
    return PushChange(
      id: try object.value("id"), base: Revision(try object.integer("base", atLeast: 0)), payload: payload,
      blobs: try blobs(in: object))
  }

  /// What stands before the digits of a blob's name.
  private static let blobPrefix = "sha256:"

  private static func blobs(in object: JSONObject) throws(WireProblem) -> [BlobDigest] {
    guard object["blobs"] != nil else { return [] }
    let elements = try object.array("blobs")
    guard elements.count <= Attachment.most else {
      throw .undecodable(detail: "'blobs' are more than \(Attachment.most)")
    }
    var blobs: [BlobDigest] = []
    for element in elements {
      guard case .text(let bytes) = element, bytes.starts(with: blobPrefix.utf8),
        let blob = BlobDigest(String(decoding: bytes.dropFirst(blobPrefix.utf8.count), as: UTF8.self))
      else { throw .undecodable(detail: "'blobs' holds what is no blob's name") }
      guard blobs.last.map({ $0 < blob }) ?? true else { throw .undecodable(detail: "'blobs' are not in order") }
      blobs.append(blob)
    }
    return blobs
  }
}
