/// The shared objects of a factory, by the arguments that they were created with.
///
/// Arguments are hashed and compared, and objects and arguments are released, outside the lock: all of that can be the code of
/// their types, which may call the factory again.
final class ObjectsByArguments<Value>: Sendable {
  /// The object for some arguments.
  ///
  /// Unchecked: the counters are accessed with the lock of the table only.
  private final class Entry: @unchecked Sendable {
    let arguments: ArgumentList
    let hash: Int
    let cell: any LazyCell<Value>
    /// The number of callers that create the object or wait for it.
    var users = 0
    /// The number of calls so far.
    var uses = 0

    init(_ arguments: ArgumentList, hash: Int, _ cell: any LazyCell<Value>) {
      self.arguments = arguments
      self.hash = hash
      self.cell = cell
    }
  }

  private struct State {
    /// The entries by the hash value of their arguments.
    var entries: [Int: [Entry]] = [:]
    var count = 0
    /// The number of entries at which those without an object are removed.
    var limit = 32
  }

  private let isWeak: Bool
  private let isConfined: Bool
  private let state = ConditionMutex(State())

  /// Creates a table without objects.
  ///
  /// - Parameter isConfined: Whether the objects end on the main actor: they may be the last to have what is confined to it.
  init(in scope: Scope, isConfined: Bool = false) {
    isWeak = scope.kind == .weak
    self.isConfined = isConfined
  }

  /// Returns the object for some arguments, which is created first if necessary.
  func value(for arguments: ArgumentList, _ make: () throws -> Value) throws -> Value {
    let entry = enter(arguments)
    do {
      let value = try entry.cell.value(make)
      leave(entry)
      return value
    } catch {
      leave(entry)
      removeEmpty([entry])
      throw error
    }
  }

  /// Returns the object for some arguments, which is created first if necessary.
  func asyncValue(for arguments: ArgumentList, _ make: () async throws -> Value) async throws -> Value {
    let entry = enter(arguments)
    do {
      let value = try await entry.cell.asyncValue(make)
      leave(entry)
      return value
    } catch {
      leave(entry)
      removeEmpty([entry])
      throw error
    }
  }

  private func enter(_ arguments: ArgumentList) -> Entry {
    if isWeak { removeEmptyIfMany() }
    let hash = arguments.hashValue
    while true {
      let known = state.withLock { state.value.entries[hash] ?? [] }
      let present = known.first { $0.arguments == arguments }
      let entry = present ?? newEntry(arguments, hash: hash)
      let isEntered = state.withLock {
        // Another thread may have added the same arguments, or removed the entry, since they were compared.
        guard (state.value.entries[hash] ?? []).elementsEqual(known, by: ===) else { return false }
        if present == nil {
          state.value.entries[hash] = known + [entry]
          state.value.count += 1
        }
        entry.users += 1
        entry.uses += 1
        return true
      }
      if isEntered { return entry }
    }
  }

  private func newEntry(_ arguments: ArgumentList, hash: Int) -> Entry {
    let cell: any LazyCell<Value> =
      isWeak ? WeakCell<Value>(qualifier: nil) : SingletonCell<Value>(qualifier: nil, isConfined: isConfined)
    return Entry(arguments, hash: hash, cell)
  }

  private func leave(_ entry: Entry) {
    state.withLock { entry.users -= 1 }
  }

  /// Removes the entries whose object is gone, when there are many.
  private func removeEmptyIfMany() {
    let many = state.withLock {
      guard state.value.count >= state.value.limit else { return [Entry]() }
      // Not again before as many have been added.
      state.value.limit = 2 * state.value.count
      return state.value.entries.values.flatMap(\.self)
    }
    guard !many.isEmpty else { return }
    removeEmpty(many)
    state.withLock { state.value.limit = max(32, 2 * state.value.count) }
  }

  /// Removes those of some entries that have no object and no user.
  private func removeEmpty(_ entries: [Entry]) {
    let uses = state.withLock { entries.map(\.uses) }
    // Read outside the lock: the last reference to an object may be the one that reads it.
    let empty = zip(entries, uses).filter { $0.0.cell.current == nil }
    state.withLock {
      for (entry, uses) in empty where entry.users == 0 && entry.uses == uses { remove(entry) }
    }
  }

  /// Removes an entry, which its caller retains. Called with the lock.
  private func remove(_ entry: Entry) {
    guard let index = state.value.entries[entry.hash]?.firstIndex(where: { $0 === entry }) else { return }
    state.value.entries[entry.hash]?.remove(at: index)
    if state.value.entries[entry.hash]?.isEmpty == true { state.value.entries[entry.hash] = nil }
    state.value.count -= 1
  }
}

/// The arguments of a call, compared by their values.
struct ArgumentList: Hashable {
  private var values: [AnyHashable] = []

  init<each Argument: Hashable & Sendable>(_ argument: repeat each Argument) {
    for value in repeat each argument { values.append(AnyHashable(value)) }
  }
}
