/// The parts of a keyring's bytes, in the format of `docs/encryption.md`.
///
/// Devices make and open them. A server only checks that a keyring has these parts, since it has none of the keys.
package struct KeyringFormat: Sendable, Hashable {
  /// A key that is sealed with another one: a nonce, the sealed bytes and a tag.
  package typealias WrappedKey = [UInt8]

  /// The cost of deriving a key from a passphrase, with its salt.
  package struct Derivation: Sendable, Hashable {
    package let parameters: ScryptParameters
    package let salt: [UInt8]

    package init(parameters: ScryptParameters, salt: [UInt8]) {
      (self.parameters, self.salt) = (parameters, salt)
    }

    /// The numbers of the cost and the salt.
    package var bytes: [UInt8] {
      let numbers = [parameters.logarithm, parameters.blockSize, parameters.parallelism]
      return numbers.map { UInt8(truncatingIfNeeded: $0) } + salt
    }
  }

  /// The current key for one secret, and a value by which a wrong secret is told from changed bytes.
  package struct Slot: Sendable, Hashable {
    package let check: [UInt8]
    package let wrapped: WrappedKey

    package init(check: [UInt8], wrapped: WrappedKey) {
      (self.check, self.wrapped) = (check, wrapped)
    }
  }

  /// A key that was replaced, sealed with the current one.
  package struct EarlierKey: Sendable, Hashable {
    package let id: VaultKeyID
    package let wrapped: WrappedKey

    package init(id: VaultKeyID, wrapped: WrappedKey) {
      (self.id, self.wrapped) = (id, wrapped)
    }
  }

  private static let format: UInt8 = 1
  private static let wrappedBytes = 60
  private static let macBytes = 32
  private static let fixedBytes = 16 + 19 + 2 * (16 + wrappedBytes) + 2
  /// The number of earlier keys that a keyring takes.
  package static let maximumEarlierKeys = Int(UInt16.max)

  package var generation: KeyringGeneration
  package let current: VaultKeyID
  package var derivation: Derivation
  package var passphrase: Slot
  package var recovery: Slot
  /// The earlier keys, the latest first.
  package let earlier: [EarlierKey]

  package init(
    generation: KeyringGeneration, current: VaultKeyID, derivation: Derivation, passphrase: Slot, recovery: Slot,
    earlier: [EarlierKey]
  ) {
    self.generation = generation
    self.current = current
    self.derivation = derivation
    self.passphrase = passphrase
    self.recovery = recovery
    self.earlier = earlier
  }

  /// The bytes that are authenticated.
  package var bytes: [UInt8] {
    var bytes = PayloadKind.keyringMark + [Self.format]
    bytes.append(bigEndian: generation.number)
    bytes.append(bigEndian: current.bits)
    bytes += derivation.bytes
    bytes += passphrase.check + passphrase.wrapped + recovery.check + recovery.wrapped
    bytes.append(UInt8(truncatingIfNeeded: earlier.count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: earlier.count))
    for key in earlier {
      bytes.append(bigEndian: key.id.bits)
      bytes += key.wrapped
    }
    return bytes
  }
}

extension KeyringFormat {
  /// Reads a keyring and its HMAC, and verifies neither.
  package static func read(_ bytes: [UInt8]) throws(KeyringError) -> (keyring: KeyringFormat, mac: [UInt8]) {
    guard PayloadKind.isKeyring(bytes), bytes.count >= 4 else { throw .damaged }
    guard bytes[3] == format else { throw .unknownFormat(version: bytes[3]) }
    guard bytes.count >= fixedBytes + macBytes else { throw .damaged }
    var rest = bytes[4...]
    func take(_ count: Int) -> [UInt8] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    guard let generation = KeyringGeneration(UInt32(bigEndian: take(4))) else { throw .damaged }
    let current = VaultKeyID(bits: UInt64(bigEndian: take(8)))
    let numbers = take(3).map { Int($0) }
    let derivation = Derivation(
      parameters: ScryptParameters(logarithm: numbers[0], blockSize: numbers[1], parallelism: numbers[2]),
      salt: take(16))
    let passphrase = Slot(check: take(16), wrapped: take(wrappedBytes))
    let recovery = Slot(check: take(16), wrapped: take(wrappedBytes))
    let count = Int(UInt16(bigEndian: take(2)))
    guard rest.count == count * (8 + wrappedBytes) + macBytes else { throw .damaged }
    let earlier = (0..<count).map { _ in
      EarlierKey(id: VaultKeyID(bits: UInt64(bigEndian: take(8))), wrapped: take(wrappedBytes))
    }
    let keyring = KeyringFormat(
      generation: generation, current: current, derivation: derivation, passphrase: passphrase, recovery: recovery,
      earlier: earlier)
    return (keyring, take(macBytes))
  }

  /// Returns whether this keyring replaces another: its key followed the other's, or it is a later one of the same key.
  ///
  /// Keys come before numbers: a keyring of a key that was replaced never comes later, whatever its number.
  package func replaces(_ other: KeyringFormat) -> Bool {
    if current == other.current { return generation > other.generation }
    return earlier.contains { $0.id == other.current }
  }
}

extension Keyring {
  /// The parts of the bytes; `nil` for other bytes than those of a keyring. Nothing is verified.
  package var format: KeyringFormat? { (try? KeyringFormat.read(bytes))?.keyring }
}
