package import NotesDomain
import Synchronization

/// Drafts in memory.
package final class InMemoryDraftStore: DraftStore {
  private struct State {
    var contents: [Draft: [UInt8]] = [:]
    /// The ids and names of the drafts in the order of their creation.
    var names: [(draft: Draft, id: String, name: String)] = []
    var made = 0
    var open: [Draft] = []
    var failure: DraftError?
  }

  private let state = Mutex(State())

  package init() {}

  /// The error that every call throws; `nil` for none.
  package var failure: DraftError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The remaining drafts by path.
  package var remaining: [Draft] {
    state.withLock { $0.contents.keys.sorted { $0.path < $1.path } }
  }

  /// Creates a draft at `/drafts/NAME-NUMBER.md`.
  package func create(named name: String, bytes: [UInt8]) throws(DraftError) -> Draft {
    try withState { state throws(DraftError) in
      state.made += 1
      let draft = Draft(path: "/drafts/\(MarkdownFileName.stem(for: name))-\(state.made).md")
      state.contents[draft] = bytes
      state.names.append((draft, String(state.made), MarkdownFileName.stem(for: name)))
      return draft
    }
  }

  package func open(_ draft: Draft) -> DraftLease {
    state.withLock { $0.open.append(draft) }
    return DraftLease { [weak self] in self?.state.withLock { state in state.open.removeAll { $0 == draft } } }
  }

  /// Returns the drafts, the last created first. All have the time of ``FixedClock/start``.
  package func drafts() throws(DraftError) -> [StoredDraft] {
    try withState { state throws(DraftError) in
      state.names.reversed().compactMap { draft, id, name in
        state.contents[draft].map {
          StoredDraft(
            draft, id: id, name: name, modified: FixedClock.start, bytes: $0.count,
            isOpen: state.open.contains(draft))
        }
      }
    }
  }

  /// Returns the text, or throws ``DraftError/unreadable(path:reason:)`` without a draft, and
  /// ``DraftError/notUTF8(path:offset:)`` for other bytes.
  package func text(of draft: Draft) throws(DraftError) -> String {
    try withState { state throws(DraftError) in
      guard let bytes = state.contents[draft] else { throw .missing(draft) }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        let valid = bytes.indices.last { String(validating: bytes[..<$0], as: UTF8.self) != nil } ?? 0
        throw .notUTF8(path: draft.path, offset: valid)
      }
      return text
    }
  }

  /// Removes a draft. Idempotent.
  package func remove(_ draft: Draft) throws(DraftError) {
    try withState { state throws(DraftError) in state.contents[draft] = nil }
  }

  package func write(_ text: String, to draft: Draft) {
    state.withLock { $0.contents[draft] = Array(text.utf8) }
  }

  private func withState<Value: Sendable>(
    _ body: (inout sending State) throws(DraftError) -> Value
  ) throws(DraftError) -> Value {
    try state.withLock { state throws(DraftError) in
      if let failure = state.failure { throw failure }
      return try body(&state)
    }
  }
}

extension DraftError {
  fileprivate static func missing(_ draft: Draft) -> DraftError {
    .unreadable(path: draft.path, reason: "No such file or directory")
  }
}
