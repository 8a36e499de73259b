import CoreMetrics
import NotesDomain

/// The budgets of a running server, one for each resource in ``ResourceBudgets``.
final class ServerBudgets: Sendable {
  let limits: ResourceBudgets
  /// The unit is a connection.
  let connections: Budget
  let strangers = StrangerConnections()
  /// The unit is a request in progress, without long polls.
  let requests: Budget
  /// The unit is a long poll.
  let watchers: Budget
  let requestBytes: Budget
  let responseBytes: Budget
  /// The unit is a thread of ``OffloadExecutor``.
  let computations: Budget

  init(settings: HTTPServerSettings, clock: any Clock<Duration>, factory: any MetricsFactory) {
    limits = settings.budgets
    let (host, account, stranger) = (limits.host, limits.account, limits.stranger)
    func budget(_ name: String, _ limits: Budget.Limits) -> Budget {
      Budget(limits, clock: clock, metrics: BudgetMetrics(name, factory: factory))
    }
    let shared = host.connections - host.reservedConnections
    connections = budget(
      "connections",
      Budget.Limits(
        host: shared, account: account.connections, address: stranger.connections,
        addresses: stranger.connectionsInAll, proxy: shared))
    requests = budget(
      "requests",
      Budget.Limits(
        host: host.requests, account: account.requests, address: stranger.requests, addresses: stranger.requestsInAll,
        proxy: stranger.requestsInAll))
    watchers = budget("watchers", Budget.Limits(host: host.connections, account: account.watchers))
    requestBytes = budget(
      "request_bytes",
      Budget.Limits(
        host: host.requestBytes, account: account.requestBytes, reserve: host.reservedRequestBytes,
        modest: account.modestBytes))
    responseBytes = budget(
      "response_bytes",
      Budget.Limits(
        host: host.responseBytes, account: account.responseBytes, reserve: host.reservedResponseBytes,
        modest: account.modestBytes))
    computations = budget("computations", Budget.Limits(host: host.computations, account: account.computations))
  }

  /// Takes a connection, if need be that of the stranger who has had one for the longest time.
  func connectionLease(for owner: Budget.Owner) -> BudgetLease? {
    if let lease = connections.lease(1, for: owner) { return lease }
    // An address with too many closes its own only.
    guard case .address = owner, connections.isWithinShare(1, of: owner) else { return nil }
    strangers.closeOldest()
    return connections.lease(1, for: owner)
  }

  /// Takes an amount for an account, after those who wait and have less.
  ///
  /// - Throws: ``RequestFailure`` with the code `unavailable` if it is not free in time.
  func lease(_ amount: Int, of budget: Budget, for account: AccountName) async throws -> BudgetLease {
    guard
      let lease = await budget.lease(amount, for: .account(account), waitingAtMost: limits.account.turnTimeout)
    else { throw RequestFailure.spent }
    return lease
  }

  /// Computes a large request of an account off the event loop, in its turn.
  func compute<Value: Sendable>(
    for account: AccountName, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let turn = try await lease(1, of: computations, for: account)
    defer { turn.release() }
    return try await OffloadExecutor.run(body)
  }
}

/// The networks of peers, by which connections and sign-ins without a token are counted.
///
/// A network is an IPv4 address, or the first 64 bits of an IPv6 address, since one host may have all addresses of such a
/// network.
struct PeerNetworks: Sendable {
  let isBehindProxy: Bool
  let proxies: [IPAddressRange]

  /// Returns the owner of a connection; `nil` for one from this machine, which is not limited.
  func owner(ofConnectionFrom address: String?) -> Budget.Owner? {
    if isBehindProxy { return .proxy }
    guard let address = address.flatMap({ IPAddress($0) }) else { return nil }
    if proxies.contains(where: { $0.contains(address) }) { return .proxy }
    return address.isDefaultLoopback ? nil : .address(network(of: address))
  }

  /// Returns the owner of a request without a token, from the address that ``PeerResolver`` determined.
  func owner(ofRequestFrom peer: String) -> Budget.Owner {
    // Without the addresses of a proxy's clients, all of them are one. One on this machine may not be configured.
    let isProxied = isBehindProxy && proxies.isEmpty
    guard !isProxied, let address = IPAddress(peer), !address.isDefaultLoopback,
      !proxies.contains(where: { $0.contains(address) })
    else { return .proxy }
    return .address(network(of: address))
  }

  private func network(of address: IPAddress) -> [UInt8] {
    address.bytes.count == 4 ? address.bytes : Array(address.bytes.prefix(8))
  }
}

extension IPAddress {
  /// Whether programs on this machine connect from the address unless they choose another one. The others of the loopback
  /// network are limited, so that a test can use them as addresses of several machines.
  fileprivate var isDefaultLoopback: Bool { self == IPAddress("127.0.0.1") || self == IPAddress("::1") }
}
