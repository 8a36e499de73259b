import Core
import Foundation
import Support
import Testing
import Wiring
import WiringTesting

@testable import App
@testable import CLI

@MainActor
struct PocketTests {
  @Test("the whole program is wired, and nothing in it is superfluous")
  func wiring() throws {
    _ = try Pocket.plan(environment: ["POCKET_FOLDER": "/nowhere"], isStrict: true)
    _ = try Pocket.plan(environment: ["POCKET_TIMES": "1"], isStrict: true)
  }

  @Test("the program runs with one leaf replaced, and touches nothing outside of the process", .forbidExternal)
  func leaf() async throws {
    let store = InMemoryNoteStore()
    let graph = try Pocket.plan(environment: [:]) { overrides in
      overrides.replace((any NoteStore).self, with: store)
      overrides.replace((any SyncStore).self, with: store)
      overrides.replace([any StartupTask].self, with: [])
    }.buildOnMainActor()
    try await graph.root.run(AddCommand.parse(["Bread"]))
    try await graph.root.run(ListCommand.parse([]))
    #expect(try await store.notes(matching: "").map(\.title) == ["Bread"])
  }

  @Test("two devices in two folders keep in step")
  func devices() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pocket-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (phone, laptop) = (folder.appending(path: "phone"), folder.appending(path: "laptop"))
    try await pocket(["add", "Bread"], in: phone)
    try await pocket(["sync"], in: phone)
    try await pocket(["sync"], in: laptop)
    let notes = try await Pocket.plan(environment: ["POCKET_FOLDER": laptop.path]).buildOnMainActor()
      .resolve((any NoteStore).self).notes(matching: "")
    #expect(notes.map(\.title) == ["Bread"])
  }

  private func pocket(_ arguments: [String], in folder: URL) async throws {
    let command = try #require(try PocketCommand.parseAsRoot(arguments) as? any FrontCommand)
    let graph = try Pocket.plan(environment: ["POCKET_FOLDER": folder.path]).buildOnMainActor()
    defer { withExtendedLifetime(graph) {} }
    try await graph.root.run(command)
  }
}
