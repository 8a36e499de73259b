extension Container {
  /// The node of what a value with a name stands for; `nil` where no value has the name.
  func givenNode<Value>(for key: Key<Value>, on isolation: Isolation) throws(ResolutionError) -> Node<Value>? {
    guard let name = key.qualifier, let (last, source) = followed(name) else { return nil }
    let wanted = Key<Value>(last)
    if last != name, let position = blueprint.positions[wanted.erased] {
      return try node(at: position, for: key.erased, on: isolation).of(Value.self)
    }
    guard let source else {
      guard last != name else { return nil }
      return try offeredNode(for: wanted, on: isolation)
    }
    if source.hasObjects { return nil }
    if Value.self == Any.self, !source.isGiven {
      throw ResolutionError(.badValue(key.erased, "it is a value, so say as what it is wanted"))
    }
    do {
      return Node(
        keeping: try ValueReader(blueprint.analysis.installer.context.conversions).read(source, as: Value.self))
    } catch {
      throw ResolutionError(.badValue(key.erased, "it is to be \(error.expected), and is \(error.found)"))
    }
  }

  /// Whether a value has a name.
  func isGiven(_ name: String) -> Bool { blueprint.analysis.installer.sources[name] != nil }

  /// Where the references of values lead from a name: to another name, and to the value of that, if it is one.
  private func followed(_ name: String) -> (name: String, value: DefinitionValue?)? {
    let sources = blueprint.analysis.installer.sources
    guard var source = sources[name] else { return nil }
    var names = [name]
    while case .reference(let next, isLazy: _) = source.content {
      // A circle that nothing in the plan asks for leads nowhere.
      guard !names.contains(next) else { return nil }
      names.append(next)
      guard let value = sources[next] else { return (next, nil) }
      source = value
    }
    return (names.last ?? name, source)
  }
}
