import Foundation
import NotesDomain
import NotesFiles
import NotesHosting
import NotesPersistence
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@testable import NotesCLI
@testable import notesctl

/// The move of a server between a file and a database, with the modules of production.
@MainActor
@Suite struct ServerMoveTests {
  private let folder = TemporaryFolder()

  private func run(_ arguments: String...) async -> NotesCLI.ExitStatus {
    await CommandLineInterface(
      environment: ["HOME": folder.path], context: readContext, configuration: DiskConfigurationFiles(),
      features: CommandFeature.all,
      modules: { productionModules(for: $0) }
    ).run(arguments)
  }

  private func stores(at location: String) throws -> ServerStores {
    var needs = CommandNeeds(composition: .server)
    needs.moveDestination = location
    return try openMoveDestination(
      of: Invocation(needs, dataDirectory: folder.path, environment: ["HOME": folder.path]),
      randomness: SeededRandomness()
    ).stores
  }

  @Test func `a server is moved from a file to a database and back, without a difference`() async throws {
    // Given
    let (file, back) = (folder.path + "/server.sqlite", folder.path + "/back.sqlite")
    let database = try await PostgresCluster.shared.makeSchema()
    try await StoreMoverSample.fill(stores(at: file))
    // When
    #expect(await run("server", "move", database, "--store", file) == .success)
    // Then
    try await StoreMoverSample.expectEqual(stores(at: file), stores(at: database))
    #expect(await run("server", "move", back, "--store", database) == .success)
    try await StoreMoverSample.expectEqual(stores(at: file), stores(at: back))
    // And a store with accounts is not overwritten
    #expect(await run("server", "move", database, "--store", file) == .cannotCreate)
    #expect(await run("server", "move", file, "--store", file) == .tryAgain)
  }

  @Test func `a file that a server uses is not moved, and not moved to`() async throws {
    let file = folder.path + "/server.sqlite"
    let database = try await PostgresCluster.shared.makeSchema()
    _ = try stores(at: database)
    let server = try stores(at: file)
    #expect(await run("server", "move", database, "--store", file) == .tryAgain)
    #expect(await run("server", "move", file, "--store", database) == .tryAgain)
    withExtendedLifetime(server) {}
  }

  @Test func `a server that does not exist is not moved, and nothing is created`() async throws {
    let (missing, other) = (folder.path + "/missing.sqlite", folder.path + "/other.sqlite")
    #expect(await run("server", "move", other, "--store", missing) == .noInput)
    #expect(!FileManager.default.fileExists(atPath: missing) && !FileManager.default.fileExists(atPath: other))
    #expect(await run("server", "move", "mysql://db/notes", "--store", missing) == .configuration)
  }
}
