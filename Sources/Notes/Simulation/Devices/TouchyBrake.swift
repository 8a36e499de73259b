import NotesSync

/// A brake that in some histories stops at a few notes already.
struct TouchyBrake: BrakeRule {
  let inner: any BrakeRule
  let limit: BrakeLimit

  func stops(deletions: Int, of notes: Int) -> Bool {
    guard let most = limit.deletions else { return inner.stops(deletions: deletions, of: notes) }
    return deletions > most && deletions * 5 > notes
  }
}
