import Dispatch
import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPersistence

@Suite("Writes that share a commit") struct GroupCommitTests {
  private typealias Steps = @Sendable (Database) throws -> Void

  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let writer: GroupCommit
  private let reader: StoreConnection
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    let settings = ServerStoreSettings(path: folder.file("server.sqlite"), busyTimeout: .milliseconds(1))
    let connection = try StoreConnection(server: settings, leavesTransactionsOpen: true)
    path = connection.path
    try connection.withDatabase {
      try $0.execute(
        sql: """
          CREATE TABLE mark (name TEXT PRIMARY KEY) STRICT;
          CREATE TABLE claim (mark TEXT REFERENCES mark (name) DEFERRABLE INITIALLY DEFERRED) STRICT;
          """)
    }
    writer = GroupCommit(connection, clock: clock)
    reader = try StoreConnection(server: settings, leavesTransactionsOpen: true)
  }

  private func mark(_ name: String) -> Steps {
    { connection in try connection.run("INSERT INTO mark VALUES (?)", [.text(name)]) }
  }

  private func marks(_ connection: Database) throws -> String {
    try connection.all("SELECT name FROM mark ORDER BY name") { $0.text(0) }.joined()
  }

  /// Runs several writes, all but the first of which arrive while the first one runs.
  ///
  /// - Parameter vaults: The vaults of the writes; by default all are writes of accounts.
  /// - Returns: The errors of the writes, in their order.
  private func together(_ steps: [Steps], vaults: [VaultID?] = []) async -> [StoreError?] {
    let gate = DispatchSemaphore(value: 0)
    let hasBegun = Mutex(false)
    let writer = writer
    return await withTaskGroup(of: (Int, StoreError?).self) { group in
      for (index, step) in steps.enumerated() {
        group.addTask {
          do {
            try await writer.write(to: index < vaults.count ? vaults[index] : nil) { connection in
              // Blocks the writer's own thread, until the other writes have arrived. A second run passes.
              if index == 0 {
                hasBegun.withLock { $0 = true }
                gate.wait()
                gate.signal()
              }
              try step(connection)
            }
            return (index, nil)
          } catch {
            return (index, error as? StoreError)
          }
        }
        // Waits until the write has arrived, to fix the order.
        while writer.waitingCount <= index || !hasBegun.withLock({ $0 }) { await Task.yield() }
      }
      gate.signal()
      var errors = [StoreError?](repeating: nil, count: steps.count)
      for await (index, error) in group { errors[index] = error }
      return errors
    }
  }

  @Test func `they share one transaction, which is invisible to readers until it is committed`() async throws {
    let reader = reader
    let errors = await together([
      mark("a"),
      { connection in
        #expect(try self.marks(connection) == "a")
        #expect(try reader.read(self.marks) == "")
        try self.mark("b")(connection)
      },
      mark("c"),
    ])
    #expect(errors == [nil, nil, nil])
    #expect(try reader.read(marks) == "abc")
  }

  @Test func `a write that fails does not fail the others`() async throws {
    let errors = await together([
      mark("a"),
      { connection in
        try self.mark("b")(connection)
        throw StoreError.corrupt(path: "b", detail: "b")
      },
      mark("c"),
    ])
    #expect(errors == [nil, .corrupt(path: "b", detail: "b"), nil])
    #expect(try reader.read(marks) == "ac")
  }

  @Test func `a write that fails only in a shared transaction succeeds alone`() async throws {
    let runs = Mutex(0)
    let errors = await together([
      mark("a"),
      { connection in
        // As if the others had just filled the disk.
        try self.mark("b")(connection)
        let isFirst = runs.withLock { runs in
          runs += 1
          return runs == 1
        }
        if isFirst { throw StoreError.diskFull(path: "b") }
      },
    ])
    #expect(errors == [nil, nil])
    #expect(try reader.read(marks) == "ab")
  }

  @Test func `the first and the last write may fail`() async throws {
    let fails: Steps = { connection in
      try self.mark("x")(connection)
      throw StoreError.diskFull(path: "x")
    }
    #expect(await together([fails, mark("b"), fails]) == [.diskFull(path: "x"), nil, .diskFull(path: "x")])
    #expect(try reader.read(marks) == "b")
  }

  @Test func `a write that rolls back the whole transaction fails alone`() async throws {
    let errors = await together([
      mark("a"), mark("b"),
      { connection in
        // As SQLite does when a disk is full.
        try connection.rollback()
        throw StoreError.diskFull(path: "c")
      },
      mark("d"),
    ])
    #expect(errors == [nil, nil, .diskFull(path: "c"), nil])
    #expect(try reader.read(marks) == "abd")
  }

  @Test func `a failed commit fails only for the write that caused it`() async throws {
    let errors = await together([
      mark("a"), { try $0.run("INSERT INTO claim VALUES ('missing')") }, mark("c"),
    ])
    #expect(errors[0] == nil && errors[1] != nil && errors[2] == nil, "\(errors)")
    #expect(try reader.read(marks) == "ac")
    #expect(try reader.withDatabase { try $0.number("SELECT count(*) FROM claim") } == 0)
  }

  @Test func `writes are refused while another process writes, and accepted afterwards`() async throws {
    try reader.withDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: StoreError.locked(path: path)) { try await writer.write(to: nil, mark("a")) }
    await #expect(throws: StoreError.locked(path: path)) { try await writer.write(to: nil, mark("b")) }
    try reader.withDatabase { try $0.execute(sql: "ROLLBACK") }
    try await writer.write(to: nil, mark("c"))
    #expect(try reader.read(marks) == "c")
  }

  @Test @MainActor func `a write from the main actor runs on the writer's thread`() async throws {
    let isMain = Mutex(true)
    try await writer.write(to: nil) { connection in
      isMain.withLock { $0 = Thread.isMainThread }
      try self.mark("a")(connection)
    }
    #expect(!isMain.withLock { $0 })
    #expect(try reader.read(marks) == "a")
  }

  @Test func `more writes than fit into one transaction are all committed`() async throws {
    let names = (0..<150).map(String.init)
    #expect(await together(names.map(mark)).allSatisfy { $0 == nil })
    #expect(try reader.withDatabase { try $0.number("SELECT count(*) FROM mark") } == 150)
  }

  @Test func `vaults take turns, and accounts go first`() async throws {
    // Given
    let order = Mutex("")
    func step(_ name: String) -> Steps {
      { connection in
        order.withLock { $0 += name }
        try self.mark(name)(connection)
      }
    }
    let (a, b) = (VaultID("a"), VaultID("b"))
    // When the first write of vault a runs, five more and two of others wait
    _ = await together(["1", "2", "3", "4", "x", "y", "z"].map(step), vaults: [a, a, a, a, b, b, nil])
    // Then
    #expect(order.withLock { $0 } == "1zx2y34")
  }

  @Test func `a long write of a vault is committed at once, and delays another vault by itself only`() async throws {
    // Given a vault whose writes take a second each
    let reader = reader
    let clock = clock
    func slow(_ name: String) -> Steps {
      { connection in
        clock.advance(by: .seconds(1))
        try self.mark(name)(connection)
      }
    }
    let (a, b) = (VaultID("a"), VaultID("b"))
    let seen = Mutex<[String]>([])
    func looking(_ step: @escaping Steps) -> Steps {
      { connection in
        let marks = try reader.read(self.marks)
        seen.withLock { $0.append(marks) }
        try step(connection)
      }
    }
    // When
    _ = await together(
      [looking(slow("1")), looking(slow("2")), looking(slow("3")), looking(mark("x"))], vaults: [a, a, a, b])
    // Then the write of vault b is committed before the next one of vault a begins.
    #expect(seen.withLock { $0 } == ["", "1", "1x", "12x"])
  }
}
