import Core
import Foundation
import MockNetwork
import Support
import Testing
import Wiring

struct MockNetworkTests {
  private let session = Session(account: "ada")

  private func network(
    file: ServerFile? = nil, _ change: (inout NetworkConditions) -> Void = { _ in }
  ) throws -> any NoteServer {
    var conditions = NetworkConditions()
    change(&conditions)
    let settled = conditions
    return try Plan(
      (any NoteServer).self,
      modules: [
        MockNetworkModule(),
        Bindings { binder in
          binder.bind(NetworkConditions.self, to: settled)
          binder.bind((any Clock<Duration>).self, to: ManualClock(skipsSleep: true))
          if let file { binder.bind(ServerFile.self, to: file) }
        },
      ]
    ).build().root
  }

  private func pushed(_ text: String, replacing number: Int = 0) -> PushedVersion {
    PushedVersion(
      note: SequentialIDs.id(1), content: Note.Content(text: text),
      modified: Date(timeIntervalSinceReferenceDate: Double(number + 1)), replaced: number)
  }

  @Test("versions are numbered, and a version is accepted in place of the present one only")
  func numbers() async throws {
    let server = try network()
    #expect(try await server.push(pushed("a"), in: session) == .accepted(number: 1))
    #expect(try await server.push(pushed("b"), in: session) == .outdated)
    #expect(try await server.push(pushed("b", replacing: 1), in: session) == .accepted(number: 2))
    #expect(try await server.versions(after: 0, limit: 9, in: session).versions == [version(1, "b", number: 2)])
  }

  @Test("pages end where the limit is, and accounts do not see each other")
  func pages() async throws {
    let server = try network()
    for number in 1...3 {
      let content = Note.Content(text: "\(number)")
      let version = PushedVersion(note: SequentialIDs.id(number), content: content, modified: .distantPast, replaced: 0)
      _ = try await server.push(version, in: session)
    }
    let page = try await server.versions(after: 1, limit: 1, in: session)
    #expect(page.versions.map(\.number) == [2] && page.hasMore)
    #expect(try await server.versions(after: 0, limit: 9, in: Session(account: "bob")).versions.isEmpty)
  }

  @Test("a request that is lost changes nothing, one whose reply is lost does")
  func losses() async throws {
    let server = try network { $0.lostRequests = 100 }
    await #expect(throws: ServerError.unreachable) { try await server.push(pushed("a"), in: session) }
    (server as? MockNetwork)?.set { ($0.lostRequests, $0.lostReplies) = (0, 100) }
    await #expect(throws: ServerError.unreachable) { try await server.push(pushed("a"), in: session) }
    (server as? MockNetwork)?.set { $0.lostReplies = 0 }
    #expect(try await server.push(pushed("a"), in: session) == .outdated)
  }

  @Test("programs share a server by its file")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pocket-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = ServerFile(url: folder.appending(path: "server.json"))
    _ = try await network(file: file).push(pushed("a"), in: session)
    #expect(try await network(file: file).versions(after: 0, limit: 9, in: session).versions.count == 1)
  }

  @Test("a file that cannot be read is not replaced")
  func damage() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pocket-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: "server.json")
    try Data("damaged".utf8).write(to: url)
    await #expect(throws: ServerError.unreachable) {
      try await network(file: ServerFile(url: url)).push(pushed("a"), in: session)
    }
    #expect(try Data(contentsOf: url) == Data("damaged".utf8))
  }
}
