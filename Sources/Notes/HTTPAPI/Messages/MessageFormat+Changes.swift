package import NotesDomain

extension MessageFormat {
  /// Writes a question for changes as the query of a URL: `after=42&epoch=…&floor=42&limit=200`.
  ///
  /// - Parameter request: The question.
  package static func encode(_ request: ChangesRequest) -> String {
    var parts = ["after=\(request.after.number)"]
    if let epoch = request.epoch { parts.append("epoch=\(epoch)") }
    if let floor = request.floor { parts.append("floor=\(floor.number)") }
    parts.append("limit=\(request.limit)")
    return parts.joined(separator: "&")
  }

  /// Reads what ``encode(_:)-(ChangesRequest)`` writes.
  ///
  /// - Parameter query: The query, in which names that are not known are passed over.
  package static func decodeChangesRequest(_ query: String) throws(MessageDecodingError) -> ChangesRequest {
    let query = try QueryParameters(query)
    return ChangesRequest(
      epoch: try query.value("epoch"), after: Revision(try query.neededNumber("after", atLeast: 0)),
      floor: try query.number("floor", atLeast: 0).map(Revision.init),
      limit: Int(clamping: try query.neededNumber("limit", atLeast: 1)))
  }
}

extension MessageFormat {
  /// Writes the answer to a question for changes: `{"changes":[…],"head":97,"more":true}`, or why there is none.
  ///
  /// - Parameter reply: The answer.
  package static func encode(_ reply: ChangesReply) -> [UInt8] {
    var writer = JSONWriter(capacity: 64)
    writer.beginObject()
    switch reply {
    case .page(let page):
      writer.reserve(page.items.reduce(0) { $0 + 112 + ($1.payload?.count ?? 0) / 3 * 4 })
      writer.beginArray("changes")
      for item in page.items {
        writer.beginObject()
        if let payload = item.payload { writer.add("data", base64: payload) }
        writer.add("deleted", item.isTombstone)
        writer.add("id", item.id.description)
        writer.add("rev", item.revision.number)
        writer.endObject()
      }
      writer.endArray()
      writer.add("head", page.head.number)
      writer.add("more", page.hasMore)
    case .epochChanged(let change): add(change, to: &writer)
    case .resync: writer.add("error", "resync")
    }
    writer.endObject()
    return writer.bytes
  }

  /// Reads what ``encode(_:)-(ChangesReply)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  package static func decodeChangesReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> ChangesReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    if message["error"] != nil {
      switch try message.text("error") {
      case "epoch": return .epochChanged(try epochChange(in: message))
      case "resync": return .resync
      default: throw .undecodable(detail: "an 'error' that no answer to a question has")
      }
    }
    let head = Revision(try message.integer("head", atLeast: 0))
    let elements = try message.array("changes")
    var items: [VaultItem] = []
    items.reserveCapacity(elements.count)
    for element in elements {
      let item = try item(in: element.object("a change"))
      // Whoever took the last revision for the cursor would pass over the items before it.
      guard item.revision > items.last?.revision ?? .none, item.revision <= head else {
        throw .undecodable(detail: "revisions that do not ascend to the head")
      }
      items.append(item)
    }
    let hasMore = try message.bool("more")
    // Whoever asked on would ask the same for ever.
    guard !hasMore || !items.isEmpty else { throw .undecodable(detail: "nothing, and more of it") }
    return .page(ChangesPage(head: head, items: items, hasMore: hasMore))
  }

  private static func item(in object: JSONObject) throws(MessageDecodingError) -> VaultItem {
    let isDeleted = try object.bool("deleted")
    if isDeleted, object["data"] != nil { throw .undecodable(detail: "a deletion with 'data'") }
    return VaultItem(
      id: try object.value("id"), revision: Revision(try object.integer("rev", atLeast: 1)),
      payload: isDeleted ? nil : try object.data("data"))
  }
}

extension MessageFormat {
  /// Writes a question for whether anything has changed as the query of a URL: `after=42&epoch=…&wait=25000`.
  ///
  /// - Parameter request: The question.
  package static func encode(_ request: WatchRequest) -> String {
    "after=\(request.after.number)&epoch=\(request.epoch)&wait=\(request.milliseconds)"
  }

  /// Reads what ``encode(_:)-(WatchRequest)`` writes.
  ///
  /// - Parameter query: The query, in which names that are not known are passed over.
  package static func decodeWatchRequest(_ query: String) throws(MessageDecodingError) -> WatchRequest {
    let query = try QueryParameters(query)
    guard let epoch: Epoch = try query.value("epoch") else { throw .undecodable(detail: "'epoch' is missing") }
    return WatchRequest(
      epoch: epoch, after: Revision(try query.neededNumber("after", atLeast: 0)),
      milliseconds: Int(clamping: try query.neededNumber("wait", atLeast: 0)))
  }

  /// Writes the answer: `{"changed":true}`.
  ///
  /// - Parameter reply: The answer.
  package static func encode(_ reply: WatchReply) -> [UInt8] {
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
  package static func decodeWatchReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> WatchReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    return try message.bool("changed") ? .changed : .quiet
  }
}

/// The query of a URL, in which no value needs an escape: `after=42&limit=200`.
struct QueryParameters {
  /// Few, so that looking through them is faster than a table.
  private var values: [(name: Substring, value: Substring)] = []

  /// Reads a query.
  ///
  /// - Parameter text: The query as it stands in the request. Names that nobody asks for are passed over.
  init(_ text: String) throws(MessageDecodingError) {
    guard text.utf8.count <= MessageLimits.query else { throw .oversized(limit: MessageLimits.query) }
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
  func value<Value: LosslessStringConvertible>(_ name: String) throws(MessageDecodingError) -> Value? {
    guard let text = self[name[...]] else { return nil }
    guard let value = Value(text) else { throw .undecodable(detail: "'\(name)' is none") }
    return value
  }

  /// A whole number; `nil` when it is not there.
  func number(_ name: String, atLeast least: Int64) throws(MessageDecodingError) -> Int64? {
    guard let text = self[name[...]] else { return nil }
    guard let number = Int64(text), number >= least, text.first != "+" else {
      throw .undecodable(detail: "'\(name)' is no whole number that fits")
    }
    return number
  }

  /// A whole number that must be there.
  func neededNumber(_ name: String, atLeast least: Int64) throws(MessageDecodingError) -> Int64 {
    guard let number = try number(name, atLeast: least) else { throw .undecodable(detail: "'\(name)' is missing") }
    return number
  }
}
