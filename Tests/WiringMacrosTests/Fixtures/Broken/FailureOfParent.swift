import WiringMacros

struct StoreError: Error {}

@LazyProxy protocol Silent {
  func call()
}

@LazyProxy(failure: StoreError.self) protocol Child: Silent {
  func more() throws
}
