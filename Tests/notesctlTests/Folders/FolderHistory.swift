import Foundation
import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// A random history of a folder that two devices import and mirror, and of its judge.
///
/// Every line and every file that is written has a word of its own. The judge looks for each word, after every import, mirror and
/// sync, in the files, the notes and their histories. An edit only adds lines, so that no word of a text may be gone; a word of a file
/// may, if a person replaced or removed the file. Nor is a note there twice: a file that both devices have seen is changed or moved
/// on one side before they see it again.
@MainActor
struct FolderHistory {
  private let folder = TemporaryFolder()
  private let devices: [FolderDevice]
  private let seed: UInt64
  private var random: SplitMix64
  private var trace: [String] = []
  private var words = 0
  /// The words that have to be somewhere.
  private var expected: Set<String> = []
  /// The words of new notes, of which a store has one each.
  private var notes: Set<String> = []
  /// The files whose notes are in the trash.
  private var trashed: Set<String> = []

  init(seed: UInt64) async throws {
    self.seed = seed
    random = SplitMix64(seed: seed)
    devices = [try await FolderDevice("one", in: folder), try await FolderDevice("two", in: folder)]
    try FileManager.default.createDirectory(atPath: folder.path + "/vault", withIntermediateDirectories: true)
  }

  mutating func run(steps: Int) async throws {
    for _ in 0..<steps {
      switch Int.random(in: 0..<19, using: &random) {
      case 0...2: try writeNote()
      case 3...4: try await editFile()
      case 5: try await moveFile()
      case 6: try writePicture()
      case 7: try await edit { note, word in note.body += "\n\(word)" }
      case 8: try await edit { note, word in note.title = word }
      case 9: try await moveNote()
      case 10: try await attach()
      case 11: try await trash()
      case 12...13: try await `import`(devices[Int.random(in: 0...1, using: &random)])
      case 14: try await mirror(devices[Int.random(in: 0...1, using: &random)])
      case 15: try await takeFileAway()
      case 16...17: try await bringInStep(devices[Int.random(in: 0...1, using: &random)])
      default: try await sync()
      }
    }
    try await settle()
  }

  // MARK: What a person does to files

  private mutating func word() -> String {
    words += 1
    return "w\(seed)x\(words)x"
  }

  private static let folders = ["", "K/", "L/", "K/M/"]
  private static let pictures = ["p.png", "q.png"]
  private static let links = ["![](p.png)", "![[p.png]]", "![](../q.png)", "![[q.png]]", "[f](p.png)", ""]

  private var documents: [String] {
    files.filter { $0.hasSuffix(".md") && !$0.contains(NoteConflict.copySuffix) }
  }

  private var files: [String] {
    (FileManager.default.subpaths(atPath: folder.path + "/vault") ?? []).filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder.path + "/vault/" + path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  private func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: folder.path + "/vault/" + path)), as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws { try folder.write(Data(text.utf8), to: "vault/" + path) }

  private mutating func writeNote() throws {
    let (word, name) = (word(), ["A", "B", "\u{DC}b", "U\u{308}b"].randomElement(using: &random) ?? "A")
    let path = (Self.folders.randomElement(using: &random) ?? "") + name + ".md"
    // A file under the name of one whose note is in the trash is a later version of that one.
    guard !files.contains(where: { $0.utf8.elementsEqual(path.utf8) }), !trashed.contains(path) else { return }
    trace.append("write \(path) \(word)")
    try write("\(word)\n\(Self.links.randomElement(using: &random) ?? "")\n", to: path)
    expected.insert(word)
    notes.insert(word)
  }

  private mutating func editFile() async throws {
    try await showAll()
    guard let path = documents.randomElement(using: &random) else { return }
    let word = word()
    trace.append("edit \(path) \(word)")
    try write(try read(path) + "\(word)\n", to: path)
    expected.insert(word)
  }

  private mutating func moveFile() async throws {
    try await showAll()
    guard let path = documents.randomElement(using: &random) else { return }
    let target = (Self.folders.randomElement(using: &random) ?? "") + "C\(words).md"
    trace.append("move \(path) \(target)")
    words += 1
    let (from, to) = (folder.path + "/vault/" + path, folder.path + "/vault/" + target)
    try FileManager.default.createDirectory(
      at: URL(filePath: to).deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: from, toPath: to)
    try await showAll()
  }

  /// Moves a file out of the folder, lets a device see that it is gone, and moves it back as it was.
  private mutating func takeFileAway() async throws {
    try await showAll()
    // The file of a note that a person moved to the trash is left alone, unrecorded.
    guard let path = documents.filter({ !trashed.contains($0) }).randomElement(using: &random) else { return }
    let device = devices[Int.random(in: 0...1, using: &random)]
    trace.append("take away \(path)")
    let (from, to) = (folder.path + "/vault/" + path, folder.path + "/away.md")
    try FileManager.default.moveItem(atPath: from, toPath: to)
    try await `import`(device)
    trace.append("bring back \(path)")
    try FileManager.default.moveItem(atPath: to, toPath: from)
    try await `import`(device)
    try expect(files.contains(path), "\(path) is removed")
    try await showAll()
  }

  /// Lets both devices see all files.
  private mutating func showAll() async throws {
    for device in devices {
      try await `import`(device)
      try await sync()
    }
  }

  private mutating func writePicture() throws {
    let path =
      (Self.folders.randomElement(using: &random) ?? "") + (Self.pictures.randomElement(using: &random) ?? "p.png")
    if let old = try? read(path) { expected.remove(old) }
    let word = word()
    trace.append("picture \(path) \(word)")
    try write(word, to: path)
    expected.insert(word)
  }

  // MARK: What a person does to notes

  private mutating func someNote() async throws -> (device: FolderDevice, note: Note)? {
    try await showAll()
    let device = devices[Int.random(in: 0...1, using: &random)]
    let notes = try await device.notes().filter {
      $0.trashed == nil && !$0.title.contains(NoteConflict.copySuffix)
    }
    return notes.randomElement(using: &random).map { (device, $0) }
  }

  private mutating func edit(_ change: @escaping @Sendable (inout Note, String) -> Void) async throws {
    guard let (device, note) = try await someNote() else { return }
    let word = word()
    trace.append("edit note \(device.name) \(note.title) \(word)")
    _ = try await device.parts.repository.update(note.id) { change(&$0, word) }
    expected.insert(word)
  }

  private mutating func moveNote() async throws {
    guard let (device, note) = try await someNote() else { return }
    let notebook = Notebook(["K", "L", "N"].randomElement(using: &random) ?? "K") ?? .root
    trace.append("move note \(device.name) \(note.title) \(notebook.path)")
    _ = try await device.parts.repository.update(note.id) { $0.notebook = notebook }
  }

  private mutating func attach() async throws {
    guard let (device, note) = try await someNote() else { return }
    let (word, name) = (word(), Self.pictures.randomElement(using: &random) ?? "p.png")
    trace.append("attach \(name) \(device.name) \(note.title) \(word)")
    try folder.write(Data(word.utf8), to: "new/" + name)
    await device.parts.attachments.attach(
      [NewAttachment(path: folder.path + "/new/" + name)], to: note.id.description, replacing: true)
    expected.insert(word)
  }

  private mutating func trash() async throws {
    guard let (device, note) = try await someNote() else { return }
    trace.append("trash \(device.name) \(note.title)")
    trashed.formUnion(note.place.paths)
    for device in devices {
      trashed.formUnion(try await device.parts.repository.importRecords(of: [note.id]).map(\.path))
    }
    _ = try await device.parts.repository.update(note.id) { $0.trashed = FixedClock.start }
  }

  // MARK: What the program does

  private mutating func `import`(_ device: FolderDevice) async throws {
    trace.append("import \(device.name)")
    await device.parts.importing.importNotes(from: folder.path + "/vault", mirroring: true)
    try check(device.parts.importing.state.phase)
    try await judge()
  }

  private mutating func mirror(_ device: FolderDevice) async throws {
    trace.append("mirror \(device.name)")
    await device.parts.exporting.mirror(to: folder.path + "/vault", replacing: false)
    let phase = device.parts.exporting.state.phase
    // A folder of other origin is refused.
    if phase != .failed(Failure(MarkdownFolderError.notEmpty(path: folder.path + "/vault"))) { try check(phase) }
    try await judge()
  }

  /// Runs rounds of the mirror of both sides until they agree.
  private mutating func bringInStep(_ device: FolderDevice) async throws {
    trace.append("bring in step \(device.name)")
    await device.parts.mirroring.keepInStep(folder.path + "/vault", once: true)
    let phase = device.parts.mirroring.state.phase
    // A folder that became empty is not believed.
    if !(phase.failure?.error is MirrorError) { try check(phase) }
    try await judge()
  }

  private mutating func sync() async throws {
    trace.append("sync")
    for device in devices + devices {
      _ = try await device.parts.synchronizer.synchronize(SyncRequest(deletions: .accept)) { _ in }
    }
    try await judge()
  }

  /// Brings all sides together. A second time, nothing changes.
  private mutating func settle() async throws {
    for _ in 0..<4 {
      for device in devices {
        try await `import`(device)
        try await sync()
        try await mirror(device)
      }
    }
    let (before, tree) = (try await state(), try files.map { try read($0) })
    for device in devices {
      try await `import`(device)
      let importing = device.parts.importing.state
      try expect(importing.added + importing.updated + importing.merged + importing.conflicting == 0, "import changes")
      try await mirror(device)
      let exporting = device.parts.exporting.state
      try expect(exporting.edited.isEmpty && exporting.removed == 0, "mirror finds \(exporting.edited)")
    }
    try expect(try files.map { try read($0) } == tree, "a second mirror changes files")
    try expect(try await state() == before, "a second import changes notes")
  }

  private func state() async throws -> [[Note]] {
    var result: [[Note]] = []
    for device in devices { result.append(try await device.notes()) }
    return result
  }

  // MARK: The judge

  private func check(_ phase: Phase) throws { try expect(phase == .done, "\(phase)") }

  /// Ends the history when a condition does not hold.
  private func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard !condition else { return }
    let tree = files.map { "\($0.debugDescription): \((try? read($0).debugDescription) ?? "")" }
    try #require(condition, "seed \(seed): \(message())\n\((trace + tree).joined(separator: "\n"))")
  }

  /// Looks for every word, and for notes that are there twice.
  private func judge() async throws {
    var found = try files.map { try read($0) }
    for device in devices {
      for note in try await device.notes() {
        let versions = try await device.parts.history.versions(of: note.id, limit: 200).compactMap(\.note)
        found += ([note] + versions).map { $0.title + "\n" + $0.body }
        for attachment in Set(([note] + versions).flatMap(\.attachments)) {
          let piece = try await device.parts.blobs.piece(of: attachment.digest, from: 0, limit: 1000)
          found.append(piece.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "")
        }
      }
      let originals = try await device.notes().filter {
        $0.trashed == nil && !$0.title.contains(NoteConflict.copySuffix)
      }
      for word in notes.sorted() {
        let holders = originals.filter { $0.body.contains(word + "\n") }
        try expect(holders.count < 2, "\(word) is twice on \(device.name): \(holders)")
      }
    }
    let all = found.joined(separator: "\n")
    for word in expected.sorted() where !all.contains(word) { try expect(false, "\(word) is lost") }
  }
}
