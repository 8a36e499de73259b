public import WiringMacros

public struct StoreError: Error {}

@LazyProxy @Intercepted @Spied
public protocol Reading {
  func read() throws(StoreError) -> String
}

@LazyProxy(failure: StoreError.self) @Intercepted @Spied
public protocol Caching: Reading {
  func forget() throws
}

@LazyProxy @Intercepted @Spied
public protocol Writing: Reading, AnyObject {
  var text: String { get set }
}

@LazyProxy @Intercepted @Spied
public protocol Document: Caching, Writing {
  func close()
}
