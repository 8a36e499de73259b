package import NotesDomain
import Testing

/// Every promise of ``SyncService`` and ``VaultAdministration``, to be checked over each pair of implementations.
package enum SyncServiceContract {
  /// What is checked: the two sides of one server.
  package struct Subject: Sendable {
    /// The side of the devices.
    package let service: any SyncService
    /// The side of the operator.
    package let administration: any VaultAdministration

    /// Creates a subject whose vaults nobody has used yet.
    ///
    /// - Parameters:
    ///   - service: The side of the devices.
    ///   - administration: The side of the operator.
    package init(service: any SyncService, administration: any VaultAdministration) {
      self.service = service
      self.administration = administration
    }
  }

  /// A promise of the ports.
  package typealias Clause = ContractClause<Subject>

  /// All promises.
  package static let clauses: [Clause] = changes + batches + repetitions + epochs + horizons + requests + sizes
}

extension SyncServiceContract {
  static let other = VaultID("other-1") ?? .main
  static let laptop = DeviceID(bits: 1 << 127 | 1)
  static let phone = DeviceID(bits: 2)

  /// A change that writes a note.
  static func put(_ number: UInt64, over base: Int64 = 0, _ payload: [UInt8] = [1]) -> PushChange {
    PushChange(id: SequentialNoteIDGenerator.id(number), base: Revision(base), payload: payload)
  }

  /// A change that deletes a note.
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
  /// The epoch that a vault is in, as a device learns it that knows none.
  func epoch(of vault: VaultID = .main) async throws -> Epoch {
    let reply = try await service.changes(
      ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: vault)
    guard case .epochChanged(let change) = reply else {
      Issue.record("A device that knows no epoch was answered \(reply)")
      return Epoch(bits: 0)
    }
    return change.epoch
  }

  /// Sends a batch; in the present epoch unless another is given.
  @discardableResult
  func push(
    _ changes: [PushChange], number: Int, of device: DeviceID = SyncServiceContract.laptop, epoch: Epoch? = nil,
    to vault: VaultID = .main
  ) async throws -> PushReply {
    let present = if let epoch { epoch } else { try await self.epoch(of: vault) }
    return try await service.push(
      PushBatch(epoch: present, device: device, number: number, changes: changes), to: vault)
  }

  /// Asks for changes; in the present epoch unless another is given.
  func ask(
    after: Int64 = 0, floor: Int64? = nil, limit: Int = 100, epoch: Epoch? = nil, in vault: VaultID = .main
  ) async throws -> ChangesReply {
    let present = if let epoch { epoch } else { try await self.epoch(of: vault) }
    return try await service.changes(
      ChangesRequest(epoch: present, after: Revision(after), floor: floor.map { Revision($0) }, limit: limit),
      in: vault)
  }

  /// A page of a vault's feed, which must be one.
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
