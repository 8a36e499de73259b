import Foundation
import NotesDomain
import NotesHosting
import NotesTestSupport

@testable import NotesEncryption

/// The examples of `docs/encryption.md`, made by the implementation in Python.
struct Vectors: Decodable {
  struct Key: Decodable {
    let id: Hex
    let key: Hex

    func vaultKey() throws -> VaultKey {
      guard let key = VaultKey(id: VaultKeyID(bits: UInt64(bigEndian: id.bytes)), secret: key.bytes) else {
        throw VectorError.invalid
      }
      return key
    }
  }

  struct Blob: Decodable {
    let content: Hex
    let size: Int
    let sealed: Hex
    let key: Hex

    func sealedBlob() throws -> SealedBlob {
      guard let content = BlobDigest(bytes: content.bytes), let sealed = BlobDigest(bytes: sealed.bytes) else {
        throw VectorError.invalid
      }
      return SealedBlob(
        digest: content, size: size, sealed: sealed, key: VaultKeyID(bits: UInt64(bigEndian: key.bytes)))
    }
  }

  struct Derivation: Decodable {
    let vault: String
    let key: Hex
    let purpose: String
    let context: Hex
    let length: Int
    let derived: Hex
  }

  struct Item: Decodable {
    let name: String
    let vault: String
    let key: Key
    let item: Hex
    let replaces: Int64
    let device: Hex
    let batch: Int
    let operation: String
    let note: Hex
    let blobs: [Blob]
    let payload: Hex
  }

  struct SealedContent: Decodable {
    let vault: String
    let key: Key
    let size: Int
    let blob: Blob
    let length: Int
  }

  struct StoredKeyring: Decodable {
    let name: String
    let vault: String
    let generation: UInt32
    let keys: [Key]
    let passphrase: String
    let code: String
    let keyring: Hex
  }

  struct Code: Decodable {
    let secret: Hex
    let code: String
    let also: [String]
  }

  struct Refusals: Decodable {
    struct Item: Decodable {
      struct Request: Decodable {
        let vault: String
        let keys: [Key]
        let item: Hex
        let payload: Hex
        let known: Int64?
      }

      let name: String
      let request: Request
    }

    struct Keyring: Decodable {
      struct Request: Decodable {
        let vault: String
        let keyring: Hex
        let code: String?
        let passphrase: String?
        let keys: [Key]?
        let generation: UInt32?
      }

      let name: String
      let request: Request
    }

    struct Code: Decodable {
      struct Request: Decodable {
        let code: String
      }

      let name: String
      let request: Request
    }

    let items: [Item]
    let keyrings: [Keyring]
    let recovery_codes: [Code]
  }

  let padding: [[Int]]
  let derivations: [Derivation]
  let items: [Item]
  let blobs: [SealedContent]
  let keyrings: [StoredKeyring]
  let recovery_codes: [Code]
  let refusals: Refusals

  static func load() throws -> Vectors {
    let path = RepositoryRoot.path + "/Resources/encryption/vectors.json"
    return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }
}

/// Bytes in hexadecimal digits.
struct Hex: Codable, Hashable {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let bytes = Hexadecimal.decode(text.utf8, count: text.utf8.count / 2) else { throw VectorError.invalid }
    self.bytes = bytes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Hexadecimal.encode(bytes))
  }

  func noteID() -> NoteID {
    NoteID(high: UInt64(bigEndian: bytes.prefix(8)), low: UInt64(bigEndian: bytes.suffix(8)))
  }
}

enum VectorError: Error {
  case invalid
}

extension VaultID {
  static func named(_ name: String) throws -> VaultID {
    guard let vault = VaultID(name) else { throw VectorError.invalid }
    return vault
  }
}

extension [Vectors.Key] {
  func vaultKeys(of vault: String) throws -> VaultKeys {
    let keys = try map { try $0.vaultKey() }
    guard let current = keys.first else { throw VectorError.invalid }
    return VaultKeys(vault: try .named(vault), current: current, earlier: Array<VaultKey>(keys.dropFirst()))
  }
}

/// The folder of this package.
enum RepositoryRoot {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}
