// What the article about dependency injection injects, and into what.

// guide: client
import Wiring

final class DependencyObject: Sendable {}

final class ClientObject {
  let dependencyObject: DependencyObject

  init(dependencyObject: DependencyObject) {
    self.dependencyObject = dependencyObject
  }
}

/// Injected by its property, by its method, or by its interface.
final class PatientClient: NeedsDependencyObject {
  var dependencyObject: DependencyObject?

  func use(dependencyObject: DependencyObject) {
    self.dependencyObject = dependencyObject
  }
}

/// An interface through which objects are injected.
protocol NeedsDependencyObject {
  var dependencyObject: DependencyObject? { get set }
}

/// An interface through which objects get what they depend on.
protocol DependencyObjectProvider: Sendable {
  func dependencyObject() throws -> DependencyObject
}

/// Provides what the container makes.
struct ContainedObjects: DependencyObjectProvider {
  let object: Provider<DependencyObject>

  func dependencyObject() throws -> DependencyObject { try object() }
}
// end
