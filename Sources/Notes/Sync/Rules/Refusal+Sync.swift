import NotesDomain

extension Refusal {
  /// The vault took all bytes of a blob, more than once, and they were not what its name says.
  static let damagedBlob = Refusal(code: "damaged_blob")
  /// A request that held one change alone was refused as a whole.
  static let request = Refusal(code: "request_refused")
}
