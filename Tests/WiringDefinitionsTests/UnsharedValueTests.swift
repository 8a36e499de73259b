import Testing
import Wiring
import WiringDefinitions

/// Values that hold objects: each consumer has its own, since it is unknown whether they can be shared.
@Suite struct UnsharedValueTests {
  private final class Tally: Decodable {
    var count = 0
  }

  private struct Bag: Decodable {
    let tally: Tally
  }

  private final class Shelf: ComponentType {
    var bag: Bag?
    var tallies: [Tally] = []
    var named: [String: Tally] = [:]

    static var wiringComponent: Component {
      Component(Shelf.self, "Shelf") { component in
        component.initializer([], Shelf.init)
        component.property("bag", \.bag) { $0.bag = $1 }
        component.property("tallies", \.tallies) { $0.tallies = $1 }
        component.property("named", \.named) { $0.named = $1 }
      }
    }
  }

  @Test func `a structure with an object in it is read for each consumer`() throws {
    let (first, second) = try shelves(["bag": ["tally": ["count": 1]]])

    #expect(first.bag?.tally.count == 1)
    #expect(first.bag?.tally !== second.bag?.tally)
  }

  @Test func `a list of objects is read for each consumer`() throws {
    let (first, second) = try shelves(["tallies": [["count": 1]]])

    #expect(first.tallies.map(\.count) == [1])
    #expect(first.tallies.first !== second.tallies.first)
  }

  @Test func `a map of objects is read for each consumer`() throws {
    let (first, second) = try shelves(["named": ["a": ["count": 1]]])

    #expect(first.named["a"]?.count == 1)
    #expect(first.named["a"] !== second.named["a"])
  }

  private func shelves(_ values: KeyValuePairs<String, DefinitionValue>) throws -> (Shelf, Shelf) {
    let graph = try Workshop.plan(Definitions(Definition("shelf", Shelf.self, values: values))).build()
    return (try graph.resolve(named: Key<Shelf>("shelf")), try graph.resolve(named: Key<Shelf>("shelf")))
  }
}
