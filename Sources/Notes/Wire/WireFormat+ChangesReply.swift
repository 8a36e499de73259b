public import NotesDomain

extension WireFormat {
  /// Writes the answer to a question for changes: `{"changes":[…],"head":97,"more":true}`, or why there is none.
  ///
  /// - Parameter reply: The answer.
  public static func encode(_ reply: ChangesReply) -> [UInt8] {
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
  public static func decodeChangesReply(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> ChangesReply {
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
    let hasMore = try message.truth("more")
    // Whoever asked on would ask the same for ever.
    guard !hasMore || !items.isEmpty else { throw .undecodable(detail: "nothing, and more of it") }
    return .page(ChangesPage(head: head, items: items, hasMore: hasMore))
  }

  private static func item(in object: JSONObject) throws(WireProblem) -> VaultItem {
    let isDeleted = try object.truth("deleted")
    if isDeleted, object["data"] != nil { throw .undecodable(detail: "a deletion with 'data'") }
    return VaultItem(
      id: try object.value("id"), revision: Revision(try object.integer("rev", atLeast: 1)),
      payload: isDeleted ? nil : try object.data("data"))
  }
}
