import NotesDomain

extension VaultSealer {
  /// Seals the attachments of a note in plain text. Those that neither this device nor the vault has are left out.
  ///
  /// - Returns: The sealed forms by digest; `nil` when the vault refuses one.
  func sealBlobs(
    of note: Note, with keys: VaultKeys, _ progress: inout SealingProgress
  ) async throws(EncryptionError) -> [SealedBlob]? {
    var forms: [SealedBlob] = []
    for digest in Set(note.attachments.map(\.digest)).sorted() {
      // The vault is going to lose it.
      try await complete(digest) { offset in
        try await transport.piece(of: digest, from: offset, limit: BlobPiece.maximumBytes)
      }
      guard let form = try await currentForm(of: digest, with: keys) else {
        progress.missingAttachments += 1
        continue
      }
      guard try await upload(form, with: keys, &progress) else { return nil }
      forms.append(form)
    }
    return forms
  }

  /// Seals blobs of a sealed version with the current key. Those that neither this device nor the vault has stay as they are.
  ///
  /// - Returns: The sealed forms by digest; `nil` when the vault refuses one.
  func renewBlobs(
    _ forms: [SealedBlob], with keys: VaultKeys, _ progress: inout SealingProgress
  ) async throws(EncryptionError) -> [SealedBlob]? {
    var renewed: [SealedBlob] = []
    for form in forms {
      guard form.key != keys.current.id else {
        renewed.append(form)
        continue
      }
      try await storing { () async throws(StoreError) in
        let known = try await blobs.store.sealedBlobs([form.digest], in: keys.vault)
        if known.isEmpty { try await blobs.store.save([form], in: keys.vault) }
      }
      try await complete(form.digest) { offset in
        try await blobs.piece(of: form.digest, from: offset, limit: BlobPiece.maximumBytes, with: keys)
      }
      guard let fresh = try await currentForm(of: form.digest, with: keys) else {
        progress.missingAttachments += 1
        renewed.append(form)
        continue
      }
      guard try await upload(fresh, with: keys, &progress) else { return nil }
      renewed.append(fresh)
    }
    return renewed
  }

  /// Returns the form of a blob that is sealed with the current key; `nil` when this device does not have its content.
  private func currentForm(
    of digest: BlobDigest, with keys: VaultKeys
  ) async throws(EncryptionError) -> SealedBlob? {
    try await storing { () async throws(StoreError) in
      let form = try await blobs.forms(of: [digest], with: keys).first
      return form?.key == keys.current.id ? form : try await blobs.currentForm(of: digest, with: keys)
    }
  }

  /// Completes a blob of this device from the vault, as far as the vault has it.
  private func complete(
    _ digest: BlobDigest, by request: (_ offset: Int) async throws -> BlobPiece?
  ) async throws(EncryptionError) {
    var progress = try await storing { () async throws(StoreError) in try await content.progress(of: digest) }
    while progress?.isComplete != true {
      let offset = progress?.received ?? 0
      guard let piece = try await retrying({ try await request(offset) }) else { return }
      let next = try await storing { () async throws(StoreError) in try await content.add(piece) }
      guard let next, next.isComplete || next.received > offset else { return }
      progress = next
    }
  }

  /// Sends a blob in sealed form, unless the vault has it. Returns `false` when the vault refuses it.
  private func upload(
    _ form: SealedBlob, with keys: VaultKeys, _ progress: inout SealingProgress
  ) async throws(EncryptionError) -> Bool {
    var offset = 0
    if let known = try await retrying({ try await blobs.progress(of: form.digest, with: keys) }) {
      if known.isComplete { return true }
      offset = known.received
    }
    while true {
      let piece = BlobPiece(digest: form.digest, size: form.size, offset: offset, bytes: [])
      switch try await retrying({ try await blobs.send(piece, with: keys) }) {
      case .progress(let sent):
        if sent.isComplete {
          progress.attachments += 1
          return true
        }
        guard sent.received > offset else {
          throw .transport(.undecodable(detail: "the vault accepts pieces of an attachment but does not store them"))
        }
        offset = sent.received
      case .mismatch: throw .transport(.undecodable(detail: "an attachment arrived damaged"))
      case .refused(.overQuota): throw .vaultFull
      case .refused: return false
      }
    }
  }
}
