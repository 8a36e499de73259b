import NotesDomain

// What a device knows of a keyring, from one stage of a command to the next.

extension KnownKeyring {
  /// Creates what is known of a vault after one of its keyrings was seen.
  ///
  /// - Parameters:
  ///   - revision: The revision of the keyring in the vault; `nil` when the vault does not have it yet.
  ///   - keys: The keys of this device. Each earlier one was replaced by then, also one that is not part of the keyring. Others were
  ///     not, whatever the keyring says.
  init(_ keyring: Keyring, seenAt revision: Revision?, after known: KnownKeyring?, with keys: VaultKeys) {
    let hasSameKey = known?.keyring?.format?.current == keyring.format?.current
    let revisions = [revision, hasSameKey ? known?.rotated : nil].compactMap(\.self)
    var retired = known?.retired ?? [:]
    if let first = revisions.min() {
      // Not what else the keyring names as earlier: a device that was excluded could name the present key.
      for key in keys.earlier { retired[key.id] = min(retired[key.id] ?? first, first) }
    }
    var (stage, plainText) = (known?.stage ?? .complete, known?.plainText)
    if stage == .rotationRequested, !hasSameKey { stage = .rotating }
    if stage == .restoring, plainText == nil, let known, let revision {
      // The vault has a keyring, though no reply has said so: the one that was given back, or a later one of another device.
      if known.isGivenBack(by: keyring.bytes) {
        plainText = PlainText(received: .none, end: revision)
      } else if keyring.format?.current == known.keyring?.format?.current {
        stage = .complete
      }
    }
    self.init(
      keyring, stage: stage, rotated: revisions.min(), retired: retired,
      plainText: plainText, owesCode: known?.owesCode ?? false)
  }

  /// Returns the plain text in the vault that is the owner's, given the revision of the present keyring; `nil` if it is not known. A
  /// store of an earlier version knows no more than when the first key was replaced.
  func plainText(before revision: Revision) -> PlainText? {
    let isFirstKey = keyring?.format?.earlier.isEmpty == true
    guard let end = plainText?.end ?? (isFirstKey ? rotated ?? revision : retired.values.min()) else { return nil }
    return PlainText(received: plainText?.received ?? .none, end: min(end, revision))
  }

  /// Returns whether the vault has the keyring that is given back to it, given the bytes of the one that it has. Until a reply has said
  /// so, another device may have been the one.
  func isGivenBack(by bytes: [UInt8]) -> Bool { plainText != nil || keyring?.bytes == bytes }

  /// Returns the keyring as one that is given back to its vault.
  ///
  /// - Parameter revision: Its revision; `nil` until the vault has said it.
  func restoring(upTo revision: Revision?) -> KnownKeyring {
    var known = at(.restoring)
    // The vault is another one than this device has received.
    known.plainText = revision.map { PlainText(received: .none, end: $0) }
    return known
  }

  /// Returns the same keyring at another stage.
  func at(_ stage: EncryptionStage) -> KnownKeyring {
    var known = self
    known.stage = stage
    return known
  }
}
