/// The shared objects of a factory, by the arguments that they were created with.
final class ObjectsByArguments<Value>: Sendable {
  private struct Entry {
    let cell: any LazyCell<Value>
    /// The number of callers that create the object or wait for it.
    var users = 0
  }

  private struct State {
    var entries: [ArgumentList: Entry] = [:]
    /// The number of entries at which those without an object are removed.
    var limit = 32
  }

  private let isWeak: Bool
  private let state = ConditionMutex(State())

  init(in scope: Scope) {
    isWeak = scope.kind == .weak
  }

  /// Returns the object for some arguments, which is created first if necessary.
  func value(for arguments: ArgumentList, _ make: () throws -> Value) throws -> Value {
    let cell = enter(arguments)
    defer { leave(arguments) }
    return try cell.value(make)
  }

  /// Returns the object for some arguments, which is created first if necessary.
  func asyncValue(for arguments: ArgumentList, _ make: () async throws -> Value) async throws -> Value {
    let cell = enter(arguments)
    defer { leave(arguments) }
    return try await cell.asyncValue(make)
  }

  private func enter(_ arguments: ArgumentList) -> any LazyCell<Value> {
    state.withLock {
      if isWeak, state.value.entries.count >= state.value.limit { removeUnused() }
      var entry = state.value.entries[arguments] ?? Entry(cell: isWeak ? WeakCell<Value>() : SingletonCell<Value>())
      entry.users += 1
      state.value.entries[arguments] = entry
      return entry.cell
    }
  }

  private func leave(_ arguments: ArgumentList) {
    state.withLock { state.value.entries[arguments]?.users -= 1 }
  }

  /// Removes the entries whose object is gone. Called with the lock.
  private func removeUnused() {
    state.value.entries = state.value.entries.filter { $0.value.users > 0 || $0.value.cell.current != nil }
    state.value.limit = max(32, 2 * state.value.entries.count)
  }
}

/// The arguments of a call, compared by their values.
struct ArgumentList: Hashable {
  private var values: [AnyHashable] = []

  init<each Argument: Hashable & Sendable>(_ argument: repeat each Argument) {
    for value in repeat each argument { values.append(AnyHashable(value)) }
  }
}
