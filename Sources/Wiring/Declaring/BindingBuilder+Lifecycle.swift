extension BindingBuilder where Value: Sendable {
  /// Says what to do when the graph starts, after everything that the object needs has started. Makes the object.
  ///
  /// ```swift
  /// binder.bind(Server.init).scoped(.singleton).onStart { server in try await server.listen() }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How long it may take; 30 seconds unless told.
  ///   - start: Starts the object.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func onStart(
    within limit: Duration = .seconds(30), _ start: @escaping @Sendable (Value) async throws -> Void
  ) -> Self {
    modified(
      .start(
        LifecycleHook(limit: limit) { node in
          try await start(node.of(Value.self).resolveAsync())
        }))
  }

  /// Says what to do when the graph stops, before anything that the object needs stops. An object that was never made is
  /// left alone.
  ///
  /// For an object that is not shared it runs when the ``Owned`` one stops that it was made for.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; 10 seconds unless told.
  ///   - stop: Stops the object.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func onStop(
    within limit: Duration = .seconds(10), _ stop: @escaping @Sendable (Value) async throws -> Void
  ) -> Self {
    modified(
      .stop(
        LifecycleHook(limit: limit) { node in
          guard let value = node.of(Value.self).cell?.current else { return }
          try await stop(value)
        }))
  }
}
