import Crypto
import NotesDomain
import Synchronization

/// The transfer of blobs in sealed form. The engine names each blob by the digest of its content, the vault by the digest of
/// what it holds.
///
/// A form is stored once a version in the vault names it. Until then it is only kept in memory, and not used after a rotation:
/// otherwise a file whose upload was interrupted would arrive later in a form that a revoked device can open. Sealing the same
/// content with the same key gives the same bytes, so an upload continues although its form was forgotten.
final class SealedBlobs: Sendable {
  let store: any EncryptionStore
  private let transport: any VaultTransport
  private let cipher: any VaultCipher
  private let blobs: any BlobStore
  /// The forms that no version is known to name.
  private let unnamed = Mutex<[BlobDigest: SealedBlob]>([:])

  init(
    transport: any VaultTransport, cipher: any VaultCipher, store: any EncryptionStore, blobs: any BlobStore
  ) {
    self.transport = transport
    self.cipher = cipher
    self.store = store
    self.blobs = blobs
  }

  /// Returns the sealed forms of blobs, in the order of the digests. Blobs that no version in the vault is known to name are
  /// sealed with the current key; those whose content this device does not have are left out.
  func forms(of digests: [BlobDigest], with keys: VaultKeys) async throws(StoreError) -> [SealedBlob] {
    if digests.isEmpty { return [] }
    let named = try await store.sealedBlobs(digests, in: keys.vault)
    var forms: [SealedBlob] = []
    for digest in digests {
      if let form = unnamedForm(of: digest, with: keys) {
        forms.append(form)
      } else if let form = named[digest], keys[form.key] != nil {
        forms.append(form)
      } else if let form = try await currentForm(of: digest, with: keys) {
        forms.append(form)
      }
    }
    return forms
  }

  /// Returns the form of a blob that is sealed with the current key; `nil` when its content is not here.
  func currentForm(of digest: BlobDigest, with keys: VaultKeys) async throws(StoreError) -> SealedBlob? {
    if let form = unnamedForm(of: digest, with: keys) { return form }
    guard let form = try await seal(digest, with: keys) else { return nil }
    unnamed.withLock { $0[digest] = form }
    return form
  }

  /// Stores forms that a version in the vault names now.
  func recordNames(of forms: [SealedBlob], in vault: VaultID) async throws(StoreError) {
    let new = unnamed.withLock { unnamed in forms.filter { unnamed.removeValue(forKey: $0.digest) != nil } }
    try await store.save(new, in: vault)
  }

  private func unnamedForm(of digest: BlobDigest, with keys: VaultKeys) -> SealedBlob? {
    unnamed.withLock { $0[digest] }.flatMap { $0.key == keys.current.id ? $0 : nil }
  }

  func progress(of digest: BlobDigest, with keys: VaultKeys) async throws(TransportError) -> BlobProgress? {
    guard let form = try await form(of: digest, with: keys) else { return nil }
    guard let progress = try await transport.progress(of: form.sealed) else { return nil }
    return self.progress(progress, of: form)
  }

  /// Sends the chunks from the beginning of a piece on, as many as one request carries, and after the last piece the padding.
  /// They are read from the store, since a piece need not consist of whole chunks.
  func send(_ piece: BlobPiece, with keys: VaultKeys) async throws(TransportError) -> BlobUploadReply {
    guard let form = try await form(of: piece.digest, with: keys), let key = keys[form.key], form.size == piece.size
    else { return .mismatch }
    let layout = BlobLayout(of: form.digest, size: form.size)
    var index = piece.offset / BlobChunk.size
    while true {
      let chunks = index..<min(index + BlobLayout.chunksPerPiece, layout.chunkCount)
      guard let bytes = try await sealedBytes(of: chunks, layout, with: key, in: keys.vault) else { return .mismatch }
      let sealed = BlobPiece(
        digest: form.sealed, size: layout.sealedSize, offset: index * BlobLayout.sealedChunk, bytes: bytes)
      let reply = try await transport.send(sealed)
      guard case .progress(let received) = reply else { return reply }
      index = chunks.upperBound
      let isBehindContent = index * BlobChunk.size >= layout.size
      if received.isComplete || index == layout.chunkCount || !isBehindContent
        || received.received != index * BlobLayout.sealedChunk
      {
        return .progress(progress(received, of: form))
      }
    }
  }

  /// Requests a piece of a blob's content. Returns `nil` when the vault does not hold the blob, when no version that arrived
  /// here names its sealed form, or when its bytes are not authentic.
  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, with keys: VaultKeys
  ) async throws(TransportError) -> BlobPiece? {
    let known = try await TransportError.storing { () async throws(StoreError) in
      try await store.sealedBlobs([digest], in: keys.vault)
    }
    guard let form = known[digest], let key = keys[form.key] else { return nil }
    let layout = BlobLayout(of: digest, size: form.size)
    guard offset < form.size || form.size == 0 else {
      return BlobPiece(digest: digest, size: form.size, offset: offset, bytes: [])
    }
    let end = min(offset + min(max(1, limit), BlobPiece.maximumBytes), form.size)
    let first = offset / BlobChunk.size
    var bytes: [UInt8] = []
    var index = first
    while index * BlobChunk.size < end || index == first {
      let last = max(first, (end - 1) / BlobChunk.size)
      let chunks = index..<min(index + BlobLayout.chunksPerPiece, last + 1)
      let count = layout.sealedLength(of: chunks)
      let sealed = try await transport.piece(of: form.sealed, from: index * BlobLayout.sealedChunk, limit: count)
      guard let sealed else { return nil }
      guard sealed.size == layout.sealedSize, sealed.offset == index * BlobLayout.sealedChunk,
        sealed.bytes.count == count,
        let opened = open(sealed.bytes, chunks: chunks, of: layout, with: key, in: keys.vault)
      else { return nil }
      bytes += opened
      index = chunks.upperBound
    }
    let start = offset - first * BlobChunk.size
    return BlobPiece(digest: digest, size: form.size, offset: offset, bytes: Array(bytes[start..<start + end - offset]))
  }
}

extension SealedBlobs {
  private func form(of digest: BlobDigest, with keys: VaultKeys) async throws(TransportError) -> SealedBlob? {
    try await TransportError.storing { () async throws(StoreError) in try await forms(of: [digest], with: keys).first }
  }

  private func progress(_ sealed: BlobProgress, of form: SealedBlob) -> BlobProgress {
    let layout = BlobLayout(of: form.digest, size: form.size)
    // An upload of another size is not one of a device that has the key, and starts over.
    let isRight = sealed.size == layout.sealedSize
    return BlobProgress(received: isRight ? layout.received(sealed: sealed.received) : 0, size: form.size)
  }

  /// Seals a blob of this device to learn the digest of its sealed form; `nil` when the content is not here.
  private func seal(_ digest: BlobDigest, with keys: VaultKeys) async throws(StoreError) -> SealedBlob? {
    guard let progress = try await blobs.progress(of: digest), progress.isComplete else { return nil }
    let layout = BlobLayout(of: digest, size: progress.size)
    var hash = SHA256()
    for index in 0..<layout.chunkCount {
      guard let bytes = try await content(of: index, layout) else { return nil }
      hash.update(data: cipher.seal(bytes, as: layout.chunk(index), with: keys.current, in: keys.vault))
    }
    return BlobDigest(bytes: Array(hash.finalize())).map {
      SealedBlob(digest: digest, size: progress.size, sealed: $0, key: keys.current.id)
    }
  }

  private func sealedBytes(
    of chunks: Range<Int>, _ layout: BlobLayout, with key: VaultKey, in vault: VaultID
  ) async throws(TransportError) -> [UInt8]? {
    var sealed: [UInt8] = []
    for index in chunks {
      guard
        let bytes = try await TransportError.storing({ () async throws(StoreError) in
          try await content(of: index, layout)
        })
      else { return nil }
      sealed += cipher.seal(bytes, as: layout.chunk(index), with: key, in: vault)
    }
    return sealed
  }

  /// Returns the padded content of a chunk; `nil` when this device does not have it.
  private func content(of index: Int, _ layout: BlobLayout) async throws(StoreError) -> [UInt8]? {
    let offset = index * BlobChunk.size
    let count = min(layout.length(of: index), max(0, layout.size - offset))
    var bytes: [UInt8] = []
    if count > 0 {
      guard let piece = try await blobs.piece(of: layout.blob, from: offset, limit: count), piece.bytes.count == count
      else { return nil }
      bytes = piece.bytes
    }
    return bytes + repeatElement(0, count: layout.length(of: index) - count)
  }

  /// Opens consecutive chunks; `nil` when one of them is not authentic. Returns the content without padding.
  private func open(
    _ sealed: [UInt8], chunks: Range<Int>, of layout: BlobLayout, with key: VaultKey, in vault: VaultID
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = sealed[...]
    for index in chunks {
      let count = layout.length(of: index) + BlobChunk.overhead
      guard let plain = try? cipher.open(Array(rest.prefix(count)), as: layout.chunk(index), with: key, in: vault)
      else { return nil }
      bytes += plain
      rest = rest.dropFirst(count)
    }
    return Array(bytes.prefix(max(0, layout.size - chunks.lowerBound * BlobChunk.size)))
  }
}
