import WiringMacros

// Protocols that inherit from each other, with a diamond.

@LazyProxy @Intercepted @Spied
protocol Shelf: Sendable {
  func books() throws(Unlucky) -> [String]
}

@LazyProxy(failure: Unlucky.self) @Intercepted @Spied
protocol LabelledShelf: Shelf {
  var label: String { get throws }
}

@LazyProxy @Intercepted @Spied
protocol WideShelf: Shelf {
  var width: Int { get }
}

@LazyProxy @Intercepted @Spied
protocol Library: LabelledShelf, WideShelf {
  func close() -> Bool
}

struct OakLibrary: Library {
  func books() throws(Unlucky) -> [String] { ["Emma"] }
  var label: String { "oak" }
  var width: Int { 3 }
  func close() -> Bool { true }
}
