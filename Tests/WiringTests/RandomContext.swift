import Wiring
import WiringDefinitions

/// Random definitions, values, components and scans beside the bindings of a random plan.
struct RandomContext: Sendable {
  let definitions: [RandomDefinition]
  private let values: [DefinitionValue.Member]
  private let scans: [Scan]
  private let components: [Component]

  init(isEmpty: Bool, using random: inout SplitMix64) {
    definitions = (0..<(isEmpty ? 0 : 8)).map { RandomDefinition(line: 1000 + $0, using: &random) }
    values = (0..<(isEmpty ? 0 : 4)).map { index in
      let content: DefinitionValue.Content = Bool.random(using: &random) ? .integer(3) : .text("three")
      return DefinitionValue.Member(
        RandomDefinition.name(using: &random),
        DefinitionValue(content, at: SourceLocation(path: "Random.yaml", line: index + 1, column: 1)))
    }
    scans = (0..<(isEmpty ? 0 : 2)).map { index in
      Scan(
        prefixes: Bool.random(using: &random) ? ["Bo"] : [], types: Bool.random(using: &random) ? ["Nut"] : [],
        exceptions: [["Bolt"], ["Nutt"], []].randomElement(using: &random) ?? [],
        ignoredInterfaces: Bool.random(using: &random) ? ["OddPiece"] : [], file: "Random.swift", line: 2000 + index,
        column: 1)
    }
    components = Pieces.components.shuffled(using: &random)
  }

  /// The context in a random order.
  func context(using random: inout SplitMix64) -> Definitions {
    var context = Definitions(registry: ComponentRegistry(components.shuffled(using: &random)))
    context.scans = scans.shuffled(using: &random)
    context.values = values.shuffled(using: &random)
    context.definitions = definitions.map(\.definition).shuffled(using: &random)
    return context
  }
}

/// A random definition under a number.
struct RandomDefinition: Sendable {
  private(set) var definition: Definition

  /// A name that bindings have as qualifiers, too.
  static func name(using random: inout SplitMix64) -> String { "\(Int.random(in: 0..<16, using: &random))" }

  init(line: Int, using random: inout SplitMix64) {
    let name = Int.random(in: 0..<8, using: &random) == 0 ? nil : Self.name(using: &random)
    let type = ["Bolt", "Nut", "Plate", "Plate", "Washer", "Nutt"].randomElement(using: &random) ?? "Bolt"
    definition = Definition(name, class: type, file: "Random.swift", line: line, column: 1)
    definition.scope = [nil, .graph, .singleton].randomElement(using: &random) ?? nil
    definition.isLazy = Int.random(in: 0..<6, using: &random) == 0
    definition.isPrimary = Int.random(in: 0..<4, using: &random) == 0
    if Int.random(in: 0..<8, using: &random) == 0 { definition.profiles = ["demo"] }
    if Int.random(in: 0..<8, using: &random) == 0 {
      let interface = ["Piece", "OddPiece", "Peace"].randomElement(using: &random) ?? "Piece"
      definition.interfaces = [DefinitionValue.Member(interface, nil)]
    }
    if Int.random(in: 0..<8, using: &random) == 0 { definition.initMethod = DefinitionValue.Member("turn", nil) }
    for member in ["size", "other", "pieces", "hue", "weight"] where Int.random(in: 0..<3, using: &random) == 0 {
      definition.properties.append(DefinitionValue.Member(member, Self.value(of: member, using: &random)))
    }
  }

  private static func value(of member: String, using random: inout SplitMix64) -> DefinitionValue {
    let reference = DefinitionValue.reference(name(using: &random), isLazy: Int.random(in: 0..<6, using: &random) == 0)
    return switch member {
    case "size": [3, "three", reference].randomElement(using: &random) ?? 3
    case "pieces": [reference, .reference(name(using: &random))]
    case "hue": ["red", "rde"].randomElement(using: &random) ?? "red"
    case _: reference
    }
  }
}

protocol Piece: Sendable {}
protocol OddPiece: Piece {}

/// Types that describe themselves by hand.
enum Pieces {
  static let components = [
    Component(Bolt.self, "Bolt", file: "Pieces.swift", line: 1, column: 1) { component in
      component.initializer(["size"], Bolt.init(size:))
      component.conforms(to: (any Piece).self) { $0 }
    },
    Component(Nut.self, "Nut", scope: .singleton, file: "Pieces.swift", line: 2, column: 1) { component in
      component.initializer([ComponentParameter("other", qualifier: "3")], Nut.init(other:))
      component.method(async: "turn") { _ in }
    },
    Component(Plate.self, "Plate", file: "Pieces.swift", line: 3, column: 1) { component in
      component.initializer([], Plate.init)
      component.property("size", \.size) { $0.size = $1 }
      component.property("other", \.other) { $0.other = $1 }
      component.property("pieces", \.pieces) { $0.pieces = $1 }
      component.property("hue", \.hue) { $0.hue = $1 }
      component.method("turn") { _ in }
    },
    Component(Washer.self, "Washer", profiles: [.test], file: "Pieces.swift", line: 4, column: 1) { component in
      component.initializer(["other"], Washer.init(other:))
    },
    Component(Washer.self, "Washer", file: "Pieces.swift", line: 5, column: 1) { component in
      component.initializer([]) { Washer() }
    },
  ]

  final class Bolt: OddPiece { init(size: Int8) {} }
  final class Nut: Piece { init(other: any Piece) {} }

  final class Plate {
    enum Hue: String, Sendable, CaseIterable { case red, green }

    var size: Int8 = 0
    var other: (any Piece)?
    var pieces: [any Piece] = []
    var hue = Hue.red
  }

  final class Washer: Piece {
    init() {}
    init(other: any Piece) {}
  }
}
