import NotesDomain

/// Ids of new notes, drawn from the chance of the scene.
struct DrawnNoteIDs: NoteIDGenerator {
  let scene: Scene

  func next(created: Timestamp) -> NoteID {
    NoteID(moment: created, random: (scene.next(), scene.next()))
  }
}
