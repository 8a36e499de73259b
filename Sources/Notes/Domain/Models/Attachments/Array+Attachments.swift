extension [Attachment] {
  /// The attachment with a name, byte for byte. O(count).
  ///
  /// - Parameter name: The name.
  public func named(_ name: String) -> Attachment? {
    first { $0.name.hasSameBytes(as: name) }
  }

  /// The attachments in the order of their names' bytes; of several with one name the last.
  func inOrderOfNames() -> [Attachment] {
    guard !isInOrderOfNames else { return self }
    var byName: [[UInt8]: Attachment] = [:]
    for attachment in self { byName[attachment.nameBytes] = attachment }
    return byName.values.sorted { $0.precedesByName($1) }
  }

  private var isInOrderOfNames: Bool {
    count < 2 || zip(self, dropFirst()).allSatisfy { $0.precedesByName($1) }
  }
}

extension Attachment {
  /// The name's bytes, by which names are told apart: as texts, two spellings of an accent are one.
  var nameBytes: [UInt8] { Array(name.utf8) }

  /// Whether a name comes before another's, by their bytes, which is an order that every program can follow.
  func precedesByName(_ other: Attachment) -> Bool {
    name.utf8.lexicographicallyPrecedes(other.name.utf8)
  }
}
