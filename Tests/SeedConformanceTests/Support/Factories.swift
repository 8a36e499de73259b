import Foundation
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

/// The long form of a lazy definition: makes the stand-in.
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

/// Gets the way to make a service, rather than a service.
@Component
final class Waiter: Sendable {
  @Inject("theService") let provider: Provider<any ExampleService>
  @Inject("theService") let closure: @Sendable () throws -> any ExampleService
}

// The Core Data example: model, store coordinator, context.

final class Schema: Sendable {
  let version = 1
}

@Component
final class SchemaFactory: ObjectFactory, Sendable {
  func makeObject() -> Schema { Schema() }
}

final class Database: Sendable {
  let schema: Schema
  let storeURL: URL

  init(schema: Schema, storeURL: URL) {
    (self.schema, self.storeURL) = (schema, storeURL)
  }
}

@Component
final class DatabaseFactory: ObjectFactory, Sendable {
  private let schema: Schema
  private let storeURL: URL

  init(schema: Schema, storeURL: URL) {
    (self.schema, self.storeURL) = (schema, storeURL)
  }

  func makeObject() -> Database { Database(schema: schema, storeURL: storeURL) }
}

@Component
final class DatabaseSession: Sendable {
  let database: Database

  init(database: Database) {
    self.database = database
  }
}
