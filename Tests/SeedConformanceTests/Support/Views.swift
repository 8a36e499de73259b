// The views, controllers and services of OxICContainer's examples.

// guide: oxic-services
import Wiring
import WiringMacros

@LazyProxy
protocol ViewController: AnyObject, Sendable {
  func title() -> String
}

@LazyProxy
protocol ExampleService: AnyObject, Sendable {
  func name() -> String
}

@Component
final class ExampleServiceImpl2: ExampleService {
  func name() -> String { "two" }
}
// end

// guide: oxic-annotations
@Component("mainViewController", scope: .singleton, lazy: true)
final class MyViewController: ViewController {
  @Inject("serviceNameInContainer") private let myServiceProperty: any ExampleService

  func title() -> String { "The view of \(myServiceProperty.name())" }
}
// end

// guide: oxic-view
@Component
final class MyView {
  var owner: (any ViewController)?
  var text = ""
}
// end

@Component
final class ExampleServiceImpl1: ExampleService {
  func name() -> String { "one" }
}

/// A service of which it is counted how many were made.
@Component
final class CountedService: ExampleService {
  init(made: Counter) { made.increment() }

  func name() -> String { "counted" }
}

// guide: oxic-executor
protocol ServiceExecutor: AnyObject {
  func execute() -> String
}

@Component
final class ServiceExecutorImpl1: ServiceExecutor {
  var service: (any ExampleService)?

  func execute() -> String { service?.name() ?? "nothing" }
}
// end

/// An executor that receives its service by a method.
@Component
final class SetterExecutor: ServiceExecutor {
  private var service: (any ExampleService)?
  private var number = 0

  init() {}

  @Inject
  func set(service: any ExampleService, number: Int = 0) { (self.service, self.number) = (service, number) }

  func execute() -> String { "\(service?.name() ?? "nothing") \(number)" }
}

/// Values of several types.
@Component
final class Settings {
  var title = ""
  var size = 0
  var ratio = 0.0
  var isOn = false
  var tags: [String] = []
  var limits: [String: Int] = [:]
  var pause = Duration.zero
  var note: String? = "unset"
}
