import Testing
import Wiring
import _Concurrency

private typealias Time = any _Concurrency.Clock<Duration>

private protocol Pair<First, Second> {
  associatedtype First
  associatedtype Second
}

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
      (AnyKey(Time.self), "any Clock<Duration>"),
      (AnyKey(Time.self, qualifier: "server"), "any Clock<Duration> \"server\""),
      (AnyKey((any Pair<any Pair<Int, String>, Key<Bool>>).self), "any Pair<any Pair<Int, String>, Key<Bool>>"),
      (AnyKey((any Engine & Pair<Int, String>).self), "any Engine & Pair<Int, String>"),
      (AnyKey((any Engine & Sequence<Int>).self), "any Sequence & Engine<Sequence.Element == Int>"),
      (AnyKey([any Collection<String>].self), "[any Collection<String>]"),
      (AnyKey([String: [any Engine]].self), "[String: [any Engine]]"), (AnyKey((any Engine)?.self), "(any Engine)?"),
      (AnyKey(Int?.self), "Int?"), (AnyKey((() -> Int)?.self), "(() -> Int)?"),
      (AnyKey(Lazy<any Engine>.self), "Lazy<any Engine>"),
      (AnyKey(Factory<any Engine, [Int], String?>.self), "Factory<any Engine, [Int], String?>"),
      (AnyKey((@Sendable () throws -> any Engine).self), "@Sendable () throws -> any Engine"),
      (AnyKey((() -> [any Engine]).self), "() -> [any Engine]"),
    ])
  func names(key: AnyKey, name: String) {
    #expect(key.description == name)
  }

  @Test(
    "a metatype is written as in code",
    arguments: [
      (AnyKey((any Engine).self), "(any Engine).self"), (AnyKey(Time.self), "(any Clock<Duration>).self"),
      (AnyKey(Time?.self), "(any Clock<Duration>)?.self"), (AnyKey(Any.self), "Any.self"),
      (AnyKey((() -> Int).self), "(() -> Int).self"), (AnyKey((() -> Int)?.self), "(() -> Int)?.self"),
      (AnyKey((Time, Int).self), "(any Clock<Duration>, Int).self"),
    ])
  func expressions(key: AnyKey, expression: String) {
    #expect(key.expression == expression)
  }

  @Test("a protocol with its associated types is a key of its own, with and without a qualifier")
  func constrained() throws {
    let (plain, server) = (ManualClock(), ManualClock())
    let graph = try plan(Int.self) { binder in
      binder.bind(Int.self, to: 0)
      binder.bind(Time.self, to: plain)
      binder.bind(Time.self, to: server).named(Key("server"))
    }.build()
    #expect(try graph.resolve(Time.self) as? ManualClock === plain)
    #expect(try graph.resolve(named: Key<Time>("server")) as? ManualClock === server)
  }

  @Test("a message names a missing protocol with its associated types")
  func missing() throws {
    let error = #expect(throws: WiringError.self) {
      try plan(String.self) { binder in
        binder.bind(String.self) { (clock: Time) in "\(clock.minimumResolution)" }
      }
    }
    let text = error?.description ?? ""
    #expect(text.contains("nothing provides 'any Clock<Duration>'") && text.contains("(any Clock<Duration>).self"))
  }

  private final class Shelf: Store, Sendable {}
}
