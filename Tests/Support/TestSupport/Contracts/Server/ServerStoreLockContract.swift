import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``ServerStoreLock``, checked against each implementation.
package enum ServerStoreLockContract {
  /// The lock of a store that no server uses yet.
  package struct Subject: Sendable {
    package let lock: any ServerStoreLock
    /// Opens the store as another process that serves from it, until the result is released.
    package let open: @Sendable () async throws -> any Sendable

    package init(lock: any ServerStoreLock, open: @escaping @Sendable () async throws -> any Sendable) {
      (self.lock, self.open) = (lock, open)
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A store that a server has open is not locked") { subject async throws in
      let server = try await subject.open()
      await #expect {
        try await subject.lock.withLock { Issue.record("it is locked") }
      } throws: {
        if case MaintenanceError.inUse = $0 { true } else { false }
      }
      withExtendedLifetime(server) {}
    },
    Clause("A server cannot open a store that is locked") { subject async throws in
      try await subject.lock.withLock { () async throws(MaintenanceError) -> Void in
        await #expect(throws: StoreError.self) { _ = try await subject.open() }
      }
    },
    Clause("A lock ends with what it was taken for, also after an error") { subject async throws in
      #expect(try await subject.lock.withLock { 7 } == 7)
      let error = MaintenanceError.missing(path: "other")
      await #expect(throws: error) {
        try await subject.lock.withLock { () async throws(MaintenanceError) in throw error }
      }
      _ = try await subject.open()
    },
  ]
}
