import WiringMacros

struct StoreError: Error {}

@LazyProxy @Intercepted @Spied
protocol Store: Sendable {
  func insert(_ note: String, at position: Int) async throws(StoreError) -> Int
  var count: Int { get throws(StoreError) }
}
