import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI

/// Receives a batch of changes from a device.
struct PushRoute: Route {
  static let endpoint = APIEndpoint.push

  let scope: RequestScope
  let principal: Principal
  let body: BodyReader
  let budgets: ServerBudgets
  let service: any SyncService
  let metrics: ServerMetrics

  /// The size up to which a batch is decoded and hashed on the event loop, in a fraction of a millisecond.
  private static let smallBytes = 65_536

  func respond() async throws -> Response {
    let message = try await body.message(of: scope.request, limit: MessageLimits.push, account: principal.account)
    defer { message.lease.release() }
    let isLarge = message.bytes.count > Self.smallBytes
    let batch = try await compute(isLarge) { [bytes = message.bytes] in
      try MessageFormat.decodePushBatch(bytes, limit: MessageLimits.push)
    }
    let reply = try await compute(isLarge) { [service, access = VaultAccess(principal.vault, token: scope.token)] in
      try await service.push(batch, to: access)
    }
    if case .results(let results) = reply { metrics.count(results) }
    return Response(message: MessageFormat.encode(reply, to: batch), status: MessageFormat.status(of: reply))
  }

  /// Decodes or pushes a batch, off the event loop if it is large: hashing it takes as long as decoding.
  private func compute<Value: Sendable>(
    _ isLarge: Bool, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    isLarge ? try await budgets.compute(for: principal.account, body) : try await body()
  }
}

/// Sends a page of changes to a device.
struct ChangesRoute: Route {
  static let endpoint = APIEndpoint.changes

  let scope: RequestScope
  let principal: Principal
  let budgets: ServerBudgets
  let service: any SyncService
  let metrics: ServerMetrics

  /// The page size up to which a page is read on the event loop, in a fraction of a millisecond.
  private static let smallPage = 100
  /// The bytes up to which it is also encoded there. A few notes can be large.
  private static let smallBytes = 65_536

  func respond() async throws -> Response {
    let request = try MessageFormat.decodeChangesRequest(scope.query)
    if request.limit <= Self.smallPage { return try await smallPage(for: request) }
    let lease = try await budgets.lease(
      budgets.limits.account.expectedPageBytes, of: budgets.responseBytes, for: principal.account)
    return try await budgets.compute(for: principal.account) {
      try response(to: try await service.changes(request, in: VaultAccess(principal.vault, token: scope.token)), lease)
    }
  }

  private func smallPage(for request: ChangesRequest) async throws -> Response {
    let reply = try await service.changes(request, in: VaultAccess(principal.vault, token: scope.token))
    guard reply.payloadBytes > Self.smallBytes else {
      count(reply)
      return Response(message: MessageFormat.encode(reply), status: MessageFormat.status(of: reply))
    }
    // Before it waits for its turn with them.
    let lease = budgets.responseBytes.lease(reply.payloadBytes / 3 * 4, for: .account(principal.account))
    guard let lease else { throw RequestFailure.spent }
    return try await budgets.compute(for: principal.account) { try response(to: reply, lease) }
  }

  private func response(to reply: ChangesReply, _ lease: BudgetLease) throws -> Response {
    count(reply)
    return try Response(
      bytes: MessageFormat.encode(reply), .json, status: MessageFormat.status(of: reply), lease: lease)
  }

  private func count(_ reply: ChangesReply) {
    if case .page(let page) = reply { metrics.items.increment(by: page.items.count) }
  }
}

extension ChangesReply {
  /// The bytes of the items in a page.
  fileprivate var payloadBytes: Int {
    guard case .page(let page) = self else { return 0 }
    return page.items.reduce(0) { $0 + ($1.payload?.count ?? 0) }
  }
}
