import NotesDomain

/// Finds notes and their versions, including notes that are gone.
struct VersionFinder: Sendable {
  /// The number of versions of a note among which one is looked for by its content, the newest first.
  private static let maximumVersions = 200

  let finder: NoteFinder
  let history: any NoteHistory

  /// Returns the only id with a prefix. A note that is gone is found by its whole id.
  ///
  /// - Throws: ``ReferenceError``, ``StoreError``.
  func id(_ text: String) async throws -> NoteID {
    do {
      return try await finder.id(text)
    } catch ReferenceError.unknown(let reference) {
      if let id = NoteID(text), try await !versions(of: id, limit: 1).isEmpty { return id }
      throw ReferenceError.unknown(reference)
    }
  }

  /// Returns the versions of a note, newest first.
  func versions(of id: NoteID, limit: Int) async throws -> [NoteVersion] {
    try await history.versions(of: id, limit: limit)
  }

  /// Returns the versions of a note, newest first, back to the one before a change set; `nil` for the newest one.
  func versions(of id: NoteID, backBefore number: Int?) async throws -> [NoteVersion] {
    // Mostly recent versions are requested, and each has the whole text, so the first page is small.
    var limit = 8
    while true {
      let versions = try await versions(of: id, limit: limit)
      let isEnough = versions.last.map { $0.changeSet < number ?? $0.changeSet + 1 } ?? true
      if isEnough && versions.count > 1 || versions.count < limit { return versions }
      limit *= 8
    }
  }

  /// Returns the version of a note with one of some contents: in its history, or as a file had it before a merge.
  @concurrent
  func note(_ id: NoteID, withContents contents: [ContentDigest]) async throws -> Note? {
    guard !contents.isEmpty else { return nil }
    return try await note(id) { contents.contains(ContentDigest(of: $0)) }
  }

  /// Returns a note as it was added; `nil` if that version is not known any more.
  @concurrent
  func added(_ id: NoteID) async throws -> Note? {
    var added: Note?
    _ = try await history.firstVersion(of: id, limit: Self.maximumVersions) { version -> Note? in
      if let note = version.note, note.modified == note.created { added = note }
      return nil
    }
    return added
  }

  /// Returns whether an import here moved a note to the trash, where it is, and no person and no other device did.
  @concurrent
  func isTrashedByImport(_ id: NoteID) async throws -> Bool {
    var kind: ChangeSet.Kind?
    // The change after the newest version outside of the trash.
    let last = try await history.firstVersion(of: id, limit: Self.maximumVersions) { version -> ChangeSet.Kind? in
      guard version.note?.trashed != nil else { return kind ?? .local }
      kind = version.kind
      return nil
    }
    return last == .imported
  }

  /// Returns the newest version of a note that fulfills a condition: in its history, or as a file had it before a merge.
  func note(_ id: NoteID, where isIncluded: (Note) -> Bool) async throws -> Note? {
    try await history.firstVersion(of: id, limit: Self.maximumVersions) { version in
      [version.note, version.merge?.theirs].lazy.compactMap(\.self).first(where: isIncluded)
    }
  }
}
