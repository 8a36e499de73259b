package import NotesDomain
import Testing

/// The contract of ``SyncTransport`` without failures, checked against each implementation with an empty vault that
/// follows the protocol.
package enum SyncTransportContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any SyncTransport>

  /// All clauses.
  package static let clauses: [Clause] = feeds + pushes + batches

  private static let feeds: [Clause] = [
    Clause("A device without an epoch receives the current one, without common history") { transport in
      guard case .epochChanged(let change) = try await transport.changes(question(nil)) else {
        Issue.record("no epoch")
        return
      }
      #expect(change.forkedAt == .none)
      #expect(
        try await transport.changes(question(change.epoch))
          == .page(ChangesPage(head: .none, items: [], hasMore: false)))
    },
    Clause("Pushed notes are read byte for byte, each once at its latest revision") { transport in
      let device = try await Device(transport)
      let payloads: [[UInt8]] = [[], [0], Array(0...255), Array(repeating: 0x80, count: 100_000)]
      for (number, payload) in payloads.enumerated() { try await device.put(payload, note(number)) }
      try await device.put([7], note(0), base: Revision(1))
      let items = try await device.feed(limit: 100)
      #expect(items.map(\.payload) == [payloads[1], payloads[2], payloads[3], [7]])
      #expect(items.map(\.revision.number) == [2, 3, 4, 5])
      #expect(items.map(\.id) == [note(1), note(2), note(3), note(0)])
    },
    Clause("Pages of any length have the same items, and only the last has no successor") { transport in
      let device = try await Device(transport)
      for number in 0..<7 { try await device.put([UInt8(number)], note(number)) }
      let whole = try await device.feed(limit: 100)
      #expect(whole.count == 7)
      for limit in 1...8 { #expect(try await device.feed(limit: limit) == whole) }
    },
    Clause("A deleted note stays in the feed as a tombstone") { transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      try await device.put(nil, note(0), base: Revision(1))
      #expect(try await device.feed(limit: 10) == [VaultItem(id: note(0), revision: Revision(2), payload: nil)])
    },
    Clause("A single item is requested by its identifier, at its latest revision") { transport in
      let device = try await Device(transport)
      for number in 0...2 { try await device.put([UInt8(number)], note(number)) }
      try await device.put([7], note(0), base: Revision(1))
      try await device.put(nil, note(1), base: Revision(2))
      for item in try await device.feed(limit: 10) {
        let page = ChangesPage(head: Revision(5), items: [item], hasMore: false)
        #expect(try await device.page(of: item.id) == .page(page))
      }
      #expect(try await device.page(of: note(3)) == .page(ChangesPage(head: Revision(5), items: [], hasMore: false)))
    },
  ]

  private static let pushes: [Clause] = [
    Clause("A change of an outdated version is a conflict, and does not change the vault") { transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      try await device.put([2], note(0), base: Revision(1))
      for base in [Revision.none, Revision(1)] {
        #expect(
          try await device.put([3], note(0), base: base) == .conflict(revision: Revision(2), isDeleted: false))
      }
      #expect(try await device.feed(limit: 10).map(\.payload) == [[2]])
    },
    Clause("A conflict distinguishes a tombstone from a missing note") { transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      try await device.put(nil, note(0), base: Revision(1))
      #expect(try await device.put([2], note(0)) == .conflict(revision: Revision(2), isDeleted: true))
      #expect(
        try await device.put([2], note(1), base: Revision(1)) == .conflict(revision: .none, isDeleted: false))
    },
    Clause("Each change of a batch has a result, in the batch's order") { transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      let reply = try await device.send([
        PushChange(id: note(1), base: .none, payload: [1]), PushChange(id: note(0), base: .none, payload: [2]),
        PushChange(id: note(2), base: .none, payload: [3]),
      ])
      #expect(
        reply
          == .results([
            .applied(Revision(2)), .conflict(revision: Revision(1), isDeleted: false), .applied(Revision(3)),
          ]))
    },
  ]

  private static let batches: [Clause] = [
    Clause("A repeated batch has the same reply and no effect") { transport in
      let device = try await Device(transport)
      let reply = try await device.send([PushChange(id: note(0), base: .none, payload: [1])])
      let other = try await Device(transport, named: 2)
      try await other.put([2], note(0), base: Revision(1))
      #expect(try await transport.push(try #require(device.last)) == reply)
      #expect(try await device.feed(limit: 10).map(\.payload) == [[2]])
    },
    Clause("A batch out of sequence has no effect") { transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      let old = try #require(device.last)
      try await device.put([2], note(0), base: Revision(1))
      #expect(try await transport.push(old) == .staleBatch)
      let far = PushBatch(epoch: old.epoch, device: old.device, number: 9, changes: [])
      #expect(try await transport.push(far) == .staleBatch)
      #expect(try await device.feed(limit: 10).map(\.payload) == [[2]])
    },
    Clause("Another batch with the last number has no effect, and reveals two devices with one identifier") {
      transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      let last = try #require(device.last)
      let forged = PushBatch(
        epoch: last.epoch, device: last.device, number: last.number,
        changes: [PushChange(id: note(1), base: .none, payload: [1])])
      #expect(try await transport.push(forged) == .deviceForked)
      #expect(try await device.feed(limit: 10).map(\.id) == [note(0)])
    },
    Clause("A batch of an unknown epoch has no effect") { transport in
      let device = try await Device(transport)
      let batch = PushBatch(
        epoch: Epoch(bits: device.epoch.bits ^ 1), device: DeviceID(bits: 7), number: 1,
        changes: [PushChange(id: note(0), base: .none, payload: [1])])
      #expect(
        try await transport.push(batch) == .epochChanged(EpochChange(epoch: device.epoch, forkedAt: .none)))
      #expect(try await device.feed(limit: 10).isEmpty)
    },
    Clause("A device that is ahead of the vault starts a new epoch at the vault's head") {
      transport in
      let device = try await Device(transport)
      try await device.put([1], note(0))
      guard case .epochChanged(let change) = try await transport.changes(question(device.epoch, after: Revision(2)))
      else {
        Issue.record("no new epoch")
        return
      }
      #expect(change.epoch != device.epoch)
      #expect(change.forkedAt == Revision(1))
    },
  ]

  private static func note(_ number: Int) -> NoteID { NoteID(high: 0, low: UInt64(number)) }

  private static func question(
    _ epoch: Epoch?, after: Revision = .none, limit: Int = 10, only note: NoteID? = nil
  ) -> ChangesRequest {
    ChangesRequest(epoch: epoch, after: after, floor: after, limit: limit, only: note)
  }
}

extension SyncTransportContract {
  /// A minimal device.
  private final class Device {
    let epoch: Epoch
    /// The last batch.
    private(set) var last: PushBatch?
    private let transport: any SyncTransport
    private let id: DeviceID

    init(_ transport: any SyncTransport, named name: UInt128 = 1) async throws {
      self.transport = transport
      id = DeviceID(bits: name)
      guard case .epochChanged(let change) = try await transport.changes(question(nil)) else {
        throw TransportError.undecodable(detail: "no epoch")
      }
      epoch = change.epoch
    }

    func send(_ changes: [PushChange]) async throws -> PushReply {
      let batch = PushBatch(epoch: epoch, device: id, number: (last?.number ?? 0) + 1, changes: changes)
      last = batch
      return try await transport.push(batch)
    }

    @discardableResult
    func put(_ payload: [UInt8]?, _ note: NoteID, base: Revision = .none) async throws -> PushResult? {
      guard
        case .results(let results) = try await send([PushChange(id: note, base: base, payload: payload)])
      else { return nil }
      return results.first
    }

    func page(of note: NoteID) async throws -> ChangesReply {
      try await transport.changes(question(epoch, limit: 1, only: note))
    }

    func feed(limit: Int) async throws -> [VaultItem] {
      var items: [VaultItem] = []
      while true {
        let after = items.last?.revision ?? .none
        guard case .page(let page) = try await transport.changes(question(epoch, after: after, limit: limit)) else {
          throw TransportError.undecodable(detail: "no page")
        }
        #expect(page.items.count <= limit)
        #expect(page.hasMore == (page.items.last.map { $0.revision < page.head } ?? false))
        items += page.items
        if !page.hasMore { return items }
      }
    }
  }
}
