import Wiring
import WiringDefinitions

/// Scenarios of what definitions, values and scans get wrong.
extension ValidationScenario {
  /// References, and definitions with interfaces.
  static let referring = [
    ValidationScenario(
      name: "W001-reference-to-nothing", modules: [OfficeModule()],
      define: { context in
        context.add(
          Definition(
            "depot", Depot.self, references: ["courier": "vam"], file: "Shop/Context.swift", line: 3, column: 3))
        context.add(Definition("van", Van.self, file: "Shop/Context.swift", line: 4, column: 3))
      }),
    ValidationScenario(
      name: "W001-reference-to-another-type", modules: [OfficeModule()],
      define: { context in
        context.add(
          Definition(
            "north", Depot.self, references: ["courier": "south"], file: "Shop/Context.swift", line: 3, column: 3))
        context.add(Definition("south", Depot.self, file: "Shop/Context.swift", line: 4, column: 3))
      }),
    ValidationScenario(
      name: "W001-component-left-out", modules: [CourierModule()],
      define: { context in
        context.scans = [Scan(prefixes: ["Dep"], exceptions: ["Van"], file: "Shop/Context.swift", line: 2, column: 3)]
      }),
    ValidationScenario(
      name: "W002-cycle-of-definitions", modules: [OfficeModule()],
      define: { context in
        context.add(
          Definition("depot", Depot.self, references: ["route": "tour"], file: "Shop/Context.swift", line: 3, column: 3)
        )
        context.add(
          Definition("tour", Route.self, references: ["start": "depot"], file: "Shop/Context.swift", line: 4, column: 3)
        )
      }),
    ValidationScenario(
      name: "W003-defined-twice", modules: [OfficeModule()],
      define: { context in
        context.add(Definition("courier", Van.self, file: "Shop/Context.swift", line: 3, column: 3))
        context.add(
          Definition("courier", Bicycle.self, values: ["wheels": 2], file: "Shop/Context.swift", line: 4, column: 3))
      }),
    ValidationScenario(
      name: "W008-candidates", modules: [CourierModule()],
      define: { context in
        context.add(
          Definition("slow", Bicycle.self, values: ["wheels": 2], file: "Shop/Context.swift", line: 3, column: 3))
        context.add(Definition("fast", Van.self, file: "Shop/Context.swift", line: 4, column: 3))
      }),
    ValidationScenario(
      name: "W008-two-stand-for-one", modules: [CourierModule()],
      define: { context in
        var slow = Definition(
          "slow", Bicycle.self, values: ["wheels": 2], file: "Shop/Context.swift", line: 3, column: 3)
        slow.interfaces = [DefinitionValue.Member("Courier", nil)]
        var fast = Definition("fast", Van.self, file: "Shop/Context.swift", line: 5, column: 3)
        fast.interfaces = [DefinitionValue.Member("Courier", nil)]
        context.definitions = [slow, fast]
      }),
    ValidationScenario(
      name: "W015-definition-for-another-profile", modules: [OfficeModule()],
      define: { context in
        context.add(
          Definition(
            "depot", Depot.self, references: ["courier": "van"], file: "Shop/Context.swift", line: 3, column: 3))
        var van = Definition("van", Van.self, file: "Shop/Context.swift", line: 4, column: 3)
        van.profiles = ["demo"]
        context.add(van)
      }),
    ValidationScenario(
      name: "W024-no-stand-in", modules: [CourierModule()],
      define: { context in
        context.add(Definition("van", Van.self, isLazy: true, file: "Shop/Context.swift", line: 3, column: 3))
      }),
  ]

  /// What names something that is not there.
  static let defining = [
    ValidationScenario(
      name: "W019-unknown-type", modules: [OfficeModule()],
      define: { context in
        context.add(Definition("depot", class: "Dept", file: "Shop/Context.swift", line: 3, column: 3))
      }),
    ValidationScenario(
      name: "W019-several-of-that-name", modules: [OfficeModule()],
      define: { context in
        context.add(Definition("cart", class: "Handcart", file: "Shop/Context.swift", line: 3, column: 3))
      }),
    ValidationScenario(
      name: "W019-unknown-in-scan", modules: [OfficeModule()],
      define: { context in
        context.scans = [Scan(types: ["Vans"], exceptions: ["Tram"], file: "Shop/Context.swift", line: 2, column: 3)]
      }),
    ValidationScenario(
      name: "W019-unknown-interface", modules: [CourierModule()],
      define: { context in
        var van = Definition("van", Van.self, file: "Shop/Context.swift", line: 3, column: 3)
        van.interfaces = [DefinitionValue.Member("Courrier", nil)]
        context.add(van)
      }),
    ValidationScenario(
      name: "W020-unknown-property", modules: [OfficeModule()],
      define: { context in
        context.add(
          Definition("depot", Depot.self, values: ["sped": "fast"], file: "Shop/Context.swift", line: 3, column: 3))
      }),
    ValidationScenario(
      name: "W020-unknown-parameter", modules: [OfficeModule()],
      define: { context in
        var bicycle = Definition("bicycle", Bicycle.self, file: "Shop/Context.swift", line: 3, column: 3)
        bicycle.arguments = [DefinitionValue.Member("gears", 7)]
        context.add(bicycle)
      }),
    ValidationScenario(
      name: "W020-no-such-initializer", modules: [OfficeModule()],
      define: { context in
        var bicycle = Definition("bicycle", Bicycle.self, file: "Shop/Context.swift", line: 3, column: 3)
        bicycle.arguments = [DefinitionValue.Member("wheels", 2), DefinitionValue.Member("trailer", "small")]
        context.add(bicycle)
      }),
    ValidationScenario(
      name: "W020-unknown-method", modules: [OfficeModule()],
      define: { context in
        var depot = Definition("depot", Depot.self, file: "Shop/Context.swift", line: 3, column: 3)
        depot.stopMethod = DefinitionValue.Member("unlock", nil)
        context.add(depot)
      }),
  ]

  /// What gives something that does not fit.
  static let giving = [
    ValidationScenario(
      name: "W021-bad-value", modules: [OfficeModule()],
      define: { context in
        context.add(
          Definition(
            "depot", Depot.self, values: ["speed": "fsat", "hours": ["monday": [9, "noon"]]],
            file: "Shop/Context.swift", line: 3, column: 3))
      }),
    ValidationScenario(
      name: "W021-not-sendable", modules: [OfficeModule()],
      define: { context in
        context.add(Definition("depot", Depot.self, scope: .singleton, file: "Shop/Context.swift", line: 3, column: 3))
      }),
    ValidationScenario(
      name: "W021-method-takes-an-await", modules: [OfficeModule()],
      define: { context in
        var van = Definition("van", Van.self, file: "Shop/Context.swift", line: 3, column: 3)
        van.initMethod = DefinitionValue.Member("refuel", nil)
        context.add(van)
      }),
    ValidationScenario(
      name: "W021-not-conforming", modules: [CourierModule()],
      define: { context in
        var depot = Definition("depot", Depot.self, file: "Shop/Context.swift", line: 3, column: 3)
        depot.interfaces = [DefinitionValue.Member("Courier", nil)]
        context.definitions = [depot, Definition("van", Van.self, file: "Shop/Context.swift", line: 5, column: 3)]
      }),
    ValidationScenario(
      name: "several-definitions-at-once", modules: [OfficeModule()],
      define: { context in
        // One slip in a class: what refers to it is not missing as well.
        context.add(Definition("van", class: "Vann", file: "Shop/Context.swift", line: 3, column: 3))
        context.add(
          Definition(
            "north", Depot.self, references: ["courier": "van"], file: "Shop/Context.swift", line: 4, column: 3))
        // Three of one name are one problem.
        for line in 5...7 {
          context.add(Definition("south", Depot.self, file: "Shop/Context.swift", line: line, column: 3))
        }
        context.add(value: "south", 3, file: "Shop/Context.swift", line: 8, column: 3)
        // A definition without a name is known by its type.
        var route = Definition(Route.self, file: "Shop/Context.swift", line: 8, column: 3)
        route.properties = [
          DefinitionValue.Member("start", .reference("nort", isLazy: true)), DefinitionValue.Member("end", 3),
        ]
        context.add(route)
      }),
  ]
}

/// The root of plans without other consumers.
private struct OfficeModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(App.self, { App() }, file: "Shop/OfficeModule.swift", line: 4, column: 5)
  }
}

/// The root of plans with a consumer of a courier.
private struct CourierModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(App.self, { (_: any Courier) in App() }, file: "Shop/CourierModule.swift", line: 4, column: 5)
  }
}
