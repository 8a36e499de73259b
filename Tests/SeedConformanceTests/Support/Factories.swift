import WiringMacros

// Objects that make others, and what they make.

/// Makes a service that says which one its own injected service is.
@Component
final class EchoFactory: ObjectFactory, Sendable {
  @Inject("theService") private let service: any ExampleService

  func makeObject() throws -> EchoService { EchoService(of: service.name()) }
}

/// Made by a factory.
final class EchoService: ExampleService {
  private let original: String

  init(of original: String) {
    self.original = original
  }

  func name() -> String { "echo of \(original)" }
}

/// Makes services, each named for the number of the call.
@Component
final class CountingFactory: ObjectFactory, Sendable {
  @Inject private let calls: Counter

  func makeObject() -> EchoService { EchoService(of: "call \(calls.increment())") }
}

/// The long form of a lazy definition: creates the proxy.
@Component
final class LazyServiceFactory: ObjectFactory, Sendable {
  @Inject("theService") private let service: Provider<any ExampleService>

  func makeObject() -> any ExampleService {
    LazyExampleService { [service] () throws(Never) in
      // What the provider leads to does not throw.
      (try? service()) ?? EchoService(of: "nothing")
    }
  }
}

/// Gets services, one after the other.
@Component
final class Patron: Sendable {
  @Inject("theService") let provider: Provider<any ExampleService>
}

/// Gets the way to make a service, rather than a service.
@Component
final class Waiter: Sendable {
  @Inject("theService") let provider: Provider<any ExampleService>
  @Inject("theService") let closure: @Sendable () throws -> any ExampleService
}

/// Needs a service as its class, for which no proxy stands in.
@Component
final class CountedServiceConsumer: Sendable {
  let service: CountedService

  init(service: CountedService) { self.service = service }
}

/// Needs a service as its class, later.
@Component
final class LazyServiceConsumer: Sendable {
  let service: Lazy<CountedService>

  init(service: Lazy<CountedService>) { self.service = service }
}
