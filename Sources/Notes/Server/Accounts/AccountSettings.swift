/// How many tries, devices and waiting people a server allows.
public struct AccountSettings: Sendable, Hashable {
  /// The tries to sign in to one account, whoever makes them, within ``window``; a try that succeeds does not count.
  public var triesPerAccount = 10
  /// The tries to sign in from one peer, to whichever account, within ``window``; a try that succeeds does not count. More
  /// than for an account, since a household or a company has one address.
  public var triesPerPeer = 30
  /// The requests with a token that means nothing, from one peer, within ``window``. Nobody guesses 256 bits; this keeps a
  /// peer that tries from filling the log.
  public var unknownTokensPerPeer = 100
  /// In how many milliseconds all tries are given back, one by one: a quarter of an hour.
  public var window = 900_000
  /// How many accounts, and how many peers, are remembered with their tries: about a megabyte.
  public var maximumRemembered = 10_000
  /// How many may wait for their password to be looked at. One takes about a second, and one is looked at at a time.
  public var maximumWaiting = 16
  /// When to come again if too many wait, in milliseconds.
  public var retryAfterWaiting = 5000
  /// The most devices of one account.
  public var maximumDevices = 100
  /// How old the moment gets at which a device was last heard of, in milliseconds: a day, so that reading costs no writing.
  public var lastSeenAge: Int64 = 86_400_000

  /// Creates settings that suit people.
  public init() {}
}
