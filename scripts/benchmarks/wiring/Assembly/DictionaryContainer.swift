import Synchronization

/// The container that everybody writes first: factories by type in a dictionary, behind a lock.
package final class DictionaryContainer: Sendable {
  struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String?
  }

  enum Entry {
    case factory(@Sendable (DictionaryContainer, Any) -> Any)
    case singleton(@Sendable (DictionaryContainer) -> any Sendable)
    case instance(any Sendable)
  }

  private let entries = Mutex<[Key: Entry]>([:])
  private let parent: DictionaryContainer?

  package init(parent: DictionaryContainer? = nil) {
    self.parent = parent
  }

  package func register<Value>(
    _ type: Value.Type, name: String? = nil, _ make: @escaping @Sendable (DictionaryContainer) -> Value
  ) {
    set(type, name, .factory { container, _ in make(container) })
  }

  package func register<Value, Argument>(
    _ type: Value.Type, _ make: @escaping @Sendable (DictionaryContainer, Argument) -> Value
  ) {
    set(
      type, nil,
      .factory { container, argument in
        guard let argument = argument as? Argument else { preconditionFailure("wrong argument") }
        return make(container, argument)
      })
  }

  package func register<Value: Sendable>(
    singleton type: Value.Type, _ make: @escaping @Sendable (DictionaryContainer) -> Value
  ) {
    set(type, nil, .singleton(make))
  }

  @inline(never)
  package func resolve<Value>(_ type: Value.Type = Value.self, name: String? = nil, argument: Any = ()) -> Value {
    guard let value = find(Key(type: ObjectIdentifier(type), name: name), argument, for: self) as? Value else {
      preconditionFailure("nothing provides \(type)")
    }
    return value
  }

  private func set<Value>(_ type: Value.Type, _ name: String?, _ entry: Entry) {
    let key = Key(type: ObjectIdentifier(type), name: name)
    entries.withLock { $0[key] = entry }
  }

  private func find(_ key: Key, _ argument: Any, for container: DictionaryContainer) -> Any? {
    switch entries.withLock({ $0[key] }) {
    case .instance(let value): return value
    case .factory(let make): return make(container, argument)
    case .singleton(let make):
      let value = make(container)
      return entries.withLock { entries in
        if case .instance(let other) = entries[key] { return other }
        entries[key] = .instance(value)
        return value
      }
    case nil: return parent?.find(key, argument, for: container)
    }
  }
}
