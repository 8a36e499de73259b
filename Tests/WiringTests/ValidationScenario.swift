import Testing
import Wiring
import WiringDefinitions

/// A plan with something wrong in it, by name; its report is the golden file of that name.
struct ValidationScenario: Sendable, CustomTestStringConvertible {
  let name: String
  let modules: [any Module]
  var isStrict = false
  var define: @Sendable (inout Definitions) -> Void = { _ in }
  var overrides: @Sendable (inout Overrides) -> Void = { _ in }

  var testDescription: String { name }

  /// The report of the plan.
  func report() -> WiringError? {
    var context = Definitions(registry: Delivery.registry)
    define(&context)
    do throws(WiringError) {
      _ = try Plan(
        App.self, modules: modules, context: context, isStrict: isStrict, file: "Shop/main.swift", line: 3,
        column: 12, overrides: overrides)
      return nil
    } catch {
      return error
    }
  }

  static let all = basic + choosing + nearing + referring + defining + giving

  private static let basic = [
    ValidationScenario(name: "W001-missing", modules: [ShopModule(), SideModule()]),
    ValidationScenario(
      name: "W001-missing-near-misses",
      modules: [
        ShopModule(),
        Bindings { binder in
          binder.bind(FrozenClock.self, to: FrozenClock(), file: "Shop/ClockModule.swift", line: 4, column: 5)
          binder.bind((any Clock).self, UTCClock.init, file: "Shop/ClockModule.swift", line: 5, column: 5).named(
            Key("utc"))
          binder.bind(Elsewhere.Clock.self, Elsewhere.Clock.init, file: "Shop/ClockModule.swift", line: 6, column: 5)
          binder.bind((any Clock)?.self, to: nil, file: "Shop/ClockModule.swift", line: 7, column: 5)
        },
      ]),
    ValidationScenario(
      name: "W001-missing-replaced-module", modules: [ShopModule(), ClockModule()],
      overrides: { overrides in
        overrides.replace(
          module: ClockModule.self, with: EmptyModule(), file: "Tests/ShopTests.swift", line: 9, column: 1)
      }),
    ValidationScenario(
      name: "W001-argument-forgotten",
      modules: [
        ShopModule(),
        Bindings { binder in
          binder.factory(
            { (zone: Int) in { () -> any Clock in UTCClock() } }, file: "Shop/ClockModule.swift", line: 4, column: 5)
        },
      ]),
    ValidationScenario(
      name: "W001-empty-list",
      modules: [
        Bindings { binder in
          binder.bind(
            App.self, { (clocks: [any Clock], names: [String: any Clock]) in preconditionFailure() },
            file: "Shop/A.swift",
            line: 1, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W002-cycle",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(catalog:), file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(Catalog.self, Catalog.init(prices:), file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(Prices.self, Prices.init(catalog:), file: "Shop/A.swift", line: 3, column: 3)
          binder.bind((any Clock).self, to: FrozenClock(), file: "Shop/A.swift", line: 4, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W003-duplicate",
      modules: [
        ClockModule(),
        Bindings { binder in
          binder.bind(App.self) { (_: any Clock) in App() }
          binder.bind((any Clock).self, to: FrozenClock(), file: "Shop/A.swift", line: 4, column: 3)
        },
      ]),
    ValidationScenario(
      name: "W003-scope-declared-twice",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.scope(.visit, file: "Shop/A.swift", line: 3, column: 3)
          binder.scope(CustomScope<Int>("visit"), file: "Shop/B.swift", line: 4, column: 3)
        },
      ]),
    ValidationScenario(
      name: "W004-captive",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(catalog:), file: "Shop/A.swift", line: 1, column: 3).scoped(.singleton)
          binder.bind(Catalog.self, Catalog.init(clock:), file: "Shop/A.swift", line: 2, column: 3)
          binder.bind((any Clock).self, UTCClock.init, file: "Shop/A.swift", line: 3, column: 3).scoped(.graph)
        }
      ]),
    ValidationScenario(
      name: "W005-unbound-replacement", modules: [ClockModule(), AppModule()],
      overrides: { overrides in
        overrides.replace(
          Prices.self, { (_: any Clock) in Prices() }, file: "Tests/ShopTests.swift", line: 9, column: 1)
        overrides.replace(
          (any Clock).self, with: FrozenClock(), file: "Tests/ShopTests.swift", line: 10, column: 1
        ).named(Key("utc"))
        overrides.replace(
          module: SideModule.self, with: EmptyModule(), file: "Tests/ShopTests.swift", line: 11, column: 1)
      }),
    ValidationScenario(name: "W006-module-listed-twice", modules: [AppModule(), ClockModule(), AppModule()]),
    ValidationScenario(
      name: "W006-included-twice", modules: [AppModule(), ClockModule(), SouthModule(), NorthModule()]),
    ValidationScenario(
      name: "W007-weak-value",
      modules: [
        AppModule(),
        Bindings { binder in
          binder.bind((any Clock).self, UTCClock.init)
          binder.bind(FrozenClock.self, FrozenClock.init, file: "Shop/A.swift", line: 3, column: 3).scoped(.weak)
        },
      ]),
  ]

  private static let choosing = [
    ValidationScenario(
      name: "W003-list-name-twice",
      modules: [
        Bindings { binder in
          binder.bind(App.self) { (_: [any Clock]) in App() }
          binder.contribute(
            to: (any Clock).self, named: "utc", UTCClock.init, file: "Shop/A.swift", line: 3, column: 3)
          binder.contribute(
            to: (any Clock).self, named: "utc", FrozenClock.init, file: "Shop/A.swift", line: 4, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W004-captive-in-scope",
      modules: [
        Bindings { binder in
          binder.scope(.visit, file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(App.self, App.init(prices:), file: "Shop/A.swift", line: 2, column: 3).scoped(.singleton)
          binder.bind(Prices.self, Prices.init(visitor:), file: "Shop/A.swift", line: 3, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W008-ambiguous",
      modules: [
        AppModule(),
        Bindings { binder in
          binder.bind((any Clock).self, UTCClock.init, file: "Shop/A.swift", line: 3, column: 3).byDefault()
          binder.bind((any Clock).self, FrozenClock.init, file: "Shop/B.swift", line: 3, column: 3).byDefault()
        },
      ]),
    ValidationScenario(
      name: "W009-async",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(later:), file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(Catalog.self, Catalog.init(prices:), file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(Prices.self, async: Prices.load, file: "Shop/A.swift", line: 3, column: 3).scoped(.singleton)
        }
      ]),
    ValidationScenario(
      name: "W010-isolation",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(later:), file: "Shop/A.swift", line: 1, column: 3)
          binder.main.bind(Catalog.self, Catalog.shown, file: "Shop/A.swift", line: 2, column: 3).sendable()
        }
      ]),
    ValidationScenario(
      name: "W011-wrong-arguments",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(order:), file: "Shop/A.swift", line: 1, column: 3)
          binder.factory(
            { (number: Int) in { (_: any Clock) in Audit() } }, file: "Shop/A.swift", line: 2, column: 3)
        },
        ClockModule(),
      ]),
    ValidationScenario(
      name: "W012-unused", modules: [AppModule(), ClockModule(), SideModule()], isStrict: true),
    ValidationScenario(
      name: "W012-unused-beside-opaque",
      modules: [
        ClockModule(), SideModule(),
        Bindings { binder in
          binder.bind(
            App.self, resolving: { App(catalog: Catalog(clock: try $0.resolve())) }, file: "Shop/A.swift", line: 3,
            column: 3)
        },
      ], isStrict: true),
    ValidationScenario(
      name: "W013-opaque",
      modules: [
        Bindings { binder in
          binder.bind(
            App.self, resolving: { App(catalog: try $0.resolve()) }, file: "Shop/A.swift", line: 3, column: 3)
        }
      ], isStrict: true),
    ValidationScenario(
      name: "W014-root-outside",
      modules: [
        Bindings { binder in
          binder.scope(.visit, file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(App.self, App.init(prices:), file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(Prices.self, Prices.init(visitor:), file: "Shop/A.swift", line: 3, column: 3).scoped(in: .visit)
        }
      ]),
    ValidationScenario(
      name: "W014-undeclared",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.bind(Audit.self, Audit.init, file: "Shop/A.swift", line: 3, column: 3).scoped(in: .visit)
        },
      ]),
    ValidationScenario(
      name: "W014-other-context",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.scope(.visit, file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(Audit.self, Audit.init, file: "Shop/A.swift", line: 3, column: 3)
            .scoped(in: CustomScope<Int>("visit"))
        },
      ]),
    ValidationScenario(
      name: "W014-torn",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.scope(.visit, file: "Shop/A.swift", line: 1, column: 3)
          binder.scope(.delivery, file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(
            Audit.self, { (_: Visitor, _: Parcel) in Audit() }, file: "Shop/A.swift", line: 3, column: 3)
        },
      ]),
    ValidationScenario(
      name: "W025-dynamic-type",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          for rule in [Rule.self, SpellingRule.self] {
            binder.bind(rule, { rule.init() }, file: "Shop/A.swift", line: 3, column: 5)
          }
        },
      ]),
    ValidationScenario(
      name: "W026-throwaway",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.bind(Audit.self, Audit.init, file: "Shop/A.swift", line: 3, column: 3)
            .onStart { audit in _ = audit }
        },
      ]),
    ValidationScenario(
      name: "W027-confined",
      modules: [
        Bindings { binder in
          binder.bind(App.self, { (_: Catalog) in App() }, file: "Shop/A.swift", line: 1, column: 3)
          binder.main.bind(Catalog.self, Catalog.shown, file: "Shop/A.swift", line: 2, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W028-contribution",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.contribute(to: Audit.self, Audit.init, file: "Shop/A.swift", line: 3, column: 3).byDefault()
        },
      ]),
    ValidationScenario(
      name: "W028-decorator",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.bind(Audit.self, Audit.init, file: "Shop/A.swift", line: 3, column: 3)
          binder.decorate(Audit.self, { (inner: Audit) in inner }, file: "Shop/A.swift", line: 4, column: 3)
            .tagged(Key("all"))
        },
      ]),
    ValidationScenario(
      name: "W028-binding",
      modules: [
        Bindings { binder in
          binder.bind(App.self, { App() }, file: "Shop/A.swift", line: 3, column: 3).named(Key("a")).named(Key("b"))
          binder.bind(App.self, App.init(later:), file: "Shop/A.swift", line: 4, column: 3)
          binder.main.bind(Catalog.self, Catalog.shown, file: "Shop/A.swift", line: 5, column: 3)
            .then { (_: Catalog) in }.sendable()
        }
      ]),
    ValidationScenario(
      name: "W029-unshared",
      modules: [
        Bindings { binder in
          binder.bind(Journal.self, Journal.init, file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(Till.self, Till.init, file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(App.self, App.init(till:journal:), file: "Shop/A.swift", line: 3, column: 3)
        }
      ], isStrict: true),
    ValidationScenario(
      name: "W030-same-parameters",
      modules: [
        Bindings { binder in
          binder.bind(String.self, to: "Shop", file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(App.self, App.init(name:address:), file: "Shop/A.swift", line: 2, column: 3)
        }
      ], isStrict: true),
    ValidationScenario(
      name: "W027-handle",
      modules: [
        Bindings { binder in
          binder.bind(
            App.self, { (_: @escaping @Sendable () async throws -> Catalog) in App() }, file: "Shop/A.swift", line: 1,
            column: 3)
          binder.main.bind(Catalog.self, Catalog.shown, file: "Shop/A.swift", line: 2, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W010-confined",
      modules: [
        Bindings { binder in
          binder.bind(App.self, { (_: Provider<Catalog>) in App() }, file: "Shop/A.swift", line: 1, column: 3)
          binder.main.bind(Catalog.self, Catalog.shown, file: "Shop/A.swift", line: 2, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W015-excluded",
      modules: [
        Bindings { binder in
          binder.bind(App.self, { (_: any Clock) in App() }, file: "Shop/A.swift", line: 2, column: 3)
          binder.bind((any Clock).self, FrozenClock.init, file: "Shop/A.swift", line: 3, column: 3).when(.test)
          binder.bind((any Clock).self, UTCClock.init, file: "Shop/A.swift", line: 4, column: 3)
            .when(false, "the network is up")
        }
      ]),
    ValidationScenario(
      name: "W016-unreportable-failure",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(fresh:), file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(Catalog.self, Catalog.init(prices:), file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(Prices.self, Prices.read, file: "Shop/A.swift", line: 3, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W017-loose-decorator",
      modules: [
        AppModule(), ClockModule(),
        Bindings { binder in
          binder.decorate(Prices.self, { (inner: Prices) in inner }, file: "Shop/A.swift", line: 3, column: 3)
          binder.decorate((any Clock).self, FrozenClock.init, file: "Shop/A.swift", line: 4, column: 3)
        },
      ]),
    ValidationScenario(
      name: "several-at-once",
      modules: [
        ClockModule(), ShopModule(),
        Bindings { binder in
          binder.bind((any Clock).self, UTCClock.init, file: "Shop/B.swift", line: 1, column: 3).scoped(.graph)
          binder.bind(Prices.self, Prices.init(catalog:), file: "Shop/B.swift", line: 2, column: 3).scoped(.singleton)
          binder.bind(Audit.self, { (_: any Ledger) in Audit() }, file: "Shop/B.swift", line: 3, column: 3)
        },
      ]),
  ]
}

extension ValidationScenario {
  /// Requests that are nearly right.
  fileprivate static let nearing = [
    ValidationScenario(
      name: "W001-handles",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(fresh:), file: "Shop/A.swift", line: 1, column: 3)
          binder.bind(
            Audit.self, { (_: Factory<Elsewhere.Clock, String>) in Audit() }, file: "Shop/A.swift", line: 2, column: 3)
          binder.bind(
            Prices.self, { (_: ScopeOpener<Visitor, Visitor>) in Prices() }, file: "Shop/A.swift", line: 3, column: 3)
          binder.bind(Parcel.self, { (_: [Lazy<any Clock>]) in Parcel() }, file: "Shop/A.swift", line: 4, column: 3)
        }
      ]),
    ValidationScenario(
      name: "W001-unknown-tag",
      modules: [
        Bindings { binder in
          binder.contribute(to: (any Clock).self, UTCClock.init, file: "Shop/A.swift", line: 1, column: 3)
            .tagged(Key("world"))
          binder.bind(App.self, { (_: [any Clock]) in App() }, file: "Shop/A.swift", line: 2, column: 3)
            .from(Key("wordl"))
        }
      ]),
    ValidationScenario(
      name: "W005-unbound-decoration",
      modules: [
        Bindings { binder in
          binder.bind(App.self, { (_: [any Clock]) in App() }, file: "Shop/A.swift", line: 1, column: 3)
          binder.contribute(to: (any Clock).self, UTCClock.init, file: "Shop/A.swift", line: 2, column: 3)
        }
      ],
      overrides: { overrides in
        overrides.modify(Prices.self, file: "Tests/ShopTests.swift", line: 9, column: 1) { _ in }
        overrides.replace(
          (any Clock).self, with: FrozenClock(), file: "Tests/ShopTests.swift", line: 10, column: 1)
      }),
    ValidationScenario(
      name: "W005-module-of-a-closure", modules: [Wiring.Bindings { $0.bind(App.self) { App() } }],
      overrides: { overrides in
        overrides.replace(
          module: Wiring.Bindings.self, with: EmptyModule(), file: "Tests/ShopTests.swift", line: 9, column: 1)
      }),
    ValidationScenario(
      name: "W009-factory",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(order:), file: "Shop/A.swift", line: 1, column: 3)
          binder.factory(
            async: { (customer: String) in { @concurrent () async in Audit() } }, file: "Shop/A.swift", line: 2,
            column: 3)
        }
      ]),
    ValidationScenario(
      name: "W010-factory",
      modules: [
        Bindings { binder in
          binder.bind(App.self, App.init(order:), file: "Shop/A.swift", line: 1, column: 3)
          binder.main.factory(
            { (customer: String) in { @MainActor () in Audit() } }, file: "Shop/A.swift", line: 2, column: 3)
        }
      ]),
  ]
}

protocol Clock: Sendable {}
protocol Ledger: Sendable {}
struct FrozenClock: Clock {}
struct UTCClock: Clock {}
enum Elsewhere { struct Clock: Sendable {} }

struct Audit: Sendable {}
class Rule: @unchecked Sendable { required init() {} }
final class SpellingRule: Rule, @unchecked Sendable {}
struct Visitor: Sendable {}
struct Parcel: Sendable {}
extension CustomScope where Context == Visitor { static var visit: Self { CustomScope("visit") } }
extension CustomScope where Context == Parcel { static var delivery: Self { CustomScope("delivery") } }

struct Prices: Sendable {
  @concurrent static func load() async throws -> Prices { Prices() }
  static func read() throws -> Prices { Prices() }
  init() {}
  init(visitor: Visitor) {}
  init(catalog: Catalog) {}
}
struct Catalog: Sendable {
  init(clock: any Clock) {}
  init(prices: Prices) {}
  @MainActor static func shown() -> Catalog { Catalog(prices: Prices()) }
}
final class Journal: Sendable { init() {} }
struct Till: Sendable { init(journal: Journal) {} }
struct App: Sendable {
  init(till: Till, journal: Journal) {}
  init(name: String, address: String) {}
  init(later: Lazy<Catalog>) {}
  init(fresh: @escaping @Sendable () -> Catalog) {}
  init(order: Factory<Audit, String>) {}
  init(prices: Prices) {}
  init() {}
  init(catalog: Catalog) {}
}

private struct AppModule: Module {
  func configure(_ binder: inout Binder) { binder.bind(App.self) { (_: any Clock) in App() } }
}

private struct ClockModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Clock).self, UTCClock.init, file: "Shop/ClockModule.swift", line: 4, column: 12)
  }
}

struct NorthModule: Module {
  static var includes: [any Module] { [RegionModule(name: "north")] }
  func configure(_ binder: inout Binder) {}
}

struct SouthModule: Module {
  static var includes: [any Module] { [RegionModule(name: "south")] }
  func configure(_ binder: inout Binder) {}
}

struct RegionModule: Module, Equatable {
  let name: String
  func configure(_ binder: inout Binder) {}
}

private struct EmptyModule: Module {
  func configure(_ binder: inout Binder) {}
}

private struct SideModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(Prices.self, { (_: any Clock) in Prices() }, file: "Shop/SideModule.swift", line: 8, column: 12)
  }
}

private struct ShopModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(App.self, App.init(catalog:), file: "Shop/ShopModule.swift", line: 5, column: 12)
    binder.bind(Catalog.self, Catalog.init(clock:), file: "Shop/ShopModule.swift", line: 6, column: 12)
      .scoped(.singleton)
  }
}
