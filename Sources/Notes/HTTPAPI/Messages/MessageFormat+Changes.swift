package import NotesDomain

extension MessageFormat {
  /// Encodes a request for changes as a URL query: `after=42&epoch=…&floor=42&limit=200`.
  package static func encode(_ request: ChangesRequest) -> String {
    var parts = ["after=\(request.after.number)"]
    if let epoch = request.epoch { parts.append("epoch=\(epoch)") }
    if let floor = request.floor { parts.append("floor=\(floor.number)") }
    parts.append("limit=\(request.limit)")
    if let item = request.only { parts.append("only=\(item)") }
    return parts.joined(separator: "&")
  }

  /// Decodes a request for changes, ignoring unknown parameters.
  package static func decodeChangesRequest(_ query: String) throws(MessageDecodingError) -> ChangesRequest {
    let query = try QueryParameters(query)
    return ChangesRequest(
      epoch: try query.value("epoch", Epoch.init), after: Revision(try query.requiredNumber("after", atLeast: 0)),
      floor: try query.number("floor", atLeast: 0).map(Revision.init),
      limit: Int(clamping: try query.requiredNumber("limit", atLeast: 1)),
      only: try query.value("only", NoteID.init(_:)))
  }
}

extension MessageFormat {
  /// Encodes a page of changes, `{"changes":[…],"head":97,"more":true}`, or an error.
  package static func encode(_ reply: ChangesReply) -> [UInt8] {
    JSONWriter.message(capacity: 64) { writer in
      switch reply {
      case .page(let page):
        writer.reserve(page.items.reduce(0) { $0 + 112 + ($1.payload?.count ?? 0) / 3 * 4 })
        writer.add("changes", objects: page.items) { item, writer in
          if let payload = item.payload { writer.add("data", base64: payload) }
          writer.add("deleted", item.isTombstone)
          writer.add("id", item.id.description)
          writer.add("rev", item.revision.number)
        }
        writer.add("head", page.head.number)
        writer.add("more", page.hasMore)
      case .epochChanged(let change): add(change, to: &writer)
      case .resync: writer.add("error", "resync")
      }
    }
  }

  /// Decodes a page of changes or an error.
  package static func decodeChangesReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> ChangesReply {
    let message = try message(bytes, limit: limit)
    if message["error"] != nil {
      switch try message.text("error") {
      case "epoch": return .epochChanged(try epochChange(in: message))
      case "resync": return .resync
      default: throw .undecodable(detail: "unexpected 'error' in a page of changes")
      }
    }
    let head = Revision(try message.integer("head", atLeast: 0))
    let elements = try message.array("changes")
    var items: [VaultItem] = []
    items.reserveCapacity(elements.count)
    for element in elements {
      let item = try item(in: element.object("a change"))
      // Otherwise a client that continues after the last revision would skip items.
      guard item.revision > items.last?.revision ?? .none, item.revision <= head else {
        throw .undecodable(detail: "revisions do not ascend up to the head")
      }
      items.append(item)
    }
    let hasMore = try message.bool("more")
    // Otherwise a client would repeat the request forever.
    guard !hasMore || !items.isEmpty else { throw .undecodable(detail: "an empty page with 'more'") }
    return .page(ChangesPage(head: head, items: items, hasMore: hasMore))
  }

  private static func item(in object: JSONObject) throws(MessageDecodingError) -> VaultItem {
    let isDeleted = try object.bool("deleted")
    if isDeleted, object["data"] != nil { throw .undecodable(detail: "a deletion with 'data'") }
    return VaultItem(
      id: try object.value("id", NoteID.init(_:)), revision: Revision(try object.integer("rev", atLeast: 1)),
      payload: isDeleted ? nil : try object.data("data"))
  }
}

extension MessageFormat {
  /// Encodes a watch request as a URL query: `after=42&epoch=…&wait=25000`.
  package static func encode(_ request: WatchRequest) -> String {
    "after=\(request.after.number)&epoch=\(request.epoch)&wait=\(request.timeout.milliseconds)"
  }

  /// Decodes a watch request, ignoring unknown parameters.
  package static func decodeWatchRequest(_ query: String) throws(MessageDecodingError) -> WatchRequest {
    let query = try QueryParameters(query)
    guard let epoch = try query.value("epoch", Epoch.init) else { throw .undecodable(detail: "'epoch' is missing") }
    return WatchRequest(
      epoch: epoch, after: Revision(try query.requiredNumber("after", atLeast: 0)),
      timeout: .milliseconds(Int(clamping: try query.requiredNumber("wait", atLeast: 0))))
  }

  /// Encodes a watch reply: `{"changed":true}`.
  package static func encode(_ reply: WatchReply) -> [UInt8] {
    JSONWriter.message(capacity: 32) { $0.add("changed", reply == .changed) }
  }

  /// Decodes a watch reply.
  package static func decodeWatchReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> WatchReply {
    try message(bytes, limit: limit).bool("changed") ? .changed : .unchanged
  }
}

/// The parameters of a URL query, whose values need no escapes: `after=42&limit=200`.
struct QueryParameters {
  /// The parameters in order. For so few, no index is faster.
  private var values: [(name: Substring, value: Substring)] = []

  /// Parses a query.
  init(_ text: String) throws(MessageDecodingError) {
    guard text.utf8.count <= MessageLimits.query else { throw .oversized(limit: MessageLimits.query) }
    for part in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let sign = part.firstIndex(of: UInt8(ascii: "=")), self[Substring(part[..<sign])] == nil else {
        throw .undecodable(detail: "a query parameter has no '=' or is repeated")
      }
      values.append((Substring(part[..<sign]), Substring(part[part.index(after: sign)...])))
    }
  }

  private subscript(name: Substring) -> String? {
    values.first { $0.name == name }.map { String($0.value) }
  }

  /// Returns a value, or `nil` without the parameter.
  func value<Value>(_ name: String, _ parse: (String) -> Value?) throws(MessageDecodingError) -> Value? {
    guard let text = self[name[...]] else { return nil }
    guard let value = parse(text) else { throw .undecodable(detail: "'\(name)' is invalid") }
    return value
  }

  /// Returns an integer, or `nil` without the parameter.
  func number(_ name: String, atLeast minimum: Int64) throws(MessageDecodingError) -> Int64? {
    guard let text = self[name[...]] else { return nil }
    guard let number = Int64(text), number >= minimum, text.first != "+" else {
      throw .undecodable(detail: "'\(name)' is not a 64-bit integer")
    }
    return number
  }

  /// Returns an integer, or throws without the parameter.
  func requiredNumber(_ name: String, atLeast minimum: Int64) throws(MessageDecodingError) -> Int64 {
    guard let number = try number(name, atLeast: minimum) else { throw .undecodable(detail: "'\(name)' is missing") }
    return number
  }
}
