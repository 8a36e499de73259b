import WiringMacros

@LazyProxy protocol Store {
  func call()
}

func share(_ store: sending LazyStore) -> any Sendable { store }
