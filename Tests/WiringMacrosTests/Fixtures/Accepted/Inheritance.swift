public import WiringMacros

/// An error.
public struct StoreError: Error {}

/// The top.
@LazyProxy @Intercepted @Spied
public protocol Reading {
  func read() throws(StoreError) -> String
}

/// One side.
@LazyProxy(failure: StoreError.self) @Intercepted @Spied
public protocol Caching: Reading {
  func forget() throws
}

/// The other side.
@LazyProxy @Intercepted @Spied
public protocol Writing: Reading, AnyObject {
  var text: String { get set }
}

/// The bottom.
@LazyProxy @Intercepted @Spied
public protocol Document: Caching, Writing {
  func close()
}
