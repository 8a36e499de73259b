package import NotesDomain

/// The edits of a history, which the checker compares with its final state.
///
/// Each written line has a token, a number that no other line has.
package struct Ledger: Sendable {
  /// A written line.
  struct Token: Sendable {
    /// The device on which it was written.
    let device: Int
    /// Whether a user removed it.
    var isRemoved = false
    /// Whether it may be lost, since its device was restored from an older backup.
    var isExempt = false
  }

  /// The lines, by token.
  private(set) var tokens: [Token] = []
  /// The notes of users, oldest first.
  private(set) var created: [NoteID] = []
  /// The conflict copies.
  private(set) var copies: Set<NoteID> = []
  /// The conflict copies in the order in which they were seen.
  private(set) var copiesInOrder: [NoteID] = []

  /// The tokens of files, by digest.
  private(set) var files: [BlobDigest: Int] = [:]

  /// Creates an empty ledger.
  package init() {}

  /// Returns the token of a new line.
  package mutating func mint(by device: Int) -> Int {
    tokens.append(Token(device: device))
    return tokens.count - 1
  }

  /// Records removed lines.
  package mutating func remove(_ removed: [Int]) {
    for token in removed where tokens.indices.contains(token) { tokens[token].isRemoved = true }
  }

  /// Records an attached file, which counts as a line.
  package mutating func attach(_ digest: BlobDigest, _ token: Int) {
    files[digest] = token
  }

  /// Records removed files.
  package mutating func remove(_ removed: [Attachment]) {
    remove(removed.compactMap { files[$0.digest] })
  }

  /// Records that a device was restored, so that lines written on it since the backup may be lost.
  ///
  /// - Parameter token: The first token after the backup.
  package mutating func exempt(writtenBy device: Int, from token: Int) {
    for index in tokens.indices.dropFirst(token) where tokens[index].device == device { tokens[index].isExempt = true }
  }

  /// Records a new note.
  package mutating func create(_ id: NoteID) {
    created.append(id)
  }

  /// Records a conflict copy.
  package mutating func copy(_ id: NoteID) {
    if copies.insert(id).inserted { copiesInOrder.append(id) }
  }
}
