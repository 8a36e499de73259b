import WiringMacros

// Exactly the lines with an arrow have an error, one each.

@LazyProxy
protocol Statics {
  static func make() -> Int  // ←
  static func == (left: Self, right: Self) -> Bool  // ←
  static var shared: Int { get }  // ←
}

@LazyProxy
protocol Initializers {
  init(path: String, _ count: Int)  // ←
}

@LazyProxy
protocol Associated {
  associatedtype Element  // ←
  func add(_ element: Element)
}

@LazyProxy
protocol Variadic {
  func add(_ notes: Int..., at place: Int)  // ←
}

@LazyProxy
protocol Rethrowing {
  func each(_ body: (Int) throws -> Void) rethrows  // ←
}

@LazyProxy
protocol Mutating {
  mutating func advance()  // ←
  var next: Int { mutating get }  // ←
}

@LazyProxy
protocol Setters {
  var count: Int { get set }  // ←
  subscript(index: Int) -> Int { get set }  // ←
}

@LazyProxy
protocol SendableSetter: Sendable {
  var count: Int { get set }  // ←
}

@LazyProxy
protocol Selves {
  func copy() -> Self  // ←
  func compare(with other: Self) -> Bool  // ←
}

@LazyProxy
protocol Packs {
  func all<each Item>(_ items: repeat each Item)  // ←
}

@LazyProxy
protocol Conditional {
  #if DEBUG  // ←
    func debug()
  #endif
  func release()
}

@LazyProxy
protocol Worker: Actor {  // ←
  func work()
}

@LazyProxy
protocol Named: CustomStringConvertible {  // ←
  func rename()
}

@LazyProxy
struct Value {  // ←
  func call() {}
}

@LazyProxy
final class Session {  // ←
  func call() {}
}
