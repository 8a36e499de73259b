// The older forms of inversion of control, each as it is: the page inversion-of-control.md shows them.

// A completion handler.

struct Download {
  let answer: @Sendable (_ completion: @escaping @Sendable (Result<String, any Error>) -> Void) -> Void

  func text(completion: @escaping @Sendable (Result<String, any Error>) -> Void) { answer(completion) }

  func text() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      text { continuation.resume(with: $0) }
    }
  }
}

// A service locator.

final class ServiceLocator {
  struct NotRegistered: Error {
    let type: String
  }

  private var services: [ObjectIdentifier: Any] = [:]

  func register<Service>(_ service: Service, as type: Service.Type) {
    services[ObjectIdentifier(type)] = service
  }

  func locate<Service>(_ type: Service.Type = Service.self) throws -> Service {
    guard let service = services[ObjectIdentifier(type)] as? Service else { throw NotRegistered(type: "\(type)") }
    return service
  }
}

struct LocatingGreeter {
  let locator: ServiceLocator

  func greeting() throws -> String {
    let language: any Language = try locator.locate((any Language).self)
    return language.hello
  }
}

protocol Language {
  var hello: String { get }
}

// A contextualized lookup.

protocol LooksUp {
  mutating func lookUp(in context: ServiceLocator) throws
}

struct ContextualGreeter: LooksUp {
  private var language: (any Language)?

  mutating func lookUp(in context: ServiceLocator) throws { language = try context.locate((any Language).self) }

  var greeting: String? { language?.hello }
}

struct Host {
  let context: ServiceLocator

  func run<Guest: LooksUp>(_ guest: Guest) throws -> Guest {
    var guest = guest
    try guest.lookUp(in: context)
    return guest
  }
}
