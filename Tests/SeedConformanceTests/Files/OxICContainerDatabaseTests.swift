import Foundation
import Testing
import Wiring
import WiringContext
import WiringDefinitions

/// OxICContainer's example of objects that are made by factories, one of the other.
@Suite("E · OxICContainer: Core Data")
struct OxICContainerDatabaseTests {
  private func container(_ definitions: Definitions) throws -> Graph<Void> {
    try OxICContainerTests.container(definitions).build()
  }

  @Test("E28 · schema, database with its file as a value, session: one made by the other, by code and by a file")
  func coreData() throws {
    // guide: oxic-core-data
    let storeURL = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-myDb.sqlite")
    let newContainer = Definitions(
      Definition("schema", SchemaFactory.self, scope: .singleton),
      Definition(
        "database", DatabaseFactory.self, scope: .singleton, references: ["schema": "schema"],
        values: ["storeURL": .given(storeURL)]),
      Definition("session", DatabaseSession.self, scope: .singleton, references: ["database": "database"]))
    // end
    defer { try? FileManager.default.removeItem(at: storeURL) }
    let container = try container(newContainer)
    #expect(!FileManager.default.fileExists(atPath: storeURL.path))
    let session = try container.resolve(named: "session", as: DatabaseSession.self)
    try session.add("Written by one container")
    #expect(try session.database === container.resolve(named: "database", as: Database.self))
    #expect(try session.database.schema === container.resolve(named: "schema", as: Schema.self))

    let text = """
      objects:
        schema: {class: SchemaFactory, scope: singleton}
        database:
          class: DatabaseFactory
          scope: singleton
          properties: {schema: {ref: schema}, storeURL: "${STORE}"}
        session: {class: DatabaseSession, scope: singleton, properties: {database: {ref: database}}}
      """
    let reader = ContextReader(environment: ["STORE": storeURL.absoluteString])
    let other = try self.container(reader.read(text, as: .yaml, named: "database.yaml"))
    let titles = try other.resolve(named: "session", as: DatabaseSession.self).titles()
    #expect(titles == ["Written by one container"])
  }
}
