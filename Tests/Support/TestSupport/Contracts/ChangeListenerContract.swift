package import NotesDomain
import Testing

/// Every promise of ``ChangeListener`` on a good day, to be checked over each implementation.
package enum ChangeListenerContract {
  /// A listener, and a way of notes to the same vault, which nobody has used yet.
  package struct Subject: Sendable {
    let listener: any ChangeListener
    let transport: any SyncTransport

    /// Creates a subject.
    ///
    /// - Parameters:
    ///   - listener: The listener.
    ///   - transport: A way of notes to the same vault.
    package init(listener: any ChangeListener, transport: any SyncTransport) {
      self.listener = listener
      self.transport = transport
    }

    func epoch() async throws -> Epoch {
      let question = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1)
      guard case .epochChanged(let change) = try await transport.changes(question) else {
        throw TransportError.undecodable(detail: "no epoch")
      }
      return change.epoch
    }

    func push(_ number: Int, epoch: Epoch) async throws {
      let change = PushChange(id: NoteID(high: 0, low: UInt64(number)), base: .none, payload: [1])
      let batch = PushBatch(epoch: epoch, device: DeviceID(bits: 1), number: number, changes: [change])
      guard case .results(let results) = try await transport.push(batch), case .applied = results.first else {
        throw TransportError.undecodable(detail: "not applied")
      }
    }
  }

  /// A promise of the port.
  package typealias Clause = ContractClause<Subject>

  /// All promises.
  package static let clauses: [Clause] = [
    Clause("Who knows everything hears that all is quiet") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: epoch, after: .none, milliseconds: 1)
      #expect(try await subject.listener.listen(request) == .quiet)
    },
    Clause("Who does not know the last change hears of it at once") { subject async throws in
      let epoch = try await subject.epoch()
      try await subject.push(1, epoch: epoch)
      let before = WatchRequest(epoch: epoch, after: .none, milliseconds: 60_000)
      #expect(try await subject.listener.listen(before) == .changed)
      let after = WatchRequest(epoch: epoch, after: Revision(1), milliseconds: 1)
      #expect(try await subject.listener.listen(after) == .quiet)
    },
    Clause("Who knows another epoch hears of the change at once") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: Epoch(bits: epoch.bits ^ 1), after: .none, milliseconds: 60_000)
      #expect(try await subject.listener.listen(request) == .changed)
    },
    Clause("Who knows more than the vault hears of a change at once") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: epoch, after: Revision(9), milliseconds: 60_000)
      #expect(try await subject.listener.listen(request) == .changed)
    },
    Clause("Who waits hears of a change") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: epoch, after: .none, milliseconds: 60_000)
      async let reply = subject.listener.listen(request)
      try await subject.push(1, epoch: epoch)
      #expect(try await reply == .changed)
    },
  ]
}
