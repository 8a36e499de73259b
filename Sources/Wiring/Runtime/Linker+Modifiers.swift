extension Linker {
  typealias SyncFactory<Value> = @Sendable (ResolutionFrame?) throws -> Value
  typealias AsyncFactory<Value> = @Sendable (ResolutionFrame?) async throws -> Value

  /// A factory with the steps and stops that were declared for its objects.
  mutating func modified<Value>(
    _ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?, by modifiers: [Modifier]
  ) -> (SyncFactory<Value>, AsyncFactory<Value>?) {
    var (make, makeAsync) = (make, makeAsync)
    for modifier in modifiers {
      switch modifier {
      case .step(let step):
        // A step is declared through the builder of the binding, whose objects are `Value`s.
        (make, makeAsync) = applyingStep(make, makeAsync, unsafeDowncast(step, to: Step<Value>.self).link(&self))
      case .stop(let hook) where blueprint.declarations[currentPosition].scope.outlivesResolution == false:
        requireFrame()
        (make, makeAsync) = recordingStop(make, makeAsync, hook)
      case .external(let place):
        guard let externalAccess else { continue }
        let object = ExternalAccess.Object(blueprint, at: currentPosition, place: place)
        (make, makeAsync) = reportingExternalAccess(make, makeAsync, object, to: externalAccess)
      case .condition, .byDefault, .eager, .value, .lazy, .start, .stop:
        continue
      }
    }
    return (make, makeAsync)
  }

  /// Tells an observer before each object is made.
  private func reportingExternalAccess<Value>(
    _ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?,
    _ object: ExternalAccess.Object, to observer: any ExternalAccess.Observer
  ) -> (SyncFactory<Value>, AsyncFactory<Value>?) {
    let announced: SyncFactory<Value> = { frame in
      observer.willMake(object)
      return try make(frame)
    }
    guard let makeAsync else { return (announced, nil) }
    let announcedAsync: AsyncFactory<Value> = { frame in
      observer.willMake(object)
      return try await makeAsync(frame)
    }
    return (announced, announcedAsync)
  }

  private func applyingStep<Value>(
    _ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?, _ step: Step<Value>.Linked
  ) -> (SyncFactory<Value>, AsyncFactory<Value>?) {
    let stepped: SyncFactory<Value> = { frame in
      var value = try make(frame)
      try step.run(&value, frame)
      return value
    }
    guard let makeAsync else { return (stepped, nil) }
    let steppedAsync: AsyncFactory<Value> = { frame in
      var value = try await makeAsync(frame)
      try await step.runAsync(&value, frame)
      return value
    }
    return (stepped, steppedAsync)
  }

  /// Notes the stop of each object that an ``Owned`` one consists of.
  private func recordingStop<Value>(
    _ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?, _ hook: LifecycleHook
  ) -> (SyncFactory<Value>, AsyncFactory<Value>?) {
    let note: @Sendable (Value, ResolutionFrame?) -> Void = { value, frame in
      guard let frame, frame.stops != nil else { return }
      let kept = Node(constant: value)
      frame.stops?.append { try await hook.run(kept) }
    }
    let noted: SyncFactory<Value> = { frame in
      let value = try make(frame)
      note(value, frame)
      return value
    }
    guard let makeAsync else { return (noted, nil) }
    let notedAsync: AsyncFactory<Value> = { frame in
      let value = try await makeAsync(frame)
      note(value, frame)
      return value
    }
    return (noted, notedAsync)
  }

  /// A factory that tells an observer about every object it makes.
  func observed<Value>(
    _ make: @escaping SyncFactory<Value>, _ makeAsync: AsyncFactory<Value>?, by observer: any ResolutionObserver
  ) -> (SyncFactory<Value>, AsyncFactory<Value>?) {
    let position = currentPosition
    guard observer.watches(position) else { return (make, makeAsync) }
    let watched: SyncFactory<Value> = { frame in try observer.observe(position) { try make(frame) } }
    guard let makeAsync else { return (watched, nil) }
    let watchedAsync: AsyncFactory<Value> = { frame in
      try await observer.observe(position) { try await makeAsync(frame) }
    }
    return (watched, watchedAsync)
  }
}
