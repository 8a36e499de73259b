import NotesDomain
import NotesFronts

/// Finds the notes that people name: by a number of the last list, an id or the beginning of one, a title or the beginning of
/// one, an alias, or a path such as `Kitchen/Bread`.
struct NoteFinder: Sendable {
  /// The maximum number of candidates in the error for an ambiguous name.
  static let maximumCandidates = 5

  /// The number of digits from which on a text is an id rather than a title, as in lists.
  private static let idDigits = 8

  let repository: any NoteRepository
  let links: any LinkIndex
  let listed: any ListedNotes

  /// Returns the only note with a name.
  ///
  /// A title that is equal comes before a short beginning of an id: `cafe` and `1984` are both.
  ///
  /// - Parameter isInTrash: Whether notes in the trash come before the others of the same name, instead of after them.
  /// - Throws: ``ReferenceError``, ``StoreError``.
  func id(_ text: String, isInTrash: Bool = false) async throws -> NoteID {
    if let id = listedNote(text) {
      guard try await exists(id) else { throw ReferenceError.unknown(text) }
      return id
    }
    let prefix = NoteIDPrefix(text)
    if let prefix, prefix.digits.utf8.count >= Self.idDigits, let id = try await id(prefix, as: text) { return id }
    if let name = NoteName(text) {
      let named = try await links.notes(named: name, limit: Self.maximumCandidates + 1)
      if let id = try Self.only(of: named, as: text, isInTrash: isInTrash) { return id }
    }
    if let prefix, prefix.digits.utf8.count < Self.idDigits, let id = try await id(prefix, as: text) { return id }
    if NoteName(text) != nil {
      let beginning = try await links.titles(beginningWith: text, limit: Self.maximumCandidates + 1)
      if let id = try Self.only(of: beginning, as: text, isInTrash: false) { return id }
    }
    throw ReferenceError.unknown(text)
  }

  /// Returns the notes with some names in their order, without duplicates.
  func ids(_ texts: [String], isInTrash: Bool = false) async throws -> [NoteID] {
    var ids: [NoteID] = []
    var seen: Set<NoteID> = []
    for text in texts {
      let id = try await id(text, isInTrash: isInTrash)
      if seen.insert(id).inserted { ids.append(id) }
    }
    return ids
  }

  /// Returns the only note with a name.
  ///
  /// - Throws: ``ReferenceError``, ``StoreError``.
  func note(_ text: String) async throws -> Note {
    guard let note = try await repository.note(try await id(text)) else { throw ReferenceError.unknown(text) }
    return note
  }

  /// Returns whether a note exists, also in the trash. One of the last list may have been purged since.
  private func exists(_ id: NoteID) async throws(StoreError) -> Bool {
    guard let prefix = NoteIDPrefix(id.description) else { return false }
    return try await !repository.identifiers(matching: prefix, limit: 1).isEmpty
  }

  private func listedNote(_ text: String) -> NoteID? {
    guard text.utf8.count <= 4, text.utf8.first != UInt8(ascii: "0"),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let number = Int(text)
    else { return nil }
    let notes = listed.load()
    return number <= notes.count ? notes[number - 1] : nil
  }

  private func id(_ prefix: NoteIDPrefix, as text: String) async throws -> NoteID? {
    let ids = try await repository.identifiers(matching: prefix, limit: Self.maximumCandidates)
    guard ids.count > 1 else { return ids.first }
    throw ReferenceError.ambiguous(text, candidates: try await repository.notes(ids).map(\.summary))
  }

  private static func only(of notes: [NoteSummary], as text: String, isInTrash: Bool) throws -> NoteID? {
    let preferred = notes.filter { ($0.trashed != nil) == isInTrash }
    let candidates = preferred.isEmpty ? notes : preferred
    guard candidates.count > 1 else { return candidates.first?.id }
    throw ReferenceError.ambiguous(text, candidates: Array(candidates.prefix(Self.maximumCandidates)))
  }
}

extension NoteRepository {
  /// Returns a short unique prefix of a note's id; the whole id if there is no such note.
  ///
  /// It has all digits of the time to the millisecond. Shorter ones, as in lists, soon begin the ids of later notes as well, but
  /// the name of one note in a hint is used then.
  func shortID(of id: NoteID) async throws -> String {
    let whole = id.description
    guard let shortest = try await abbreviations(of: [id])[id] else { return whole }
    return String(whole.prefix(max(shortest.utf8.count, 13)))
  }
}
