import NotesDomain

extension Failure {
  /// Asks the store, with its errors as failures of the action.
  ///
  /// - Parameters:
  ///   - draft: Where the text lies that would be lost with the action, if there is one.
  ///   - action: What to ask.
  static func ofStore<Value: Sendable>(
    keeping draft: Draft? = nil, _ action: () async throws(StoreError) -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await action()
    } catch {
      throw draft.map { .unsaved(error, $0) } ?? .store(error)
    }
  }
}
