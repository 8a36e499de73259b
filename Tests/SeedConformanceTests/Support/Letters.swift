// The protocols and classes of AIRInject's first example.

// guide: letters
import Testing
import Wiring

protocol ProtocolA: AnyObject { var propertyB: (any ProtocolB)? { get } }
protocol ProtocolB: AnyObject { var propertyC: (any ProtocolC)? { get } }
protocol ProtocolC: AnyObject {}
final class ClassA: ProtocolA { var propertyB: (any ProtocolB)? }
final class ClassB: ProtocolB { var propertyC: (any ProtocolC)? }
final class ClassC: ProtocolC {}
// end
