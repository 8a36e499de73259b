/// The factory of a node in two forms: for callers that resolve synchronously, and for callers that await.
struct NodeFactory<Value>: Sendable {
  typealias Make = @Sendable (ResolutionFrame?) throws -> Value
  typealias MakeAsync = @Sendable (ResolutionFrame?) async throws -> Value

  var make: Make
  /// The factory for callers on any thread; `nil` where ``make`` serves them, too.
  var makeAsync: MakeAsync?

  /// The factory in a resolution that begins with it.
  var beginningResolution: Self {
    let (make, makeAsync) = (make, makeAsync)
    var factory = NodeFactory { _ in try ResolutionFrame.begin { try make($0) } }
    if let makeAsync { factory.makeAsync = { _ in try await ResolutionFrame.begin { try await makeAsync($0) } } }
    return factory
  }

  /// Returns a factory that runs an action before each object is created.
  func before(_ action: @escaping @Sendable () -> Void) -> Self {
    let (make, makeAsync) = (make, makeAsync)
    var factory = NodeFactory { frame in
      action()
      return try make(frame)
    }
    if let makeAsync {
      factory.makeAsync = { frame in
        action()
        return try await makeAsync(frame)
      }
    }
    return factory
  }

  /// Returns a factory that runs an action with each object after it is created.
  func after(
    _ action: @escaping @Sendable (inout Value, ResolutionFrame?) throws -> Void,
    async asyncAction: @escaping @Sendable (inout Value, ResolutionFrame?) async throws -> Void
  ) -> Self {
    let (make, makeAsync) = (make, makeAsync)
    var factory = NodeFactory { frame in
      var value = try make(frame)
      try action(&value, frame)
      return value
    }
    if let makeAsync {
      factory.makeAsync = { frame in
        var value = try await makeAsync(frame)
        try await asyncAction(&value, frame)
        return value
      }
    }
    return factory
  }
}

// MARK: - Modifiers

extension Linker {
  /// Adds the effects of modifiers to a factory: steps, stops of owned objects, and reports of external access.
  mutating func modified<Value>(_ factory: NodeFactory<Value>, by modifiers: [Modifier]) -> NodeFactory<Value> {
    var factory = factory
    for modifier in modifiers {
      switch modifier {
      case .step(let step):
        // A step is declared through the builder of the binding, whose objects are `Value`s.
        guard let step = (step as? Step<Value>)?.link(&self) else { preconditionFailure("A step of another binding.") }
        factory = factory.after(step.run, async: step.runAsync)
      case .stop(let hook) where bindings.declarations[currentPosition].scope.outlivesResolution == false:
        requireFrame()
        let isConfined = isConfined
        let record: @Sendable (inout Value, ResolutionFrame?) -> Void = { value, frame in
          // Only the objects of an `Owned` one are stopped by their resolution.
          guard let owner = frame?.owner else { return }
          let node = Node(stored: ConstantCell(value, isConfined: isConfined))
          owner.add {
            if let error = await hook.run(on: node, clock: ContinuousClock()) { throw error }
          }
        }
        factory = factory.after(record, async: record)
      case .external(let resource):
        guard let externalAccess else { continue }
        let object = ExternalAccess.Object(bindings: bindings, position: currentPosition, resource: resource)
        factory = factory.before { externalAccess.willMake(object) }
      case .condition, .byDefault, .eager, .value, .lazy, .misplaced, .sharing, .start, .stop, .tag:
        continue
      }
    }
    return factory
  }

  /// Adds an observer to a factory, if it observes the current position.
  func observed<Value>(
    _ factory: NodeFactory<Value>, by observer: any ResolutionObserver
  ) -> NodeFactory<Value> {
    let position = currentPosition
    guard observer.watches(position) else { return factory }
    let (make, makeAsync) = (factory.make, factory.makeAsync)
    var observed = NodeFactory<Value> { frame in try observer.observe(position) { try make(frame) } }
    if let makeAsync {
      observed.makeAsync = { frame in
        try await observer.observe(position, isolation: #isolation) { try await makeAsync(frame) }
      }
    }
    return observed
  }
}
