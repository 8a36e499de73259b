extension BindingBuilder {
  /// Hands out a stand-in, which makes the object on its first call.
  ///
  /// ```swift
  /// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton).lazy(LazyNoteRepository.self)
  /// ```
  ///
  /// Consumers notice nothing: the stand-in conforms to the protocol and forwards every call. The macro `@LazyProxy`
  /// generates it. It breaks a cycle. What making the object can throw must be something that the protocol's calls can
  /// throw: see ``Problem/Code/unreportableFailure``.
  ///
  /// - Parameter proxy: The stand-in's type.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func lazy<Proxy: LazyProxy>(_ proxy: Proxy.Type) -> Self where Proxy.Object == Value {
    modified(.lazy(ProxyDescription(of: proxy)))
  }
}

extension ProxyDescription {
  init<Proxy: LazyProxy>(of proxy: Proxy.Type) {
    self.init(type: proxy, failure: Proxy.Failure.self, isMainActor: Proxy.isMainActor) {
      linker, scope in
      let target = linker.deferred(Proxy.Object.self, isReportingFailure: Proxy.Failure.self == (any Error).self)
      return linker.node(scope, { _ in Proxy.proxy(for: LazyObject(deferred: target)) }, nil)
    }
  }
}

extension LazyObject {
  /// An object of a graph.
  fileprivate convenience init(deferred target: Deferred<Value>) {
    self.init { () throws(Failure) in
      do {
        return try target.resolve()
      } catch {
        if let failure = error as? Failure { throw failure }
        // The plan has proved that factories throw nothing else. Left are circles through opaque ones, which it cannot see.
        fatalError("\(AnyKey(Value.self)) could not be made: \(error)")
      }
    }
  }
}
