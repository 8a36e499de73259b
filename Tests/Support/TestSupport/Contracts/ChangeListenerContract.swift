package import NotesDomain
import Testing

/// The contract of ``ChangeListener`` without failures, checked against each implementation.
package enum ChangeListenerContract {
  /// A listener, and a transport to the same empty vault.
  package struct Subject: Sendable {
    let listener: any ChangeListener
    let transport: any SyncTransport

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

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A device that knows everything receives no change") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: epoch, after: .none, timeout: .milliseconds(1))
      #expect(try await subject.listener.listen(request) == .unchanged)
    },
    Clause("A device that lacks the last change receives a reply at once") { subject async throws in
      let epoch = try await subject.epoch()
      try await subject.push(1, epoch: epoch)
      let before = WatchRequest(epoch: epoch, after: .none, timeout: .seconds(60))
      #expect(try await subject.listener.listen(before) == .changed)
      let after = WatchRequest(epoch: epoch, after: Revision(1), timeout: .milliseconds(1))
      #expect(try await subject.listener.listen(after) == .unchanged)
    },
    Clause("A device in another epoch receives a reply at once") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: Epoch(bits: epoch.bits ^ 1), after: .none, timeout: .seconds(60))
      #expect(try await subject.listener.listen(request) == .changed)
    },
    Clause("A device that is ahead of the vault receives a reply at once") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: epoch, after: Revision(9), timeout: .seconds(60))
      #expect(try await subject.listener.listen(request) == .changed)
    },
    Clause("A waiting device is notified of a change") { subject async throws in
      let epoch = try await subject.epoch()
      let request = WatchRequest(epoch: epoch, after: .none, timeout: .seconds(60))
      async let reply = subject.listener.listen(request)
      try await subject.push(1, epoch: epoch)
      #expect(try await reply == .changed)
    },
  ]
}
