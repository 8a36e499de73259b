import Crypto
import NotesDomain

/// The derivation of keys from a vault's key: HKDF-Expand with SHA-256 (<https://www.rfc-editor.org/rfc/rfc5869>, section
/// 2.3). The first step of HKDF is left out, since the keys are uniformly random already (section 3.3).
struct KeyDerivation {
  /// The purpose of a derived key. Keys of different purposes have nothing to do with each other.
  enum Purpose: String {
    case item
    case itemNonce = "item nonce"
    case blob
    case earlier
    case keyring
    case wrap
    case check
  }

  let secret: [UInt8]
  let vault: VaultID

  /// Derives a number of bytes.
  func bytes(_ purpose: Purpose, _ context: [UInt8] = [], count: Int = 32) -> [UInt8] {
    derived(purpose, context, count: count).bytes
  }

  func key(_ purpose: Purpose, _ context: [UInt8] = []) -> SymmetricKey { derived(purpose, context, count: 32) }

  private func derived(_ purpose: Purpose, _ context: [UInt8], count: Int) -> SymmetricKey {
    let info = Array("notesctl/1 \(purpose.rawValue)".utf8) + [0] + vault.sealedName + context
    return HKDF<SHA256>.expand(pseudoRandomKey: secret, info: info, outputByteCount: count)
  }
}

extension SymmetricKey {
  /// A copy of the bytes of the key.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension VaultKey {
  func derivation(in vault: VaultID) -> KeyDerivation { KeyDerivation(secret: secret, vault: vault) }
}

extension VaultID {
  /// The name as it stands in keys and additional data: its length, and its bytes.
  var sealedName: [UInt8] { [UInt8(truncatingIfNeeded: name.utf8.count)] + Array(name.utf8) }
}

extension NoteID {
  /// The 16 bytes of the identifier.
  var sealedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
    return bytes
  }
}
