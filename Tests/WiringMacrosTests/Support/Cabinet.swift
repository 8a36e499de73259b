import WiringMacros

// The components of these tests.

protocol Drawer: Sendable {
  var text: String { get }
}

struct Label: Sendable {
  let text: String
}

@Component("top", scope: .singleton, lazy: true, primary: true, eager: true, qualifier: "upper", profiles: [.test])
final class TopDrawer: Drawer {
  @Inject private let label: Label
  @Inject("key") private let key: String

  var text: String { "\(label.text) \(key)" }
}

@Service struct Hook: Codable {
  let text: String
}

@Controller actor Handle {
  private(set) var turns: Int
  init(turns: Int = 2) { self.turns = turns }
  func turn() { turns += 1 }
}

enum Cabinet {
  @Repository fileprivate struct Shelf {
    var width = 1
  }
}

@attached(member, conformances: ComponentType, names: named(init), named(wiringComponent), prefixed(_wiringRecordOf))
@attached(extension, conformances: ComponentType)
macro Furniture(scope: Scope = .transient) =
  #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

@Furniture(scope: .graph) final class Chair {
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  @Inject private var label: Label!
  @Inject private var legs: Int = 4
  var color = "brown"
  private let name: String

  @Inject(["name": "chair"]) init(name: String) { self.name = name }
  init(_ number: Int, color: String = "red") {
    name = "\(number)"
    self.color = color
  }
  init?(unlikely: Bool) { nil }

  var text: String { "\(color) \(name) \(label.text) \(legs)" }
  private func fold() throws {}
  func fold(twice: Bool) {}
  func unfold() async {}
}

@Component @MainActor final class Pane {
  @Inject private var label: Label?
  private(set) var title = "untitled"
  private(set) var isOpen = false

  var text: String { "\(label?.text ?? "none") \(title)" }
  func open() { isOpen = true }
}

@Component("base") class Base: Drawer, @unchecked Sendable {
  required init() {}
  var text: String { "base" }
}

class Derived: Base, @unchecked Sendable {
  override var text: String { "derived" }
}

private class Distant: Derived, @unchecked Sendable {}

class Generic<Value>: Base, @unchecked Sendable {}

class OfGeneric: Generic<Int>, @unchecked Sendable {}

@Component class MarkedAgain: Base, @unchecked Sendable {
  @Inject init(size: Int) { super.init() }
  required init() {}
}

class OfMarkedAgain: MarkedAgain, @unchecked Sendable {}

@Component class Closed { init() {} }

class OfClosed: Closed {}

@LazyProxy protocol Hinge: Sendable {
  func bend()
}
