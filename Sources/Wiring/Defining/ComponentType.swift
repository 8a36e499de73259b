/// A type that describes itself as a ``Component``. The attribute `@Component` writes the conformance.
public protocol ComponentType: SendableMetatype {
  /// How objects of the type are made.
  static var wiringComponent: Component { get }
}
