import NotesDomain

/// The set that the next change of its kind joins, as long as it is the newest.
struct OpenChangeSet: Sendable {
  let number: Int64
  let kind: ChangeSet.Kind
}
