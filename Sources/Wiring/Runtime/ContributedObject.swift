/// An object of a list, with the location of its contribution.
package struct ContributedObject<Value> {
  package let value: Value
  package let location: SourceLocation
}

extension ContributedObject: Sendable where Value: Sendable {}

extension Graph {
  /// The graph without its root, which any task may use.
  package var withoutRoot: Graph<Void> { Graph<Void>(root: (), container: container) }

  /// Returns the objects that this graph's own modules contribute to a type, created in one resolution.
  ///
  /// - Returns: The objects, dependencies before consumers, otherwise in the order of declaration.
  package func contributions<Value>(to type: Value.Type) async throws -> [ContributedObject<Value>] {
    try await container.contributions(to: Key<Value>.unqualified)
  }
}

extension Container {
  fileprivate func contributions<Value>(to key: Key<Value>) async throws -> [ContributedObject<Value>] {
    guard let list = bindings.contributions(to: key.erased) else { return [] }
    let frame = ResolutionFrame()
    var created: [(rank: Int, object: ContributedObject<Value>)] = []
    for member in list.members where owns(member.position) && isOfThisScope(member.position) {
      guard let node = node(at: member.position) else { continue }
      let value = try await node.of(Value.self).resolveAsync(in: frame)
      let location = bindings.declarations[member.position].site.location
      created.append((rank(of: value, at: member.position), ContributedObject(value: value, location: location)))
    }
    // Sorted by offset, too: the standard library does not promise a stable sort.
    return created.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element.object)
  }

  /// Whether a position belongs to the opened scope, rather than being linked anew for it; `true` outside of scopes.
  private func isOfThisScope(_ position: Int) -> Bool {
    scope == parent?.scope ?? [] || bindings.scopes.scopePaths[position] == scope
  }

  /// The rank of a contributed object in the order of creation, dependencies before consumers.
  ///
  /// A contributed object may have a binding elsewhere, which consumers depend on instead of the contribution. Its rank is
  /// therefore that of the first binding that holds the same object.
  private func rank<Value>(of value: Value, at position: Int) -> Int {
    let holders = bindings.order.filter { linkedNode(at: $0)?.holds(value) == true }
    return (holders + [position]).map { bindings.ranks[$0] }.min() ?? 0
  }
}

extension AnyNode {
  fileprivate func holds<Value>(_ value: Value) -> Bool {
    guard let sharedObject, type(of: value as Any) is AnyClass else { return false }
    return sharedObject === value as AnyObject
  }
}
