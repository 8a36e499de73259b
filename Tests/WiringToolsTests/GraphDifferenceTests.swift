import Foundation
import Testing
import Wiring

@testable import WiringTools

@Suite struct GraphDifferenceTests {
  private func difference(_ old: Plan<Shop>, _ new: Plan<Shop>) throws -> GraphDifference {
    try GraphDifference(from: old.description.json, to: new.description)
  }

  @Test func `equal graphs have no difference`() throws {
    let difference = try difference(.shop(), .shop())
    #expect(difference.isEmpty)
    #expect(difference.text == "no differences\n")
    #expect(difference.markdown == "**Wiring:** no differences\n")
  }

  @Test func `a binding on another line is equal`() throws {
    let moved = try Plan<Shop>.shop(clock: {
      $0.bind((any Clock).self, WallClock.init, file: "Shop/Shop.swift", line: 7, column: 1).scoped(.singleton)
    })
    #expect(try difference(.shop(), moved).isEmpty)
  }

  @Test func `added and removed are the two directions`() throws {
    let more = try Plan<Shop>.shop { $0.bindUnused() }
    let (added, removed) = (try difference(.shop(), more), try difference(more, .shop()))
    #expect(added.added.map(\.key) == ["Int \"spare\""] && added.removed.isEmpty && added.changed.isEmpty)
    #expect(removed.removed == added.added && removed.added.isEmpty && removed.changed.isEmpty)
  }

  @Test func `a change of the scope, the file, the isolation and the dependencies is one change`() throws {
    struct Sundial: Clock { let text: String }
    let other = try Plan<Shop>.shop(
      { $0.bind(String.self, to: "Noon") },
      clock: {
        $0.main.bind((any Clock).self, { @MainActor in Sundial(text: $0) }, file: "Shop/Sun.swift", line: 1, column: 5)
          .sendable()
      })
    let change = try #require(try difference(.shop(), other).changed.first { $0.binding.key == "any Clock" })
    #expect(
      change.details == [
        "scope: singleton → transient", "isolation: any → main", "file: Shop/Shop.swift → Shop/Sun.swift",
        "needs: + String",
      ])
  }

  @Test func `a binding that another module declares is one change`() throws {
    let other = try Plan<Shop>.shop(
      { $0.bind((any Clock).self, WallClock.init, file: "Shop/Shop.swift", line: 1, column: 5).scoped(.singleton) },
      clock: { _ in })
    let difference = try difference(.shop(), other)
    #expect(difference.changed.map(\.details) == [["module: TestModule<Shop> → TestModule<Price>"]])
    #expect(difference.added.isEmpty && difference.removed.isEmpty)
  }

  @Test func `a contribution is added beside others of its key`() throws {
    let more = try Plan<Shop>.shop {
      $0.contribute(to: (any Price).self, Fixed.init, file: "Shop/Another.swift", line: 1, column: 5)
    }
    let difference = try difference(.shop(), more)
    #expect(difference.added.map(\.location) == ["Shop/Another.swift:1"])
    // The list of all contributions is the container's, and a dependency of the shop.
    #expect(difference.changed.isEmpty)
  }

  @Test func `a decorator is added, and does not change what it decorates`() throws {
    let more = try Plan<Shop>.shop {
      $0.decorate((any Clock).self, { (clock: any Clock) in clock }, file: "Shop/Prices.swift", line: 4, column: 5)
    }
    let difference = try difference(.shop(), more)
    #expect(difference.text.contains("+ any Clock  (singleton, decorator, TestModule<Price>)  Shop/Prices.swift:4"))
    #expect(difference.added.count == 1 && difference.removed.isEmpty)
  }

  @Test func `a dependency through a handle is named as it is requested`() throws {
    let later = try Plan<Shop>.shop { $0.bind(Int.self) { (clock: Lazy<any Clock>) in 1 } }
    let now = try Plan<Shop>.shop { $0.bind(Int.self) { (clock: any Clock) in 1 } }
    let change = try #require(try difference(now, later).changed.first { $0.binding.key == "Int" })
    #expect(change.details == ["needs: + Lazy<any Clock>, - any Clock"])
  }

  @Test func `an entry point is added`() throws {
    let more = try Plan<Shop>.shop { $0.root(Till.self) }
    let difference = try difference(.shop(), more)
    #expect(difference.roots == ["+ Till"])
    #expect(difference.text == "0 added, 0 removed, 0 changed\n\n  entry points: + Till\n")
    #expect(difference.markdown.hasSuffix("**Entry points**\n\n- `+ Till`\n"))
  }

  @Test func `everything at once, for a terminal and for a pull request`() throws {
    let old = try Plan<Shop>.shop { $0.bindUnused("a `name`\nof two lines") }
    let new = try Plan<Shop>.shop(
      { binder in
        binder.bind(String.self, to: "Noon", file: "Shop/Prices.swift", line: 4, column: 5)
        binder.root(Till.self)
      }, clock: { $0.bind((any Clock).self, WallClock.init, file: "Shop/Sun.swift", line: 1, column: 5) })
    let difference = try difference(old, new)
    try expectGolden(difference.text, named: "difference")
    try expectGolden(difference.markdown, named: "difference-markdown")
  }

  @Test func `the order of declarations and modules makes no difference`() throws {
    func plan(_ modules: [any Module]) throws -> GraphDescription { try Plan(modules: modules).description }
    let one = TestModule(Int.self) { binder in
      for value in 1...3 { binder.contribute(to: Int.self, { value }, file: "A/A.swift", line: value, column: 1) }
    }
    let two = TestModule(String.self) { $0.bind(String.self, to: "", file: "B/B.swift", line: 1, column: 1) }
    let reversed = TestModule(Int.self) { binder in
      for value in (1...3).reversed() {
        binder.contribute(to: Int.self, { value }, file: "A/A.swift", line: value, column: 1)
      }
    }
    #expect(try GraphDifference(from: plan([one, two]).json, to: plan([two, reversed])).isEmpty)
  }

  @Test func `another version is refused`() throws {
    let old = try Plan<Shop>.shop().description.json.replacing("\"version\": 1", with: "\"version\": 2")
    #expect(throws: GraphDifference.Unreadable.version(2)) {
      try GraphDifference(from: old, to: try Plan<Shop>.shop().description)
    }
  }
}
