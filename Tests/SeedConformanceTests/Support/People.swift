// The protocol and the class of Injector's example, and what it left open.

// guide: injector-person
import Testing
import Wiring
import WiringMacros

protocol SomeProtocol: Sendable {
  func sayHi() -> String
}

@Component
final class Person: SomeProtocol {
  func sayHi() -> String { "Hello World" }
}
// end

/// A person whose friend is chosen by a third party.
@Component
final class Lonely: Sendable {
  @Inject let friend: any SomeProtocol
}

/// Conforms, and is not marked.
final class Stranger: SomeProtocol {
  func sayHi() -> String { "Who are you?" }
}

protocol Worker: AnyObject {}

/// A class whose subclasses are components, too.
@Component
class Employee: Worker {
  required init() {}
}

/// Not marked itself.
final class Manager: Employee {}

protocol Ancestral: AnyObject {}
protocol Inherited: AnyObject {}
protocol Inheriting: Inherited {}

/// A superclass that is no component.
class Ancestor: Ancestral, Inherited {}

/// Has a protocol from its superclass, and another one twice: from its superclass, and through a protocol.
@Component
final class Descendant: Ancestor, Inheriting {}

protocol Bequeathed: AnyObject {}
protocol Inheritance: Bequeathed {}

/// Has a protocol only because another one inherits from it.
@Component
final class Heir: Inheritance {}

protocol Rival: AnyObject, Sendable {
  var name: String { get }
}

@Component(scope: .singleton)
final class FirstRival: Rival {
  let name = "first"
}

@Component("second", scope: .singleton)
final class SecondRival: Rival {
  let name = "second"
}

@Component(scope: .singleton, primary: true)
final class PrimaryRival: Rival {
  let name = "primary"
}

/// Asks for the one of a name.
@Component
final class Referee {
  @Inject("second") let rival: any Rival
}

/// A protocol without conforming types.
protocol Unheard: Sendable {}
