import Testing
import Wiring

/// A request that fails, by name; its error is the golden file of that name.
struct FailingRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let run: @Sendable () async throws -> Void

  var testDescription: String { name }

  /// The error, as a program prints it.
  func error() async -> ResolutionError? {
    do {
      try await run()
      return nil
    } catch {
      return error as? ResolutionError
    }
  }

  /// A shop whose till is of the main actor, and whose stock is loaded asynchronously.
  private static func shop() throws -> Graph<Void> {
    try Plan(
      modules: [
        Bindings { binder in
          binder.main.bind(RequestShop.Till.init, file: "Shop/ShopModule.swift", line: 3, column: 5).sendable()
          binder.bind(RequestShop.Counter.init, file: "Shop/ShopModule.swift", line: 4, column: 5)
          binder.bind(RequestShop.Shelf.init, file: "Shop/ShopModule.swift", line: 5, column: 5)
          binder.bind(async: { () async in RequestShop.Stock() }, file: "Shop/ShopModule.swift", line: 6, column: 5)
          binder.bind(RequestShop.Crate.init, file: "Shop/ShopModule.swift", line: 16, column: 5)
          binder.main.bind(RequestShop.Window.init, file: "Shop/ShopModule.swift", line: 7, column: 5)
          binder.bind(RequestShop.Paper.init, file: "Shop/ShopModule.swift", line: 8, column: 5)
          binder.bind(Int.self, to: 7, file: "Shop/ShopModule.swift", line: 9, column: 5).named(.size)
          binder.bind(RequestShop.Printer.init, file: "Shop/ShopModule.swift", line: 10, column: 5)
          binder.bind(RequestShop.Ink.init, file: "Shop/ShopModule.swift", line: 11, column: 5)
          binder.bind(
            RequestShop.Label.self,
            resolving: { try RequestShop.Label(price: $0.resolve(file: "Shop/Label.swift", line: 2, column: 9)) },
            file: "Shop/ShopModule.swift", line: 12, column: 5)
          binder.scope(.shopVisit, file: "Shop/ShopModule.swift", line: 13, column: 5)
          binder.bind(RequestShop.Basket.init, file: "Shop/ShopModule.swift", line: 14, column: 5).scoped(
            in: .shopVisit)
        }
      ], file: "Shop/main.swift", line: 1, column: 10
    ).build()
  }

  static let all = [
    FailingRequest(name: "request-missing") {
      _ = try shop().resolve(RequestShop.Roof.self, file: "Shop/main.swift", line: 20, column: 9)
    },
    FailingRequest(name: "request-missing-near") {
      _ = try shop().resolve((any RequestShop.Sheet).self, file: "Shop/main.swift", line: 21, column: 9)
    },
    FailingRequest(name: "request-missing-qualified") {
      _ = try shop().resolve(Int.self, file: "Shop/main.swift", line: 22, column: 9)
    },
    FailingRequest(name: "request-missing-in-closure") {
      _ = try shop().resolve(RequestShop.Label.self, file: "Shop/main.swift", line: 23, column: 9)
    },
    FailingRequest(name: "request-missing-list") {
      _ = try shop().resolve([any RequestShop.Sheet].self, file: "Shop/main.swift", line: 36, column: 9)
    },
    FailingRequest(name: "request-missing-named-list") {
      _ = try shop().resolve([String: Lazy<any RequestShop.Sheet>].self, file: "Shop/main.swift", line: 37, column: 9)
    },
    FailingRequest(name: "request-main-actor") {
      _ = try shop().resolve(RequestShop.Till.self, file: "Shop/main.swift", line: 24, column: 9)
    },
    FailingRequest(name: "request-main-actor-behind") {
      _ = try shop().resolve(RequestShop.Counter.self, file: "Shop/main.swift", line: 25, column: 9)
    },
    FailingRequest(name: "request-confined") {
      _ = try await shop().resolveAsync(RequestShop.Window.self, file: "Shop/main.swift", line: 26, column: 9)
    },
    FailingRequest(name: "request-async-behind") {
      _ = try shop().resolve(RequestShop.Shelf.self, file: "Shop/main.swift", line: 27, column: 9)
    },
    // The closure needs an await, too, but later.
    FailingRequest(name: "request-async-beside-a-handle") {
      _ = try shop().resolve(RequestShop.Crate.self, file: "Shop/main.swift", line: 34, column: 9)
    },
    FailingRequest(name: "request-scope-not-open") {
      _ = try shop().resolve(RequestShop.Basket.self, file: "Shop/main.swift", line: 28, column: 9)
    },
    FailingRequest(name: "request-scope-open-already") {
      let visit = try shop().open(.shopVisit, with: RequestShop.Visitor(), file: "Shop/main.swift", line: 29, column: 9)
      _ = try visit.open(.shopVisit, with: RequestShop.Visitor(), file: "Shop/main.swift", line: 30, column: 9)
    },
    FailingRequest(name: "request-unknown-name") {
      _ = try shop().resolve(named: "Papper", file: "Shop/main.swift", line: 31, column: 9)
    },
    FailingRequest(name: "request-replaced-missing") {
      _ = try shop().replacing(
        RequestShop.Roof.self, with: RequestShop.Roof(), file: "Shop/main.swift", line: 32, column: 9)
    },
    FailingRequest(name: "request-no-injector") {
      var roof = RequestShop.Roof()
      try shop().inject(into: &roof, file: "Shop/main.swift", line: 33, column: 9)
    },
    FailingRequest(name: "request-graph-gone") {
      let ink = try shop().resolve(RequestShop.Printer.self).ink
      _ = try ink().printer()
    },
    FailingRequest(name: "request-opener-without-graph") {
      let opener = try shop().resolve(ScopeOpener<RequestShop.Visitor, RequestShop.Basket>.self)
      _ = try opener(RequestShop.Visitor(), file: "Shop/main.swift", line: 35, column: 9)
    },
    FailingRequest(name: "request-root-of-the-main-actor") {
      _ = try Plan(
        RequestShop.Counter.self,
        modules: [
          Bindings { binder in
            binder.main.bind(RequestShop.Till.init, file: "Shop/ShopModule.swift", line: 3, column: 5).sendable()
            binder.bind(RequestShop.Counter.init, file: "Shop/ShopModule.swift", line: 4, column: 5)
          }
        ], file: "Shop/main.swift", line: 1, column: 10
      ).build(file: "Shop/main.swift", line: 2, column: 19)
    },
  ]
}

@Suite("The error of a request")
struct ResolutionErrorTests {
  @Test(
    "it says where the object was asked for, what leads to the cause and what is near", arguments: FailingRequest.all)
  func golden(request: FailingRequest) async throws {
    try expectGolden(await request.error().map { "\($0)\n" } ?? "no error\n", named: request.name)
  }

  @Test("its message is one line, and its place is data")
  func data() async throws {
    // Given a request that fails
    let request = try #require(FailingRequest.all.first { $0.name == "request-missing-near" })
    // When it is made
    let error = await request.error()
    // Then message and place can be used apart
    #expect(error?.message == "nothing provides 'any RequestShop.Sheet'; bind it in a module of the plan")
    #expect(error?.location?.description == "Shop/main.swift:21:9")
  }

  @Test("two errors are equal when they have the same reason at the same place")
  func equality() throws {
    let graph = try plan(Int.self) { $0.bind(Int.self, to: 1) }.build()
    func error(line: Int) -> ResolutionError? {
      do { _ = try graph.resolve(String.self, file: "main.swift", line: line) } catch {
        return error as? ResolutionError
      }
      return nil
    }
    #expect(error(line: 1) == error(line: 1))
    #expect(error(line: 1) != error(line: 2))
    #expect(Set([error(line: 1), error(line: 1), error(line: 2)]).count == 2)
  }
}

extension Key where Value == Int {
  fileprivate static var size: Self { Key("size") }
}

extension CustomScope where Context == RequestShop.Visitor {
  fileprivate static var shopVisit: Self { CustomScope("visit") }
}

/// The objects of the shop.
enum RequestShop {
  struct Visitor: Sendable {}
  struct Roof: Sendable {}
  protocol Sheet: Sendable {}
  struct Paper: Sheet {}
  struct Stock: Sendable {}
  @MainActor final class Till {}
  @MainActor final class Window {}

  struct Counter: Sendable {
    init(till: Till) {}
  }

  struct Shelf: Sendable {
    init(stock: Stock) {}
  }

  struct Crate: Sendable {
    init(later: @escaping @concurrent @Sendable () async throws -> Stock, stock: Stock) {}
  }

  struct Basket: Sendable {
    init(visitor: Visitor) {}
  }

  struct Label {
    init(price: Double) {}
  }

  final class Printer: Sendable {
    let ink: Provider<Ink>

    init(ink: Provider<Ink>) { self.ink = ink }
  }

  final class Ink: Sendable {
    let printer: Provider<Printer>

    init(printer: Provider<Printer>) { self.printer = printer }
  }
}
