import Crypto
import NotesDomain
import Synchronization

/// The account service, over a store without secrets: it has hashes of passwords and digests of tokens.
final class StandardAccountService: AccountService {
  private let store: any AccountStore
  private let hasher: any PasswordHasher
  private let limits: RateLimits
  private let settings: AccountSettings
  private let randomness: any Randomness
  private let wallClock: any WallClock
  /// The number of passwords that are verified or wait for it.
  private let waiting = Mutex(0)

  init(
    store: any AccountStore, hasher: any PasswordHasher, limits: RateLimits, settings: AccountSettings,
    randomness: any Randomness, wallClock: any WallClock
  ) {
    self.store = store
    self.hasher = hasher
    self.limits = limits
    self.settings = settings
    self.randomness = randomness
    self.wallClock = wallClock
  }

  /// Signs a device in. An unknown name takes the same time as a wrong password, and has the same reply.
  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    try await StoreError.wrapped(in: AccountError.store) {
      try limits.consumeAttempt(for: request.name, from: peer)
      do {
        // Once more if the hash changed meanwhile: two devices may sign in when it is outdated, and the first renews it.
        var reply = try await addDevice(request)
        if reply == nil { reply = try await addDevice(request) }
        guard let reply else { throw AccountError.badCredentials }
        limits.refundAttempt(request.name, from: peer)
        return reply
      } catch AccountError.badCredentials {
        throw AccountError.badCredentials
      } catch {
        // The password was not verified, or was right.
        limits.refundAttempt(request.name, from: peer)
        throw error
      }
    }
  }

  /// Returns the principal of a token. A valid token is accepted whatever others tried from the same address.
  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    let found = try await StoreError.wrapped(in: AccountError.store) {
      try await store.principal(withDigest: Self.digest(of: token))
    }
    guard let found else {
      try limits.countUnknownToken(from: peer)
      throw .unauthorized
    }
    let now = wallClock.now()
    let age = now - found.lastSeen
    // Also after the clock was set back, since a time in the future would stay for years.
    if age >= settings.lastSeenAge || age < .zero {
      // A full disk is no reason to reject a request.
      try? await store.recordActivity(of: found.principal.device, at: now)
    }
    return found.principal
  }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] {
    try await StoreError.wrapped(in: AccountError.store) { try await store.devices(of: principal.account) }
  }

  func revoke(_ device: SignedInDeviceID, for principal: Principal) async throws(AccountError) {
    try await StoreError.wrapped(in: AccountError.store) {
      guard try await store.remove(device, of: principal.account) else { throw AccountError.unknownDevice }
    }
  }

  /// Verifies a password and adds the device.
  ///
  /// - Returns: `nil` when the account changed in between.
  private func addDevice(_ request: SignInRequest) async throws -> SignInReply? {
    let (account, hash) = try await verify(request)
    let token = DeviceToken(using: randomness)
    let now = wallClock.now()
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: randomness.next()), label: DeviceLabel.clean(request.label), signedIn: now,
      lastSeen: now)
    let result = try await store.add(
      device, digest: Self.digest(of: token), to: account.name, knownBy: hash, limit: settings.maximumDevices)
    switch result {
    case .added: return SignInReply(token: token, vault: account.vault, device: device.id)
    case .accountChanged: return nil
    case .limitReached: throw AccountError.tooManyDevices
    }
  }

  /// Verifies name and password, and renews an outdated hash.
  private func verify(_ request: SignInRequest) async throws -> (Account, PasswordHash) {
    let found = try await store.account(named: request.name)
    let mayWait = waiting.withLock { waiting in
      guard waiting < settings.maximumWaiting else { return false }
      waiting += 1
      return true
    }
    guard mayWait else { throw AccountError.rateLimited(retryAfter: settings.retryAfterWaiting) }
    defer { waiting.withLock { $0 -= 1 } }
    let verification = try await hasher.verify(request.password, against: found?.hash)
    guard let found, verification.matches else { throw AccountError.badCredentials }
    guard verification.isOutdated else { return (found.account, found.hash) }
    // If the renewal fails, the next sign-in repeats it.
    guard let hash = try? await hasher.hash(request.password),
      (try? await store.replace(found.hash, with: hash, for: request.name)) != nil
    else { return (found.account, found.hash) }
    return (found.account, hash)
  }

  private static func digest(of token: DeviceToken) -> [UInt8] { Array(SHA256.hash(data: token.bytes)) }
}

/// The labels of devices.
enum DeviceLabel {
  /// Returns a label that is safe to store and show: without control characters and surrounding spaces, and short enough.
  static func clean(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var bytes = 0
    for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
      // Skips leading spaces; the loop below removes trailing ones.
      if scalars.isEmpty, scalar.properties.isWhitespace { continue }
      bytes += Unicode.UTF8.width(scalar)
      guard bytes <= SignInRequest.maximumLabelBytes else { break }
      scalars.append(scalar)
    }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return scalars.isEmpty ? "unnamed device" : String(scalars)
  }
}
