package import NotesDomain

/// What people did in a history: the judge compares it with what is left.
///
/// Each line that somebody writes has a token of its own, a number that no other line has.
package struct Ledger: Sendable {
  /// A line that somebody wrote.
  struct Token: Sendable {
    /// Who wrote it.
    let device: Int
    /// Whether somebody removed it.
    var isRemoved = false
    /// Whether it may be lost: it was written on a device that was then restored from an older backup.
    var isExempt = false
  }

  /// The lines, by token.
  private(set) var tokens: [Token] = []
  /// The notes that people wrote, oldest first.
  private(set) var created: [NoteID] = []
  /// The notes that sync wrote, since two texts could not be merged.
  private(set) var copies: Set<NoteID> = []
  /// The same, in the order in which they were seen.
  private(set) var copiesInOrder: [NoteID] = []

  /// The tokens of files, by their bytes' digests.
  private(set) var files: [BlobDigest: Int] = [:]

  /// Creates an empty ledger.
  package init() {}

  /// A token for a new line.
  package mutating func mint(by device: Int) -> Int {
    tokens.append(Token(device: device))
    return tokens.count - 1
  }

  /// Somebody removed lines.
  package mutating func remove(_ removed: [Int]) {
    for token in removed where tokens.indices.contains(token) { tokens[token].isRemoved = true }
  }

  /// Somebody attached a file, which counts as a line.
  package mutating func attach(_ digest: BlobDigest, _ token: Int) {
    files[digest] = token
  }

  /// Somebody removed files.
  package mutating func remove(_ removed: [Attachment]) {
    remove(removed.compactMap { files[$0.digest] })
  }

  /// A device was set back: what was written on it since may be lost.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - token: The first token that was made after the backup.
  package mutating func exempt(writtenBy device: Int, from token: Int) {
    for index in tokens.indices.dropFirst(token) where tokens[index].device == device { tokens[index].isExempt = true }
  }

  /// Somebody wrote a note.
  package mutating func create(_ id: NoteID) {
    created.append(id)
  }

  /// Sync wrote a note.
  package mutating func copy(_ id: NoteID) {
    if copies.insert(id).inserted { copiesInOrder.append(id) }
  }
}
