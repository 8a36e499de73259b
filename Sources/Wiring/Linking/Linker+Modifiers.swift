extension Linker {
  typealias Making<Value> = @Sendable (Frame?) throws -> Value
  typealias AsyncMaking<Value> = @Sendable (Frame?) async throws -> Value

  /// A factory with the steps and stops that were declared for its objects.
  mutating func modified<Value>(
    _ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?, by modifiers: [Modifier]
  ) -> (Making<Value>, AsyncMaking<Value>?) {
    var (make, makeAsync) = (make, makeAsync)
    for modifier in modifiers {
      switch modifier {
      case .step(let step):
        // A step is declared through the builder of the binding, whose objects are `Value`s.
        (make, makeAsync) = stepping(make, makeAsync, unsafeDowncast(step, to: Step<Value>.self).link(&self))
      case .stop(let hook) where blueprint.declarations[currentPosition].scope.outlivesResolution == false:
        carryFrame()
        (make, makeAsync) = stopping(make, makeAsync, hook)
      case .real(let place):
        guard let reality else { continue }
        let object = Reality.Object(blueprint, at: currentPosition, place: place)
        (make, makeAsync) = announced(make, makeAsync, object, to: reality)
      case .condition, .byDefault, .eager, .value, .lazy, .start, .stop:
        continue
      }
    }
    return (make, makeAsync)
  }

  /// Tells an observer before each object is made.
  private func announced<Value>(
    _ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?,
    _ object: Reality.Object, to observer: any Reality.Observer
  ) -> (Making<Value>, AsyncMaking<Value>?) {
    let announced: Making<Value> = { frame in
      observer.willMake(object)
      return try make(frame)
    }
    guard let makeAsync else { return (announced, nil) }
    let announcedAsync: AsyncMaking<Value> = { frame in
      observer.willMake(object)
      return try await makeAsync(frame)
    }
    return (announced, announcedAsync)
  }

  private func stepping<Value>(
    _ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?, _ step: Step<Value>.Linked
  ) -> (Making<Value>, AsyncMaking<Value>?) {
    let stepped: Making<Value> = { frame in
      var value = try make(frame)
      try step.run(&value, frame)
      return value
    }
    guard let makeAsync else { return (stepped, nil) }
    let steppedAsync: AsyncMaking<Value> = { frame in
      var value = try await makeAsync(frame)
      try await step.runAsync(&value, frame)
      return value
    }
    return (stepped, steppedAsync)
  }

  /// Notes the stop of each object that an ``Owned`` one consists of.
  private func stopping<Value>(
    _ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?, _ hook: LifecycleHook
  ) -> (Making<Value>, AsyncMaking<Value>?) {
    let note: @Sendable (Value, Frame?) -> Void = { value, frame in
      guard let frame, frame.stops != nil else { return }
      let kept = Node(keeping: value)
      frame.stops?.append { try await hook.run(kept) }
    }
    let noted: Making<Value> = { frame in
      let value = try make(frame)
      note(value, frame)
      return value
    }
    guard let makeAsync else { return (noted, nil) }
    let notedAsync: AsyncMaking<Value> = { frame in
      let value = try await makeAsync(frame)
      note(value, frame)
      return value
    }
    return (noted, notedAsync)
  }

  /// A factory that tells an observer about every object it makes.
  func observed<Value>(
    _ make: @escaping Making<Value>, _ makeAsync: AsyncMaking<Value>?, by observer: any ResolutionObserver
  ) -> (Making<Value>, AsyncMaking<Value>?) {
    let position = currentPosition
    guard observer.watches(position) else { return (make, makeAsync) }
    let watched: Making<Value> = { frame in try observer.observe(position) { try make(frame) } }
    guard let makeAsync else { return (watched, nil) }
    let watchedAsync: AsyncMaking<Value> = { frame in
      try await observer.observe(position) { try await makeAsync(frame) }
    }
    return (watched, watchedAsync)
  }
}
