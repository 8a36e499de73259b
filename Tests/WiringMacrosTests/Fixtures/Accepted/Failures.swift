import WiringMacros

struct StoreError: Error {}
struct OtherError: Error {}

@LazyProxy protocol Untyped {
  func one() throws
  func two() throws(any Error)
}

@LazyProxy protocol Typed {
  func one() throws(StoreError)
  var two: Int { get throws(StoreError) }
}

@LazyProxy protocol Mixed {
  func one() throws
  func two() throws(StoreError)
}

@LazyProxy protocol Different {
  func one() throws(OtherError)
  func two() throws(StoreError)
}

@LazyProxy protocol Silent {
  func one() throws(StoreError)
  func two()
}

@LazyProxy protocol Passing {
  func one<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure)
}

@LazyProxy(failure: OtherError.self) protocol Stated {
  func one() throws
  func two() throws(OtherError)
}

@LazyProxy(failure: Never.self) protocol StatedNever {
  func one() throws
}

@LazyProxy protocol Empty {}

/// Types with the names of those that a proxy could have.
struct Failure: Error {}
struct Object: Sendable {}

@LazyProxy @Intercepted protocol Named {
  func one(_ object: Object) throws(Failure) -> Object
}
