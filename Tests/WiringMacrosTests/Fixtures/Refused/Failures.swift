import WiringMacros

struct StoreError: Error {}
struct OtherError: Error {}

@LazyProxy(failure: StoreError.self)
protocol Untruthful {
  func silent()  // ←
  func other() throws(OtherError)  // ←
  var count: Int { get throws }
}

let type = StoreError.self

@LazyProxy(failure: type)  // ←
protocol Hidden {
  func call() throws
}
