import WiringMacros

@LazyProxy @Intercepted @Spied
@MainActor protocol Screen: AnyObject {
  var title: String { get set }
  func load() async throws
}

@LazyProxy @Intercepted @Spied
@MainActor protocol Panel {
  func show()
  nonisolated func identity() -> Int
}

@LazyProxy @Intercepted @Spied
protocol Window: Sendable {
  @MainActor func show()
  @concurrent func print() async
}

@LazyProxy
@MainActor protocol Dialog: Screen {
  func close()
}
