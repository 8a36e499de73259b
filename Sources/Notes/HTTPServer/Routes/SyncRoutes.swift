import CoreMetrics
import Hummingbird
import HummingbirdCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting

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
    let message = try await body.message(
      of: scope.request, on: scope.connection, limit: MessageLimits.push, account: principal.account)
    defer { message.release() }
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

  /// The items and the bytes up to which a page is read and encoded on the event loop, in a fraction of a millisecond.
  private static let small = (items: 100, bytes: 65_536)

  func respond() async throws -> Response {
    let request = try MessageFormat.decodeChangesRequest(scope.query)
    var memory = PageMemory(expectedBy: budgets.limits.account, items: request.limit)
    if request.limit <= Self.small.items {
      do {
        let reply = try await changes(request, Self.small.bytes)
        return Response(message: MessageFormat.encode(reply), status: MessageFormat.status(of: reply))
      } catch ServiceError.needsMemory(let bytes) {
        memory.payload = bytes
      }
    }
    // Again only if the page is larger than expected, or if it has grown meanwhile.
    while true {
      do { return try await page(for: request, memory) } catch ServiceError.needsMemory(let bytes) {
        memory.payload = bytes
      }
    }
  }

  /// Leases the memory for a page, and then reads and encodes it off the event loop.
  private func page(for request: ChangesRequest, _ memory: PageMemory) async throws -> Response {
    let lease = try await budgets.lease(memory.total, of: budgets.responseBytes, for: principal.account)
    do {
      return try await budgets.compute(for: principal.account) {
        let reply = try await changes(request, memory.payload)
        return try Response(
          bytes: MessageFormat.encode(reply), .json, status: MessageFormat.status(of: reply), lease: lease)
      }
    } catch {
      lease.release()
      throw error
    }
  }

  private func changes(_ request: ChangesRequest, _ memory: Int) async throws -> ChangesReply {
    let access = VaultAccess(principal.vault, token: scope.token)
    let reply = try await service.changes(request, in: access, memory: memory)
    if case .page(let page) = reply { metrics.items.increment(by: page.items.count) }
    return reply
  }
}

/// The memory that a page takes while it is encoded.
struct PageMemory: Sendable {
  /// The bytes of an item in a page besides its payload.
  private static let itemBytes = 128

  /// The bytes of the payloads.
  var payload: Int
  private let items: Int

  /// Creates the memory of a page of an unknown size.
  init(expectedBy limits: AccountBudget, items: Int) {
    self.items = min(items, 1000) * Self.itemBytes
    payload = max(0, limits.expectedPageBytes - self.items) / 7 * 3
  }

  /// The payloads, their Base64, and the rest of the items.
  var total: Int { payload + payload / 3 * 4 + items }
}
