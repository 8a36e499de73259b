/// The kinds of payloads of a vault's items, by their first bytes.
package enum PayloadKind {
  /// The first bytes of a keyring: `NKR`.
  package static let keyringMark: [UInt8] = [0x4E, 0x4B, 0x52]

  /// Whether a payload is a note as encoded by ``NotePayload``, which begins with the field of its version.
  package static func isPlain(_ payload: [UInt8]) -> Bool { payload.first == PayloadField.version.key }

  package static func isKeyring(_ payload: [UInt8]) -> Bool { payload.starts(with: keyringMark) }
}
