import NotesDomain

/// The parts of a keyring's bytes, in the format of `docs/encryption.md`.
struct KeyringFormat: Sendable, Hashable {
  /// A key that is sealed with another one: a nonce, the sealed bytes and a tag.
  typealias WrappedKey = [UInt8]

  /// The cost of deriving a key from a passphrase, with its salt.
  struct Derivation: Sendable, Hashable {
    let parameters: ScryptParameters
    let salt: [UInt8]

    var bytes: [UInt8] {
      let numbers = [parameters.logarithm, parameters.blockSize, parameters.parallelism]
      return numbers.map { UInt8(truncatingIfNeeded: $0) } + salt
    }
  }

  /// The current key for one secret, and a value by which a wrong secret is told from changed bytes.
  struct Slot: Sendable, Hashable {
    let check: [UInt8]
    let wrapped: WrappedKey
  }

  struct EarlierKey: Sendable, Hashable {
    let id: VaultKeyID
    let wrapped: WrappedKey
  }

  static let format: UInt8 = 1
  static let wrappedBytes = 60
  static let macBytes = 32
  static let maximumEarlierKeys = Int(UInt16.max)
  private static let fixedBytes = 16 + 19 + 2 * (16 + wrappedBytes) + 2

  var generation: KeyringGeneration
  let current: VaultKeyID
  var derivation: Derivation
  var passphrase: Slot
  var recovery: Slot
  let earlier: [EarlierKey]

  /// The bytes that are authenticated.
  var bytes: [UInt8] {
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
  static func read(_ bytes: [UInt8]) throws(KeyringError) -> (keyring: KeyringFormat, mac: [UInt8]) {
    guard bytes.count >= 4, Array(bytes[..<3]) == PayloadKind.keyringMark else { throw .damaged }
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
}

extension Keyring {
  /// The parts of the bytes; `nil` for other bytes than those of a keyring. Nothing is verified.
  var format: KeyringFormat? { (try? KeyringFormat.read(bytes))?.keyring }
}

extension KeyringFormat {
  /// Returns whether this keyring replaces another: its key followed the other's, or it is a later one of the same key.
  ///
  /// Keys come before numbers: a keyring of a key that was replaced never comes later, whatever its number.
  func replaces(_ other: KeyringFormat) -> Bool {
    if current == other.current { return generation > other.generation }
    return earlier.contains { $0.id == other.current }
  }
}
