import Testing
import Wiring

@Suite("Keys")
struct KeyTests {
  private protocol Store: AnyObject {}
  private final class Drawer: Store {}

  @Test("a protocol with and without Sendable is one key, since the language keeps no trace of the difference")
  func markers() {
    #expect(AnyKey((any Store).self) == AnyKey((any Store & Sendable).self))
  }

  @Test("so a shared binding must be Sendable by its declaration, and serves those who do not ask for it")
  func stronger() throws {
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind((any Store & Sendable).self) { Shelf() }.scoped(.singleton)
      binder.bind(String.self) { (store: any Store) in "\(type(of: store))" }
    }.build()
    #expect(try graph.resolve(String.self) == "Shelf")
  }

  @Test(
    "names are as in code",
    arguments: [
      (AnyKey(Factory<String, Int, Bool>.self), "Factory<String, Int, Bool>"),
      (AnyKey(Factory<String>.self), "Factory<String>"),
      (AnyKey((any Engine).self), "any Engine"), (AnyKey(Int.self, qualifier: "second"), "Int \"second\""),
    ])
  func names(key: AnyKey, name: String) {
    #expect(key.description == name)
  }

  private final class Shelf: Store, Sendable {}
}
