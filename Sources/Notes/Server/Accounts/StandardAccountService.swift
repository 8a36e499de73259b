import Crypto
package import NotesDomain
import Synchronization

/// What a server does for people and their devices, over a store that knows no secrets: a hash for a password, a digest for
/// a token.
package final class StandardAccountService: AccountService {
  private let store: any AccountStore
  private let hasher: any PasswordHasher
  private let limits: RateLimits
  private let settings: AccountSettings
  private let randomness: any Randomness
  private let clock: any WallClock
  /// How many passwords are being looked at, or wait for it.
  private let waiting = Mutex(0)

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - store: What is kept of accounts and devices.
  ///   - hasher: What recognizes passwords.
  ///   - limits: How often people may try.
  ///   - settings: How many devices there may be, and how many may wait.
  ///   - randomness: Where tokens come from.
  ///   - clock: What time it is.
  package init(
    store: any AccountStore, hasher: any PasswordHasher, limits: RateLimits, settings: AccountSettings,
    randomness: any Randomness, clock: any WallClock
  ) {
    self.store = store
    self.hasher = hasher
    self.limits = limits
    self.settings = settings
    self.randomness = randomness
    self.clock = clock
  }

  /// Signs a device in. A name that nobody has costs the same as a wrong password, and is answered the same.
  package func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    try limits.consumeAttempt(for: request.name, from: peer)
    do throws(AccountError) {
      // Once more if what the password is known by changed meanwhile: two devices may sign in when it is to be renewed.
      var reply = try await admit(request)
      if reply == nil { reply = try await admit(request) }
      guard let reply else { throw .badCredentials }
      limits.refundAttempt(request.name, from: peer)
      return reply
    } catch .badCredentials {
      throw .badCredentials
    } catch {
      // Nobody looked at the password, or it was the right one.
      limits.refundAttempt(request.name, from: peer)
      throw error
    }
  }

  /// Finds out for whom a token speaks. A good token is good whatever others tried from the same place.
  package func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    let found = try await translated { () async throws(StoreError) in
      try await store.principal(withDigest: Self.digest(of: token))
    }
    guard let found else {
      try limits.countUnknownToken(from: peer)
      throw .unauthorized
    }
    let now = clock.now()
    let age = now.millisecondsSince1970 - found.lastSeen.millisecondsSince1970
    // A clock that was set back is believed too: days from the future would stay for years.
    if age >= settings.lastSeenAge || age < 0 {
      // Nobody is turned away since a disk is full.
      try? await store.note(now, of: found.principal.device)
    }
    return found.principal
  }

  /// The devices of the account that somebody speaks for.
  package func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] {
    try await translated { () async throws(StoreError) in try await store.devices(of: principal.account) }
  }

  /// Revokes a device of the account that somebody speaks for.
  package func revoke(_ device: SignedInDeviceID, for principal: Principal) async throws(AccountError) {
    let isKnown = try await translated { () async throws(StoreError) in
      try await store.remove(device, of: principal.account)
    }
    guard isKnown else { throw .unknownDevice }
  }

  /// Recognizes somebody and adds the device.
  ///
  /// - Returns: `nil` when the account changed between the two.
  private func admit(_ request: SignInRequest) async throws(AccountError) -> SignInReply? {
    let (account, hash) = try await recognize(request)
    let token = DeviceToken(drawnFrom: randomness)
    let now = clock.now()
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: randomness.next()), label: DeviceLabel.clean(request.label), signedIn: now,
      lastSeen: now)
    let admission = try await translated { () async throws(StoreError) in
      try await store.add(
        device, digest: Self.digest(of: token), to: account.name, knownBy: hash, limit: settings.maximumDevices)
    }
    switch admission {
    case .added: return SignInReply(token: token, vault: account.vault, device: device.id)
    case .changed: return nil
    case .full: throw .tooManyDevices
    }
  }

  /// Compares name and password with what is kept, and brings what is kept up to date.
  private func recognize(_ request: SignInRequest) async throws(AccountError) -> (Account, PasswordHash) {
    let found = try await translated { () async throws(StoreError) in try await store.account(named: request.name) }
    let isAdmitted = waiting.withLock { waiting in
      guard waiting < settings.maximumWaiting else { return false }
      waiting += 1
      return true
    }
    guard isAdmitted else { throw .rateLimited(retryAfter: settings.retryAfterWaiting) }
    defer { waiting.withLock { $0 -= 1 } }
    let answer = try await hasher.verify(request.password, against: found?.hash)
    guard let found, answer.matches else { throw .badCredentials }
    guard answer.isOutdated else { return (found.account, found.hash) }
    // What fails here is done another time.
    guard let hash = try? await hasher.hash(request.password),
      (try? await store.renew(found.hash, to: hash, for: request.name)) != nil
    else { return (found.account, found.hash) }
    return (found.account, hash)
  }

  private static func digest(of token: DeviceToken) -> [UInt8] {
    Array(SHA256.hash(data: token.bytes))
  }
}

/// What devices are called.
enum DeviceLabel {
  /// A label that can be kept and shown: without control characters, spaces around it, or more bytes than are allowed.
  ///
  /// - Parameter text: What the device said; from anybody who knows a password.
  static func clean(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      // Spaces at the beginning are left out; those at the end go below.
      if scalars.isEmpty, scalar.properties.isWhitespace { continue }
      bytes += Unicode.UTF8.width(scalar)
      guard bytes <= SignInRequest.maximumLabelBytes else { break }
      scalars.append(scalar)
    }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return scalars.isEmpty ? "unnamed device" : String(scalars)
  }
}

/// Runs a step of the store, with the errors of accounts.
func translated<Value>(
  _ body: () async throws(StoreError) -> Value
) async throws(AccountError) -> Value {
  do throws(StoreError) {
    return try await body()
  } catch {
    throw .store(error)
  }
}
