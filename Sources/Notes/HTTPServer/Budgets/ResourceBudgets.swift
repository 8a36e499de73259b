import NIOCore
import NotesDomain

/// The resources of a server, and the shares that an account, an address that is not signed in, and all of them together
/// may take at a time.
///
/// The defaults suit a machine with 512 MB and one core, for a household or a department. `docs/self-hosting.md` shows the
/// same numbers, and a test compares the two. ``Budget`` enforces them.
struct ResourceBudgets: Sendable, Hashable {
  var host = HostBudget()
  var account = AccountBudget()
  var stranger = StrangerBudget()

  init() {}

  /// Creates budgets in proportion to the number of connections, which an operator can set.
  init(maximumConnections: Int, maximumWatchers: Int) {
    host.connections = maximumConnections
    account.connections = max(32, maximumConnections / 4)
    account.watchers = maximumWatchers
    stranger.connectionsInAll = max(32, maximumConnections / 4)
  }
}

/// The limits of a server as a whole.
struct HostBudget: Sendable, Hashable {
  /// The number of connections. Each costs about 30 kB; further ones wait to be accepted.
  var connections = 1024
  /// The number of connections that only programs on this machine can open, so that a check of its health succeeds while
  /// others have all the rest.
  var reservedConnections: Int { min(16, connections / 8) }
  /// The number of requests that are handled at a time. Long polls, which cost nothing while they wait, do not count.
  var requests = 256
  /// The bytes of request bodies in memory, as they arrive. Decoding the largest takes twice its size in addition.
  var requestBytes = 64_000_000
  /// The bytes of responses in memory, until the connection has taken them.
  var responseBytes = 72_000_000
  /// The bytes of request bodies that accounts with more than ``AccountBudget/modestBytes`` of them leave to the others: an
  /// eighth. Otherwise a few accounts that send slowly would have all of the memory all of the time. Beside it and one account
  /// that has all it can, the largest request of another one fits.
  var reservedRequestBytes: Int { requestBytes / 8 }
  /// The bytes of responses that are reserved in the same way.
  var reservedResponseBytes: Int { responseBytes / 8 }
  /// The number of large requests that are computed at a time: pages, pieces of blobs, and large batches. Each has a thread
  /// of its own, one more than an account can have.
  var computations = System.coreCount + 1
  /// The number of lines of the log that wait for a slow reader, about 2 MB. Further lines are dropped and counted.
  var logLines = 8192
}

/// The limits of one account on all its devices.
struct AccountBudget: Sendable, Hashable {
  /// The number of connections: a quarter of the host's.
  var connections = 256
  /// The number of requests that are handled at a time: a quarter of the host's.
  var requests = 64
  /// The number of long polls.
  var watchers = 100
  /// The disk that the account's vault may use.
  var vault = VaultBudget()
  /// The bytes of request bodies in memory: the largest batch, whose changes take several times as much once decoded.
  var requestBytes = 24_000_000
  /// The bytes of responses in memory: more than the largest page, and not half of the host's.
  var responseBytes = 32_000_000
  /// The most bytes of request bodies, and of responses, with which an account has part in the reserve of the host: those of
  /// an expected page or batch, or of two pieces of an attachment.
  var modestBytes = 3_000_000
  /// The number of large requests that are computed at a time: one for each core, so that a single account can use them.
  var computations = System.coreCount
  /// The bytes that a page is expected to take until its size is known: a megabyte of notes, which is the most for a page of
  /// several items, and their Base64.
  var expectedPageBytes = 2_500_000
  /// The time for which a request waits for its turn, before it is answered by 503. Devices wait longer for a response, and
  /// need not send again what a busy server can take in a moment.
  var turnTimeout = Duration.seconds(5)
  /// The time that a transfer may stop for, or fall behind ``bytesPerSecond``.
  var transferTimeout = Duration.seconds(30)
  /// The minimum rate of a transfer: a slow mobile connection has five times as much.
  var bytesPerSecond = 8192
  /// The number of lines that the log has in a minute. The rest is counted in one line. A first sync of a large vault has a
  /// few hundred.
  var logLines = 600
}

/// The limits of an address without a token: the address of a peer until a request on its connection was authenticated, and
/// the sender of a sign-in.
struct StrangerBudget: Sendable, Hashable {
  /// The number of connections of one address, or of one IPv6 network of 64 bits.
  var connections = 32
  /// The number of connections of all such addresses: a quarter of the host's, so that the rest is left to devices.
  var connectionsInAll = 256
  /// The number of sign-ins of one address that are handled at a time. Most wait for scrypt, which takes turns itself.
  var requests = 8
  /// The number of sign-ins of all addresses.
  var requestsInAll = 32
  /// The time for the head of a request, and again for its whole body, which is smaller than 8 kB.
  var patience = Duration.seconds(10)
  /// The number of lines that the log has in a minute for one route and status. The rest is counted in one line.
  var logLines = 10
}
