/// The keys of a vault on a device: the current one, with which everything new is sealed, and those before a rotation.
package struct VaultKeys: Sendable, Hashable {
  package let vault: VaultID
  package let current: VaultKey
  /// The earlier keys, the latest first.
  package let earlier: [VaultKey]

  package init(vault: VaultID, current: VaultKey, earlier: [VaultKey] = []) {
    (self.vault, self.current, self.earlier) = (vault, current, earlier)
  }

  /// Returns the key of an identifier; `nil` when this device does not have it.
  package subscript(id: VaultKeyID) -> VaultKey? {
    current.id == id ? current : earlier.first { $0.id == id }
  }

  /// Returns the keys of this device after it opened a keyring. It keeps each key that it has.
  ///
  /// Of two earlier keys with one name, the held one counts: a device that was excluded later can put another one beside its name, and
  /// would keep the owner's devices apart if that were an error.
  ///
  /// - Throws: ``KeyringError/outdated`` when the current key of the keyring is one that was replaced, and
  ///   ``KeyringError/damaged`` when the name of a current key stands for another one.
  package func adopting(_ opened: VaultKeys) throws(KeyringError) -> VaultKeys {
    if let named = self[opened.current.id], named != opened.current { throw .damaged }
    // A keyring of the same key never gains earlier ones: what it has more, no device of the owner wrote.
    if opened.current == current { return self }
    guard self[opened.current.id] == nil else { throw .outdated }
    if let named = opened[current.id], named != current { throw .damaged }
    // A keyring may be full, so that keys are looked up by their names.
    let held = [current] + earlier
    let own = Dictionary(held.map { ($0.id, $0) }) { first, _ in first }
    let listed = opened.earlier.map { own[$0.id] ?? $0 }
    let names = Set(listed.map(\.id))
    return VaultKeys(
      vault: vault, current: opened.current, earlier: listed + held.filter { !names.contains($0.id) })
  }
}

/// A secret from which the keys of a vault's notes and attachments are derived: 256 random bits.
package struct VaultKey: Sendable, Hashable {
  /// The number of secret bytes.
  package static let count = 32

  /// The public name of the key, which stands in front of everything that is sealed with it.
  package let id: VaultKeyID
  package let secret: [UInt8]

  /// Restores a key from 32 bytes; `nil` for another number of bytes.
  package init?(id: VaultKeyID, secret: [UInt8]) {
    guard secret.count == Self.count else { return nil }
    (self.id, self.secret) = (id, secret)
  }

  /// Creates a key from a cryptographically secure source.
  package init(using randomness: any Randomness) {
    id = VaultKeyID(bits: randomness.next())
    var secret: [UInt8] = []
    for _ in 0..<Self.count / 8 { secret.append(bigEndian: randomness.next()) }
    self.secret = secret
  }
}

extension VaultKey: Secret {
  package var description: String { "the key \(id) of a vault" }
}

/// The public name of a ``VaultKey``: 64 random bits.
package struct VaultKeyID: Sendable, Hashable {
  package let bits: UInt64

  package init(bits: UInt64) {
    self.bits = bits
  }
}

extension VaultKeyID: CustomStringConvertible, LosslessStringConvertible {
  /// Parses 16 lower-case hexadecimal digits.
  package init?(_ text: String) {
    guard let bits = UInt64(hexadecimal: text), text == bits.hexadecimal else { return nil }
    self.init(bits: bits)
  }

  /// 16 lower-case hexadecimal digits.
  package var description: String { bits.hexadecimal }
}
