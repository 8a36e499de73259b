import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``SyncService`` and ``VaultAdministration``, checked against each pair of implementations.
package enum SyncServiceContract {
  /// The services of a server under test.
  package struct Subject: Sendable {
    /// The service for devices.
    package let service: any SyncService
    /// The service for operators.
    package let administration: any VaultAdministration

    package init(service: any SyncService, administration: any VaultAdministration) {
      self.service = service
      self.administration = administration
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] =
    changes + batches + repetitions + epochs + horizons + requests + sizes + encryption
}

extension SyncServiceContract {
  static let other = VaultID("other-1") ?? .main
  static let laptop = DeviceID(bits: 1 << 127 | 1)
  static let phone = DeviceID(bits: 2)

  /// Returns a change that writes a note.
  static func put(_ number: UInt64, over base: Int64 = 0, _ payload: [UInt8] = [1]) -> PushChange {
    PushChange(id: SequentialNoteIDGenerator.id(number), base: Revision(base), payload: payload)
  }

  /// Returns a change that deletes a note.
  static func delete(_ number: UInt64, over base: Int64) -> PushChange {
    PushChange(id: SequentialNoteIDGenerator.id(number), base: Revision(base), payload: nil)
  }

  static func conflict(_ revision: Int64, isDeleted: Bool = false) -> PushResult {
    .conflict(revision: Revision(revision), isDeleted: isDeleted)
  }

  static func applied(_ revisions: Int64...) -> PushReply {
    .results(revisions.map { .applied(Revision($0)) })
  }
}

extension SyncServiceContract.Subject {
  /// Returns the current epoch of a vault, as a new device receives it.
  func epoch(of vault: VaultID = .main) async throws -> Epoch {
    let reply = try await service.changes(
      ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: vault)
    guard case .epochChanged(let change) = reply else {
      Issue.record("A device that knows no epoch was answered \(reply)")
      return Epoch(bits: 0)
    }
    return change.epoch
  }

  /// Sends a batch, by default in the current epoch.
  @discardableResult
  func push(
    _ changes: [PushChange], number: Int, of device: DeviceID = SyncServiceContract.laptop, epoch: Epoch? = nil,
    to vault: VaultID = .main
  ) async throws -> PushReply {
    let present = if let epoch { epoch } else { try await self.epoch(of: vault) }
    return try await service.push(
      PushBatch(epoch: present, device: device, number: number, changes: changes), to: vault)
  }

  /// Requests changes, by default in the current epoch.
  func ask(
    after: Int64 = 0, floor: Int64? = nil, limit: Int = 100, only item: NoteID? = nil, epoch: Epoch? = nil,
    in vault: VaultID = .main
  ) async throws -> ChangesReply {
    let present = if let epoch { epoch } else { try await self.epoch(of: vault) }
    return try await service.changes(
      ChangesRequest(
        epoch: present, after: Revision(after), floor: floor.map { Revision($0) }, limit: limit, only: item),
      in: vault)
  }

  /// Returns a page of a vault's feed.
  func page(
    after: Int64 = 0, floor: Int64? = nil, limit: Int = 100, in vault: VaultID = .main
  ) async throws -> ChangesPage {
    let reply = try await ask(after: after, floor: floor, limit: limit, in: vault)
    guard case .page(let page) = reply else {
      Issue.record("A page was asked for, and answered \(reply)")
      return ChangesPage(head: .none, items: [], hasMore: false)
    }
    return page
  }
}
