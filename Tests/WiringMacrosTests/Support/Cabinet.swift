import WiringMacros

// Components of every kind, for the tests that look for them in the program.

protocol Drawer: Sendable {}

@Component("top", scope: .singleton, lazy: true, primary: true, eager: true, qualifier: "upper", profiles: [.production])
final class TopDrawer: Drawer {
  @Inject private let label: Label
  @Inject("key") private let key: String

  var text: String { "\(label.text) \(key)" }
}

@Service struct Label {
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
macro Furniture() = #externalMacro(module: "WiringMacrosPlugin", type: "ComponentMacro")

@Furniture final class Chair {
  @Inject private var label: Label!
  @Inject private var legs: Int = 4
  private let name: String
  init(name: String) { self.name = name }
  var text: String { "\(name) \(label.text) \(legs)" }
}

@Component("base") class Base: Drawer, @unchecked Sendable {
  required init() {}
}

class Derived: Base, @unchecked Sendable {}
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
