/// What sync promises, and the judge looks for.
package enum Promise: String, Sendable, Hashable, CaseIterable {
  /// With users quiet and a network that works, all devices and the vault come to rest.
  case quiet = "it does not come to rest"
  /// All devices then hold what the vault holds.
  case equal = "the devices differ from the vault"
  /// No text is lost unless a person removed it.
  case kept = "text is lost"
  /// No text stands twice in one note, and no line is broken.
  case whole = "a text is mangled"
  /// All devices and the vault have the files of all notes, and the vault knows which those are.
  case filed = "a file is missing"
  /// Notes come from people, and from conflicts, and from nowhere else.
  case known = "a note comes from nowhere"
  /// The vault remembers about as many batches as there are devices, and devices remember no notes that nobody has.
  case bounded = "what is remembered grows"
  /// Within an epoch, a device never goes back to where it was.
  case steady = "a cursor went back"
  /// Revisions rise one by one, each for one change.
  case ordered = "revisions have a gap or are given twice"
  /// A batch is executed at most once.
  case single = "a batch was executed twice"
  /// A deleted note comes back only through an edit that the one who deleted it did not know.
  case dead = "a deleted note came back"
  /// What a device takes for the vault's version, up to its cursor, is the vault's version.
  case informed = "a device is wrong about the vault"
  /// A sync ends with what it was stopped by, and with nothing else.
  case honest = "a sync ends in an unexpected way"
}
