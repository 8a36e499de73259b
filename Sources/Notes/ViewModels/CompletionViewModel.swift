import NotesDomain
import Observation

/// The completion of words on a shell's command line.
///
/// Nothing is written, also not the numbers of a list.
@MainActor @Observable
package final class CompletionViewModel: ViewModel {
  /// The maximum number of notes that are offered.
  private static let limit = 50
  /// The number of digits from which on the beginning of an id is completed.
  private static let idDigits = 4

  package private(set) var state = CompletionState()

  private let repository: any NoteRepository
  private let links: any LinkIndex
  private let finder: NoteFinder
  private let conflicts: any ConflictStore
  private let drafts: any DraftStore
  private let templates: any NoteTemplateStore
  private let searches: SavedSearches

  init(
    repository: any NoteRepository, links: any LinkIndex, finder: NoteFinder, conflicts: any ConflictStore,
    drafts: any DraftStore, templates: any NoteTemplateStore, searches: SavedSearches
  ) {
    self.repository = repository
    self.links = links
    self.finder = finder
    self.conflicts = conflicts
    self.drafts = drafts
    self.templates = templates
    self.searches = searches
  }

  /// Loads the completions of a word.
  ///
  /// - Parameters:
  ///   - kind: The kind of values that the word can be.
  ///   - word: The beginning of the word, without a shell's quotes.
  ///   - note: The note on the line, for its attachments; `nil` if there is none.
  package func complete(_ kind: CompletedValue, _ word: String, note: String? = nil) async {
    state = CompletionState(phase: .working)
    state.phase = await .after {
      let found: [Completion] =
        switch kind {
        case .note: try await notes(word)
        case .trashedNote: try await trashedNotes()
        case .tag: try await tags()
        case .notebook: try await notebooks()
        case .attachment: try await attachments(of: note)
        case .conflict: try await unresolvedConflicts()
        case .draft: try await storedDrafts()
        case .template: try templates.names().map { Completion($0, "") }
        case .query: try await conditions(word)
        }
      state.completions = found.compactMap { found in
        NameCompletion.completed(found.text, from: word).map { Completion($0, found.description) }
      }.withoutRepetition()
    }
  }

  private func notes(_ word: String) async throws -> [Completion] {
    guard !word.isEmpty else {
      return try await repository.list(NoteQuery(limit: Self.limit)).map { Completion(titled: $0) }
    }
    let found = try await links.titles(beginningWith: word, limit: Self.limit)
    var completions = found.map { Completion(titled: $0) }
    // Another name of these begins so.
    let others = found.filter { NameCompletion.completed($0.title, from: word) == nil }.map(\.id)
    for note in try await repository.notes(others) {
      completions += ([note.fileName] + note.aliases).map { Completion($0, note.title) }
    }
    if let prefix = NoteIDPrefix(word), prefix.digits.utf8.count >= Self.idDigits {
      let ids = try await repository.identifiers(matching: prefix, limit: Self.limit)
      completions += try await repository.notes(ids).map { Completion($0.id.description, $0.title) }
    }
    return completions
  }

  private func trashedNotes() async throws -> [Completion] {
    try await repository.list(NoteQuery(scope: .trash, limit: 1000)).map { Completion(titled: $0) }
  }

  private func tags() async throws -> [Completion] {
    try await repository.tags().map { Completion($0.name.name, "\($0.notes)") }
  }

  private func notebooks() async throws -> [Completion] {
    try await repository.notebooks().filter { $0.name != .root }.map { Completion($0.name.path, "\($0.notes)") }
  }

  private func attachments(of note: String?) async throws -> [Completion] {
    guard let note else { return [] }
    return try await finder.note(note).attachments.map { Completion($0.name, "") }
  }

  private func unresolvedConflicts() async throws -> [Completion] {
    let conflicts = try await conflicts.conflicts()
    let short = try await repository.abbreviations(of: conflicts.map(\.copy))
    return conflicts.map { Completion(short[$0.copy] ?? $0.copy.description, $0.ours.title) }
  }

  private func storedDrafts() async throws -> [Completion] {
    try await drafts.drafts().filter { !$0.isOpen }.map { Completion($0.id, $0.name) }
  }

  /// Returns the conditions that a word of a query can be: `tag:garden`, `@reading`. Values with spaces need quotes of the
  /// query's own, and are left out.
  private func conditions(_ word: String) async throws -> [Completion] {
    func after(_ key: String, _ values: [Completion]) -> [Completion] {
      values.filter { !$0.text.contains(byte: UInt8(ascii: " ")) }.map { Completion(key + $0.text, $0.description) }
    }
    func isBegun(_ key: String) -> Bool { key.begins(with: word) || word.begins(with: key) }
    var found = NoteFilter.conditionsWithoutValue.map { Completion($0, "") }
    if isBegun("tag:") { found += after("tag:", try await tags()) }
    if isBegun("notebook:") { found += after("notebook:", try await notebooks()) }
    return found + after("@", searches.queries.sorted { $0.key < $1.key }.map { Completion($0, $1) })
  }
}

/// The state of a completion.
package struct CompletionState: ViewState {
  package var phase: Phase = .idle
  /// The completions, best first. Each begins with the word as it was typed.
  package var completions: [Completion] = []
}

/// A kind of values that shells complete.
package enum CompletedValue: String, Sendable, Hashable, CaseIterable {
  /// A note outside of the trash, by its title or id.
  case note
  /// A note in the trash, by its title.
  case trashedNote = "trashed-note"
  case tag
  case notebook
  /// The name of an attachment of the note on the line.
  case attachment
  /// The copy of a conflict, by the beginning of its id.
  case conflict
  /// A draft, by its id.
  case draft
  /// A template of new notes, by its name.
  case template
  /// A condition of the query language.
  case query
}

/// A completion of a word, with the text that explains it in a menu.
package struct Completion: Sendable, Hashable {
  package let text: String
  package let description: String

  package init(_ text: String, _ description: String) {
    self.text = text
    self.description = description
  }

  fileprivate init(titled note: NoteSummary) {
    self.init(
      note.title, [note.notebook.path, note.tags.hashtags].filter { !$0.isEmpty }.joined(separator: " ")
    )
  }
}

/// The completion of names that a person has begun to type.
enum NameCompletion {
  /// Returns a name with its beginning as it was typed; `nil` if the name does not begin so.
  ///
  /// Names are compared as ``NoteName`` does, without case. Shells are not that lenient: they drop a completion that does not
  /// begin with the typed text, byte for byte.
  static func completed(_ name: String, from typed: String) -> String? {
    // Also where a mark behind the typed text is a part of its last character.
    guard !name.begins(with: typed) else { return name }
    let beginning = name.prefix(typed.count)
    guard beginning.utf8.elementsEqual(typed.utf8) || key(beginning) == key(typed[...]) else { return nil }
    return typed + name[beginning.endIndex...]
  }

  /// Returns the text without case and forms of composition; with its spaces, unlike the key of a name.
  private static func key(_ text: Substring) -> String {
    // Characters are equal if they are canonically equivalent.
    text.lowercased()
  }
}
