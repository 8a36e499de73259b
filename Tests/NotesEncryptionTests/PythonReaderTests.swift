import Crypto
import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// What this program seals, the reader opens, which was written from `docs/encryption.md`; and the other way round.
@Suite("The reader in Python") struct PythonReaderTests {
  private struct Key: Encodable {
    let id: Hex
    let key: Hex

    init(_ key: VaultKey) {
      var id: [UInt8] = []
      id.append(bigEndian: key.id.bits)
      (self.id, self.key) = (Hex(id), Hex(key.secret))
    }
  }

  private struct Blob: Encodable {
    let content: Hex
    let size: Int
    let sealed: Hex
    let key: Hex

    init(_ blob: SealedBlob) {
      var key: [UInt8] = []
      key.append(bigEndian: blob.key.bits)
      (content, size, sealed, self.key) = (Hex(blob.digest.bytes), blob.size, Hex(blob.sealed.bytes), Hex(key))
    }
  }

  /// A request; fields that are `nil` are left out.
  private struct Request: Encodable {
    let `do`: String
    var vault = VaultID.main.name
    var key: Key?
    var keys: [Key]?
    var item: Hex?
    var payload: Hex?
    var replaces: Int64?
    var operation: String?
    var note: Hex?
    var blobs: [Blob]?
    var device: Hex?
    var batch: Int?
    var blob: Blob?
    var bytes: Hex?
    var content: Hex?
    var keyring: Hex?
    var code: String?
    var passphrase: String?
    var generation: UInt32?
    var secret: Hex?
  }

  private let randomness = SeededRandomness(seed: 31)
  private let cipher = AESVaultCipher()
  private let keys: VaultKeys

  init() {
    keys = VaultKeys(vault: .main, current: VaultKey(using: randomness), earlier: [VaultKey(using: randomness)])
  }

  private func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: randomness.next()) }
  }

  private func versions() -> [(SealOccasion, SealedVersion)] {
    (0..<60).map { number in
      let occasion = SealOccasion(
        note: NoteID(high: randomness.next(), low: randomness.next()), base: Revision(Int64(number * 7)),
        device: DeviceID(using: randomness), batch: number + 1)
      let blobs = (0..<number % 4).map { index in
        SealedBlob(
          digest: .sample(UInt8(index)), size: number * 1000, sealed: .sample(UInt8(100 + index)), key: keys.current.id)
      }
      let isDeletion = number % 5 == 0
      return (
        occasion,
        isDeletion ? SealedVersion(payload: nil) : SealedVersion(payload: bytes(number * number), blobs: blobs)
      )
    }
  }

  private func idBytes(_ id: NoteID) -> Hex {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: id.high)
    bytes.append(bigEndian: id.low)
    return Hex(bytes)
  }

  @Test func `it opens the versions of this program`() throws {
    let versions = versions()
    let replies = try PythonReader.replies(
      to: versions.map { occasion, version in
        Request(
          do: "open-item", keys: ([keys.current] + keys.earlier).map(Key.init), item: idBytes(occasion.note),
          payload: Hex(cipher.seal(version, as: occasion, with: keys)))
      })
    #expect(replies.count == versions.count)
    for ((occasion, version), reply) in zip(versions, replies) {
      let fields = try #require(reply["ok"] as? [String: Any], "\(reply)")
      #expect(fields["note"] as? String == Hexadecimal.encode(version.payload ?? []))
      #expect(fields["operation"] as? String == (version.payload == nil ? "deletion" : "version"))
      #expect(fields["replaces"] as? Int == Int(occasion.base.number))
      #expect((fields["blobs"] as? [Any])?.count == version.blobs.count)
    }
  }

  @Test func `this program opens its versions, which have the same bytes`() throws {
    let versions = versions()
    let replies = try PythonReader.replies(
      to: versions.map { occasion, version in
        var device: [UInt8] = []
        device.append(bigEndian: UInt64(truncatingIfNeeded: occasion.device.bits >> 64))
        device.append(bigEndian: UInt64(truncatingIfNeeded: occasion.device.bits))
        return Request(
          do: "seal-item", key: Key(keys.current), item: idBytes(occasion.note), replaces: occasion.base.number,
          operation: version.payload == nil ? "deletion" : "version", note: Hex(version.payload ?? []),
          blobs: version.blobs.map(Blob.init), device: Hex(device), batch: occasion.batch)
      })
    for ((occasion, version), reply) in zip(versions, replies) {
      let fields = try #require(reply["ok"] as? [String: Any], "\(reply)")
      let payload = try #require(
        (fields["payload"] as? String).flatMap { text in
          Hexadecimal.decode(text.utf8, count: text.utf8.count / 2)
        })
      #expect(payload == cipher.seal(version, as: occasion, with: keys))
      #expect(try cipher.open(payload, of: occasion.note, with: keys).version == version)
    }
  }

  @Test(arguments: [0, 1, 256, 65_536, 65_537, 150_000])
  func `it opens the blobs of this program`(size: Int) throws {
    let content = bytes(size)
    let digest = BlobDigest.of(content)
    let layout = BlobLayout(of: digest, size: size)
    var sealed: [UInt8] = []
    for index in 0..<layout.chunkCount {
      let start = min(index * BlobChunk.size, size)
      var chunk = Array(content[start..<min(start + layout.length(of: index), size)])
      chunk += repeatElement(0, count: layout.length(of: index) - chunk.count)
      sealed += cipher.seal(chunk, as: layout.chunk(index), with: keys.current, in: .main)
    }
    let form = SealedBlob(digest: digest, size: size, sealed: .of(sealed), key: keys.current.id)
    let requests = [
      Request(do: "open-blob", keys: [Key(keys.current)], blob: Blob(form), bytes: Hex(sealed)),
      Request(do: "seal-blob", key: Key(keys.current), content: Hex(content)),
    ]
    let replies = try PythonReader.replies(to: requests)
    #expect((replies[0]["ok"] as? [String: Any])?["content"] as? String == Hexadecimal.encode(content))
    #expect((replies[1]["ok"] as? [String: Any])?["bytes"] as? String == Hexadecimal.encode(sealed))
  }

  @Test func `it opens the keyrings of this program, which opens its`() async throws {
    let keyrings = ScryptKeyringCipher(parameters: .recommended, randomness: randomness)
    let code = RecoveryCode(using: randomness)
    let keyring = try await keyrings.seal(keys, generation: 9, for: .sample(), and: code)
    let all = ([keys.current] + keys.earlier).map(Key.init)
    let replies = try PythonReader.replies(to: [
      Request(do: "open-keyring", keyring: Hex(keyring.bytes), passphrase: "correct horse battery"),
      Request(do: "open-keyring", keyring: Hex(keyring.bytes), code: code.text),
      Request(
        do: "seal-keyring", keys: all, passphrase: "other words of mine", generation: 10, secret: Hex(code.bytes)),
    ])
    for reply in replies.prefix(2) {
      let fields = try #require(reply["ok"] as? [String: Any], "\(reply)")
      #expect(fields["generation"] as? Int == 9)
      #expect(
        (fields["keys"] as? [[String: String]])?.map { $0["key"] } == all.map { Hexadecimal.encode($0.key.bytes) })
    }
    let fields = try #require(replies[2]["ok"] as? [String: Any], "\(replies[2])")
    let bytes = try #require(
      (fields["keyring"] as? String).flatMap { text in
        Hexadecimal.decode(text.utf8, count: text.utf8.count / 2)
      })
    let opened = OpenedKeyring(Keyring(generation: 10, bytes: bytes), keys: keys)
    #expect(try await keyrings.open(bytes, of: .main, by: .passphrase(.sample("other words of mine"))) == opened)
    #expect(try await keyrings.open(bytes, of: .main, by: .recoveryCode(code)) == opened)
  }
}
