import Foundation
import Wiring

/// Prints how the time of planning grows with the number of bindings, for each kind of binding: the milliseconds of 1,000 to
/// 16,000 of them, and the exponent of the growth, which is 1 where it is linear.
///
///     WiringScale          prints a table
///     WiringScale --check  also exits with 1 when an exponent is above 1.4
@main struct WiringScale {
  static let sizes = [1_000, 2_000, 4_000, 8_000, 16_000]
  static let maximum = 1.4

  static func main() {
    let types = (0..<(sizes.last ?? 0)).map(numbered)
    var misses: [String] = []
    print("| bindings of this kind | " + sizes.map { "\($0)" }.joined(separator: " | ") + " | exponent |")
    print("|---|" + String(repeating: "---:|", count: sizes.count + 1))
    for kind in Kind.allCases {
      let times = sizes.map { size in
        let types = Array(types[..<size])
        return (0..<3).map { _ in time(of: kind, types) }.min() ?? .zero
      }
      // From 2,000 on: what is constant counts less.
      let growth = seconds(times[times.count - 1]) / seconds(times[1])
      let exponent = log(growth) / log(Double(sizes[sizes.count - 1] / sizes[1]))
      if exponent > maximum { misses.append(kind.rawValue) }
      let cells = times.map { "\(rounded(seconds($0) * 1000, 1))" } + ["\(rounded(exponent, 2))"]
      print("| \(kind.rawValue) | " + cells.joined(separator: " | ") + " |")
    }
    guard !misses.isEmpty else { return }
    print("Above \(maximum): " + misses.joined(separator: ", "))
    if CommandLine.arguments.contains("--check") { exit(1) }
  }

  private static func time(of kind: Kind, _ types: [any Numbered.Type]) -> Duration {
    let clock = ContinuousClock()
    return clock.measure {
      let module = Bindings { binder in
        for type in types { type.declare(kind, in: &binder) }
        if kind == .opened { binder.scope(.work) }
      }
      do throws(WiringError) {
        let plan = try Plan(modules: [module], overrides: { if kind == .overrides { override(types, &$0) } })
        if kind == .lookUps, let graph = try? plan.build() { lookUp(types, in: graph) }
        if kind == .opened, let scope = try? plan.build().open(.work, with: 1) { lookUp(types, in: scope) }
      } catch {
        // The kinds that are problems report each of them.
        if error.problems.isEmpty { fatalError("an error without a problem") }
      }
    }
  }

  private static func override(_ types: [any Numbered.Type], _ overrides: inout Overrides) {
    for type in types { type.override(in: &overrides) }
  }

  private static func lookUp<Root>(_ types: [any Numbered.Type], in graph: Graph<Root>) {
    for type in types { type.lookUp(in: graph) }
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func rounded(_ number: Double, _ digits: Int) -> Double {
    let scale = digits == 1 ? 10.0 : 100
    return (number * scale).rounded() / scale
  }
}

/// The kinds of bindings whose plans are timed.
enum Kind: String, CaseIterable {
  case factories, values, qualified, lazy, providers, closures, lists, optionals, decorators, overrides, scoped, hooks
  case missing, duplicates, lookUps = "look-ups", opened = "look-ups in an open scope"
}

extension CustomScope where Context == Int {
  static var work: Self { CustomScope("work") }
}

struct Box<Number>: Sendable {}
struct User<Number>: Sendable {}

/// A type for a number: its binary digits.
protocol Numbered: SendableMetatype {
  static func declare(_ kind: Kind, in binder: inout Binder)
  static func override(in overrides: inout Overrides)
  static func lookUp<Root>(in graph: Graph<Root>)
  static func zero() -> any Numbered.Type
  static func one() -> any Numbered.Type
}

enum Zero<Rest: Numbered>: Numbered {
  static func zero() -> any Numbered.Type { Zero<Self>.self }
  static func one() -> any Numbered.Type { One<Self>.self }
}

enum One<Rest: Numbered>: Numbered {
  static func zero() -> any Numbered.Type { Zero<Self>.self }
  static func one() -> any Numbered.Type { One<Self>.self }
}

enum End: Numbered {
  static func zero() -> any Numbered.Type { Zero<Self>.self }
  static func one() -> any Numbered.Type { One<Self>.self }
}

func numbered(_ number: Int) -> any Numbered.Type {
  var type: any Numbered.Type = End.self
  for bit in 0..<14 { type = number >> bit & 1 == 0 ? type.zero() : type.one() }
  return type
}

extension Numbered {
  static func declare(_ kind: Kind, in binder: inout Binder) {
    typealias Part = Box<Self>
    typealias Whole = User<Self>
    let user: @Sendable () -> Whole = { Whole() }
    switch kind {
    case .factories, .overrides, .lookUps: binder.bind(Part.self) { Part() }
    case .values: binder.bind(Part.self, to: Part())
    case .qualified: binder.bind(Int.self) { 1 }.named(Key("\(Self.self)"))
    case .lazy:
      binder.bind(Part.self) { Part() }
      binder.bind(Whole.self) { (_: Lazy<Part>) in user() }
    case .providers:
      binder.bind(Part.self) { Part() }
      binder.bind(Whole.self) { (_: Provider<Part>) in user() }
    case .closures:
      binder.bind(Part.self) { Part() }
      binder.bind(Whole.self) { (_: @escaping @Sendable () -> Part) in user() }
    case .lists:
      binder.contribute(to: Part.self) { Part() }
      binder.bind(Whole.self) { (_: [Part]) in user() }
    case .optionals: binder.bind(Whole.self) { (_: Part?) in user() }
    case .decorators:
      binder.bind(Part.self) { Part() }
      binder.decorate(Part.self) { (inner: Part) in inner }
    case .opened: binder.bind(Part.self) { Part() }.scoped(in: .work)
    case .scoped: binder.bind(Part.self) { Part() }.scoped(.graph)
    case .hooks: binder.bind(Part.self) { Part() }.scoped(.singleton).onStart { _ in }
    case .missing: binder.bind(Whole.self) { (_: Part) in user() }
    case .duplicates:
      binder.bind(Part.self) { Part() }
      binder.bind(Part.self) { Part() }
    }
  }

  static func override(in overrides: inout Overrides) { overrides.replace(Box<Self>.self, with: Box<Self>()) }

  static func lookUp<Root>(in graph: Graph<Root>) { _ = try? graph.resolve(Box<Self>.self) }
}
