import NotesDomain

/// Runs a step of the store, with the errors of accounts.
func translated<Value>(
  _ body: () async throws(StoreError) -> Value
) async throws(AccountError) -> Value {
  do throws(StoreError) {
    return try await body()
  } catch {
    throw .store(error)
  }
}
