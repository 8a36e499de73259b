import NotesDomain
import NotesTestSupport

/// What people do with files.
extension World {
  /// Few names, so that two people often give the same one.
  private static let names = ["plan", "plan.pdf", "世界.png"]

  /// Somebody attaches a file, replaces it or removes it.
  func changeFiles(_ note: inout Note, on device: Int) async throws {
    let name = Self.names[scene.below(Self.names.count)]
    let old = note.attachments.filter { $0.name == name }
    ledger.remove(old)
    note.attachments.removeAll { $0.name == name }
    guard old.isEmpty || scene.below(2) == 0 else { return }
    let token = ledger.mint(by: device)
    let content = Array(NoteText.line(token, flavour: scene.below(32)).utf8)
    let piece = BlobPiece(of: content)
    ledger.attach(piece.digest, token)
    _ = try await place(device).store.store.blobs.add(piece)
    note.attachments.append(.sample(name, content))
  }
}
