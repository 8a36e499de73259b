/// One object of a list, and where it comes from.
package struct ContributedObject<Value> {
  /// The object.
  package let value: Value
  /// Where it was contributed.
  package let location: SourceLocation
}

extension ContributedObject: Sendable where Value: Sendable {}

extension Graph {
  /// Makes what was contributed to a type, in one resolution: this graph's own, without those of a graph around it.
  ///
  /// - Parameter type: The type of the list's members.
  /// - Returns: The objects, each after those that it needs, otherwise in the order of declaration.
  /// - Throws: What factories throw.
  package func contributions<Value>(to type: Value.Type) async throws -> [ContributedObject<Value>] {
    try await container.contributions(to: Key<Value>.unqualified)
  }
}

extension Container {
  fileprivate func contributions<Value>(to key: Key<Value>) async throws -> [ContributedObject<Value>] {
    guard let list = blueprint.bindingGraph.contributions.first(where: { $0.key == key.erased }) else { return [] }
    let frame = ResolutionFrame()
    var made: [(rank: Int, object: ContributedObject<Value>)] = []
    for member in list.members where owns(member.position) {
      guard let node = node(at: member.position) else { continue }
      let value = try await LinkedDependency(node.of(Value.self)).asyncValue(frame)
      let location = blueprint.declarations[member.position].site.location
      made.append((rank(of: value, at: member.position), ContributedObject(value: value, location: location)))
    }
    // By place, then by declaration: the standard library's sort is not said to be stable.
    return made.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(
      \.element.object)
  }

  /// The place of a contributed object among all that are made, dependencies before consumers.
  ///
  /// What is contributed may be bound elsewhere, and others then need that binding rather than the contribution. So it
  /// counts from the first binding that holds the same object.
  private func rank<Value>(of value: Value, at position: Int) -> Int {
    let holders = blueprint.linkOrder.filter { linkedNode(at: $0)?.holds(value) == true }
    return (holders + [position]).map { blueprint.ranks[$0] }.min() ?? 0
  }
}

extension AnyNode {
  fileprivate func holds<Value>(_ value: Value) -> Bool {
    guard let sharedObject, type(of: value as Any) is AnyClass else { return false }
    return sharedObject === value as AnyObject
  }
}
