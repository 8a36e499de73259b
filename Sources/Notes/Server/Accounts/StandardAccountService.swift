import Crypto
import NotesDomain
import NotesHosting

/// The account service, over a store without secrets: it has hashes of passwords and digests of tokens.
final class StandardAccountService: AccountService {
  private let store: any AccountStore
  private let hasher: any PasswordHasher
  private let rules: PasswordRules
  private let limits: RateLimits
  private let queue: SignInQueue
  private let known: KnownNetworks
  private let recent: RecentPrincipals
  private let audit: AuditLog
  private let settings: AccountSettings
  private let randomness: any Randomness
  private let wallClock: any WallClock

  init(
    store: any AccountStore, hasher: any PasswordHasher, rules: PasswordRules, limits: RateLimits, queue: SignInQueue,
    known: KnownNetworks, recent: RecentPrincipals, audit: AuditLog, settings: AccountSettings,
    randomness: any Randomness,
    wallClock: any WallClock
  ) {
    self.store = store
    self.hasher = hasher
    self.rules = rules
    self.limits = limits
    self.queue = queue
    self.known = known
    self.recent = recent
    self.audit = audit
    self.settings = settings
    self.randomness = randomness
    self.wallClock = wallClock
  }

  /// Signs a device in. An unknown name takes the same time as a wrong password, and has the same reply.
  func signIn(_ request: SignInRequest, from peer: String) async throws(AccountError) -> SignInReply {
    let origin = limits.origin(of: request.name, at: peer)
    let reply = try await attempt(origin, refusal: .signInRefused, of: request.name) {
      // Once more if the hash changed meanwhile: two devices may sign in when it is outdated, and the first renews it.
      var reply = try await addDevice(request, origin)
      if reply == nil { reply = try await addDevice(request, origin) }
      guard let reply else { throw AccountError.badCredentials }
      return reply
    }
    known.note(request.name, at: peer)
    await audit.record(
      AuditEvent(.signIn, account: request.name, peer: peer, device: DeviceLabel.clean(request.label)))
    return reply
  }

  /// Returns the principal of a token. A valid token is accepted whatever others tried from the same address.
  func authenticate(_ token: DeviceToken, from peer: String) async throws(AccountError) -> Principal {
    let found = try await StoreError.wrapped(in: AccountError.store) {
      try await store.principal(withDigest: token.digest)
    }
    guard let found else {
      try limits.countUnknownToken(from: peer)
      throw .unauthorized
    }
    let now = wallClock.now()
    let age = now - found.lastSeen
    guard age < SignedInDevice.lifetime else {
      // Refused, and not removed: by a clock that is a year ahead every device is too old, until the clock is set right.
      await audit.record(AuditEvent(.expiry, account: found.principal.account, peer: RateLimitKey.name(of: peer)))
      throw .unauthorized
    }
    known.note(found.principal.account, at: peer)
    recent.note(found.principal, of: token)
    // Also after the clock was set back, since a time in the future would stay for long. But not by a clock that is a year or
    // more behind, as one without a battery is when it starts: set right, it would refuse each device that asked meanwhile.
    if age >= settings.lastSeenAge || (age < .zero && age > .zero - SignedInDevice.lifetime) {
      // A full disk is no reason to reject a request.
      try? await store.recordActivity(of: found.principal.device, at: now)
    }
    return found.principal
  }

  func recall(_ token: DeviceToken) -> Principal? { recent.principal(of: token) }

  func devices(of principal: Principal) async throws(AccountError) -> [SignedInDevice] {
    try await StoreError.wrapped(in: AccountError.store) { try await store.devices(of: principal.account) }
  }

  func revoke(_ device: SignedInDeviceID, for principal: Principal, from peer: String) async throws(AccountError) {
    try await StoreError.wrapped(in: AccountError.store) {
      let label = try await store.devices(of: principal.account).first { $0.id == device }?.label
      let event = AuditEvent(.revocation, account: principal.account, peer: peer, device: label)
      do {
        guard try await store.remove(device, of: principal.account) else { throw AccountError.unknownDevice }
      } catch let error as StoreError {
        // It may have been made all the same. A repetition then finds no device, and records nothing.
        if label != nil { await audit.record(event) }
        throw error
      }
      await audit.record(event)
    }
  }

  func writeAuditLog() async { await audit.flush() }

  func changePassword(
    _ change: PasswordChange, for principal: Principal, from origin: RequestOrigin
  ) async throws(AccountError) -> [SignedInDeviceID] {
    try rules.check(change.new, of: principal.account, at: origin.host)
    let peer = origin.peer
    let origin = limits.origin(of: principal, at: peer)
    return try await attempt(origin, refusal: .passwordChangeRefused, of: principal.account) {
      // Once more if the hash changed meanwhile: a device that signs in renews one that is outdated.
      for _ in 1...2 {
        if let others = try await replacePassword(change, for: principal, from: origin, at: peer) { return others }
      }
      throw AccountError.unauthorized
    }
  }

  func isAccount(_ name: AccountName) async throws(AccountError) -> Bool {
    try await StoreError.wrapped(in: AccountError.store) { try await store.account(named: name) != nil }
  }

  /// Runs an attempt with a password, and records if it is refused. It is counted if the password was wrong, and for its
  /// network and address also if it was turned away.
  private func attempt<Value>(
    _ origin: SignInOrigin, refusal: AuditEvent.Kind, of name: AccountName, _ body: () async throws -> Value
  ) async throws(AccountError) -> Value {
    do throws(AccountError) {
      return try await countedAttempt(origin, body)
    } catch {
      switch error {
      case .badCredentials: await record(refusal, of: name, origin)
      case .rateLimited: await record(.rateLimited, of: name, origin)
      default: break
      }
      throw error
    }
  }

  /// Records a refused attempt, with the name if an account has it.
  private func record(_ kind: AuditEvent.Kind, of name: AccountName, _ origin: SignInOrigin) async {
    let isAccount = (try? await store.account(named: name)) != nil
    await audit.record(AuditEvent(kind, account: isAccount ? name : nil, peer: origin.address))
  }

  private func countedAttempt<Value>(
    _ origin: SignInOrigin, _ body: () async throws -> Value
  ) async throws(AccountError) -> Value {
    try await StoreError.wrapped(in: AccountError.store) {
      try await limits.consumeAttempt(origin)
      do {
        let value = try await body()
        await limits.refundAttempt(origin)
        return value
      } catch AccountError.badCredentials {
        throw AccountError.badCredentials
      } catch let AccountError.rateLimited(retryAfter) {
        await limits.refundAccount(origin)
        throw AccountError.rateLimited(retryAfter: retryAfter)
      } catch {
        // The password was not verified, or was right.
        await limits.refundAttempt(origin)
        throw error
      }
    }
  }

  /// Verifies the current password, replaces it and records that, unless the new one is in force already.
  ///
  /// - Returns: The devices that were signed out; `nil` when the account or the device changed in between.
  private func replacePassword(
    _ change: PasswordChange, for principal: Principal, from origin: SignInOrigin, at peer: String
  ) async throws -> [SignedInDeviceID]? {
    guard let stored = try await store.account(named: principal.account)?.hash else { return nil }
    let hash: PasswordHash? = try await queue.run(origin) {
      if try await hasher.verify(change.current, against: stored).matches { return try await hasher.hash(change.new) }
      // The reply to an earlier, equal request may have been lost. This is another guess, and counts as one.
      do { try await limits.consumeAttempt(origin) } catch AccountError.rateLimited {
        throw AccountError.badCredentials
      }
      guard try await hasher.verify(change.new, against: stored).matches else { throw AccountError.badCredentials }
      await limits.refundAttempt(origin)
      return nil
    }
    guard let hash else { return [] }
    let event = AuditEvent(.passwordChange, account: principal.account, peer: peer)
    do {
      let others = try await store.change(stored, to: hash, for: principal.account, keeping: principal.device)
      if others != nil { await audit.record(event) }
      return others
    } catch {
      // It may have been made all the same. A repetition then finds the new password in force, and records nothing.
      await audit.record(event)
      throw error
    }
  }

  /// Verifies a password and adds the device.
  ///
  /// - Returns: `nil` when the account changed in between.
  private func addDevice(_ request: SignInRequest, _ origin: SignInOrigin) async throws -> SignInReply? {
    let (account, hash) = try await queue.run(origin) { try await verify(request) }
    // Without a device that waits for its token, it would count among the account's and be of no use.
    guard !Task.isCancelled else { throw AccountError.abandoned }
    let token = DeviceToken(using: randomness)
    let now = wallClock.now()
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: randomness.next()), label: DeviceLabel.clean(request.label), signedIn: now,
      lastSeen: now)
    let result = try await store.add(
      device, digest: token.digest, to: account.name, knownBy: hash, limit: settings.maximumDevices)
    switch result {
    case .added: return SignInReply(token: token, vault: account.vault, device: device.id)
    case .accountChanged: return nil
    case .limitReached: throw AccountError.tooManyDevices
    }
  }

  /// Verifies name and password, and renews an outdated hash.
  private func verify(_ request: SignInRequest) async throws -> (Account, PasswordHash) {
    let found = try await store.account(named: request.name)
    let verification = try await hasher.verify(request.password, against: found?.hash)
    guard let found, verification.matches else { throw AccountError.badCredentials }
    guard verification.isOutdated else { return (found.account, found.hash) }
    // If the renewal fails, the next sign-in repeats it.
    guard let hash = try? await hasher.hash(request.password),
      (try? await store.replace(found.hash, with: hash, for: request.name)) != nil
    else { return (found.account, found.hash) }
    return (found.account, hash)
  }

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
