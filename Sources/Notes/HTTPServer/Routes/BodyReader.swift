import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI

/// A reader of request bodies that limits their size, the memory for them, and their time.
///
/// The time is checked when bytes arrive; the idle timeout closes a connection on which none arrive.
struct BodyReader: Sendable {
  let uptime: Stopwatch
  let budgets: ServerBudgets

  /// The bytes that are reserved ahead of those that have arrived. Content-Length alone reserves no more, so that a body that
  /// is announced and not sent takes nothing from others.
  private static let reservedBytes = 262_144

  /// A body with the lease of its bytes, and the turn of its request.
  struct Message: Sendable {
    let bytes: [UInt8]
    fileprivate let lease: BudgetLease
    fileprivate let turn: BudgetLease

    /// Gives the memory and the turn back. Idempotent.
    func release() {
      lease.release()
      turn.release()
    }
  }

  /// Reads a body of at most a number of bytes, each part after its share of the memory is free, and then waits until the
  /// account may have another request in progress. Not before, since requests that are half sent would hold the turns of
  /// others. Throws ``RequestFailure`` only.
  func message(
    of request: Request, on connection: ClientConnection, limit: Int, account: AccountName
  ) async throws -> Message {
    let announced = try announcedBytes(of: request, limit: limit)
    let most = announced ?? limit
    var leased = min(most, Self.reservedBytes)
    let lease = try await budgets.lease(leased, of: budgets.requestBytes, for: account)
    await connection.requestBody()
    let bytes = try await read(request, announced: announced, limit: limit) { count in
      guard count > leased else { return }
      leased = max(count, min(most, count + Self.reservedBytes))
      guard await lease.grow(to: leased, waitingAtMost: budgets.limits.account.turnTimeout) else {
        throw RequestFailure.spent
      }
    }
    let turn = try await budgets.lease(1, of: budgets.requests, for: account)
    return Message(bytes: bytes, lease: lease, turn: turn)
  }

  /// Reads a body of at most a number of bytes, which are too few to be counted. Throws ``RequestFailure`` only.
  func bytes(of request: Request, on connection: ClientConnection, limit: Int) async throws -> [UInt8] {
    let announced = try announcedBytes(of: request, limit: limit)
    await connection.requestBody()
    return try await read(request, announced: announced, limit: limit) { _ in }
  }

  /// Returns the number of bytes in Content-Length; `nil` without it.
  private func announcedBytes(of request: Request, limit: Int) throws -> Int? {
    guard let announced = request.headers[.contentLength].flatMap(Int.init) else { return nil }
    guard announced <= limit else { throw Self.tooLarge(limit) }
    return max(0, announced)
  }

  /// Reads a body.
  ///
  /// - Parameter reserve: Called with the number of bytes so far, before they are kept.
  private func read(
    _ request: Request, announced: Int?, limit: Int, reserve: (Int) async throws -> Void
  ) async throws -> [UInt8] {
    var deadline = TransferDeadline(budgets.limits.account, start: uptime.elapsed)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(announced ?? 0, Self.reservedBytes))
    do {
      for try await part in request.body {
        let count = bytes.count + part.readableBytes
        guard count <= limit else { throw Self.tooLarge(limit) }
        let arrival = uptime.elapsed
        try await reserve(count)
        deadline.pause(for: uptime.elapsed - arrival)
        // At once, since arrays grow by doubling.
        if let announced, count > bytes.capacity { bytes.reserveCapacity(announced) }
        bytes.append(contentsOf: part.readableBytesView)
        guard deadline.advance(by: part.readableBytes, at: uptime.elapsed) else { throw RequestFailure(.tooSlow) }
      }
    } catch let failure as RequestFailure {
      throw failure
    } catch {
      // The connection broke, or its bytes are not HTTP.
      throw RequestFailure(.badRequest)
    }
    return bytes
  }

  private static func tooLarge(_ limit: Int) -> RequestFailure {
    RequestFailure(.tooLarge, detail: "more than \(limit) bytes")
  }
}
