/// What was said about a binding beyond its key, its factory and its scope.
@usableFromInline enum Modifier: Sendable {
  /// It stands only where a condition holds; the text says which, as in `profile 'test' only`.
  case condition(isMet: @Sendable (Profile) -> Bool, text: String)
  /// It stands only where no other binding has its key.
  case byDefault
  /// It is made when the graph is built.
  case eager
  /// It is this value.
  case value(any Sendable)
  /// It reaches outside the process; the text says where to.
  case real(String)
  /// Its object is made on the first call of a stand-in.
  case lazy(ProxyDescription)
  /// Runs on the new object before anybody gets it.
  case step(any AnyStep)
  case start(LifecycleHook)
  case stop(LifecycleHook)
}

/// The stand-in of a lazy binding.
@usableFromInline struct ProxyDescription: Sendable {
  /// Its type, which only descriptions need in words.
  let type: any Any.Type
  /// What its calls can throw; `Never` when one of them cannot.
  let failure: any Error.Type
  let isMainActor: Bool
  /// Makes the node that hands it out.
  let link: @Sendable (inout Linker, Scope) -> AnyNode
}

/// What to do with an object when its graph starts or stops.
@usableFromInline struct LifecycleHook: Sendable {
  /// How long it may take.
  let limit: Duration
  /// Runs it on the node's object. A start makes the object; a stop leaves one alone that was never made.
  let run: @Sendable (AnyNode) async throws -> Void
}
