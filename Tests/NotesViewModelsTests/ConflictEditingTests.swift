import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct ConflictEditingTests {
  /// Returns the text that the editor opens with.
  private func proposal(base: String?, theirs: String, ours: String) async throws -> String {
    let fakes = Fakes()
    _ = try await fakes.record(base: base, theirs: theirs, ours: ours)
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    guard case .untouched(let proposal)? = model.state.outcome else {
      Issue.record("\(model.state)")
      return ""
    }
    return proposal
  }

  @Test(arguments: [
    // Both changed one line, and each another one.
    ("a\nb\nc\n", "a\nT\nc\n", "a\nO\nc\n", "a\nT\nO\nc\n"),
    ("a\nb\nc\n", "A\nT\nc\n", "a\nO\nc\nd\n", "A\nT\na\nO\nc\nd\n"),
    ("1\n2\n3\n4\n5\n", "one\n2\n3\n4\nfive\n", "1\n2\n3\n4\nFIVE\nSIX\n", "one\n2\n3\n4\nfive\nFIVE\nSIX\n"),
    // One deleted the line that the other changed.
    ("a\nb\nc\n", "a\nc\n", "a\nB\nc\n", "a\nB\nc\n"),
    // An equal change of both occurs once.
    ("a\n", "a\nx\ny\n", "a\nx\nz\n", "a\nx\ny\nz\n"),
    // A last line without a line feed is not joined with the next.
    ("a", "T", "O", "T\nO"),
    ("a\r\nb\r\n", "a\r\nT\r\n", "a\r\nO\r\n", "a\r\nT\r\nO\r\n"),
    ("", "T\n", "O\n", "T\nO\n"),
    // A line with a line feed and the same line without one are one line.
    ("a", "a\nb\n", "a\nb\nO", "a\nb\nO\n"),
    ("a\n", "a\nT\nb", "a\nb\n", "a\nT\nb\n"),
    ("a\r\nb", "a\r\nT", "a\r\nO\r\nT\r\n", "a\r\nO\r\nT\r\n"),
    // A line that both moved is where each of them moved it.
    ("m\na\nb\n", "a\nm\nb\n", "a\nb\nm\n", "a\nm\nb\nm\n"),
  ])
  func `the proposal has the lines of both, theirs first, and nothing else`(
    base: String, theirs: String, ours: String, expected: String
  ) async throws {
    #expect(try await proposal(base: base, theirs: theirs, ours: ours) == expected)
  }

  @Test func `without a base, the proposal has each common line once`() async throws {
    #expect(try await proposal(base: nil, theirs: "a\nT\nc\n", ours: "a\nO\nc\nd\n") == "a\nT\nO\nc\nd\n")
  }

  @Test func `without a base, a last line without a line feed occurs once`() async throws {
    #expect(try await proposal(base: nil, theirs: "a\nb", ours: "a\nb\nO\n") == "a\nb\nO\n")
    #expect(try await proposal(base: nil, theirs: "a\nT", ours: "a") == "a\nT")
  }

  @Test func `no line of random texts is missing`() async throws {
    var generator = SplitMix64(seed: 20)
    for _ in 1...200 {
      let base = (1...6).map { "b\($0)\n" }
      func edited(_ mark: String) -> [String] {
        var lines = base
        for number in 1...3 {
          let place = Int.random(in: 0..<lines.count, using: &generator)
          lines.insert("\(mark)\(number)\n", at: place)
        }
        return lines
      }
      let (theirs, ours) = (edited("t"), edited("o"))
      let text = try await proposal(base: base.joined(), theirs: theirs.joined(), ours: ours.joined())
      let lines = text.split(separator: "\n").map { String($0) + "\n" }
      for side in [theirs, ours] {
        var rest = lines[...]
        for line in side {
          rest = rest.drop { $0 != line }
          #expect(!rest.isEmpty, "seed 20: \(line) of \(side) in \(lines)")
          rest = rest.dropFirst()
        }
      }
      #expect(Set(lines) == Set(theirs + ours))
    }
  }

  @Test func `an edited text is stored in the note and settles the conflict`() async throws {
    let fakes = Fakes { _ in "a\nTO\nc\n" }
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    let note = try #require(fakes.note(8))
    #expect(model.state.outcome == .settled(note))
    #expect(note.body == "a\nTO\nc\n" && note.modified == fakes.wallClock.now() && note.title == "Tea")
    #expect(fakes.note(9)?.trashed != nil && fakes.drafts.remaining.isEmpty)
    #expect(try await fakes.repository.conflicts().isEmpty)
  }

  @Test func `an unchanged proposal settles nothing until it is accepted explicitly`() async throws {
    let fakes = Fakes()
    _ = try await fakes.record()
    let before = fakes.repository.all
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    #expect(model.state.outcome == .untouched(proposal: "a\nT\nO\nc\n"))
    #expect(fakes.repository.all == before && fakes.drafts.remaining.isEmpty)
    await model.resolve(reference(9), with: "a\nT\nO\nc\n")
    #expect(fakes.note(8)?.body == "a\nT\nO\nc\n" && fakes.note(9)?.trashed != nil)
  }

  @Test func `an editor that only ends the last line leaves the proposal untouched`() async throws {
    let fakes = Fakes { $0 + "\n" }
    _ = try await fakes.record(base: "a", theirs: "T", ours: "O")
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    #expect(model.state.outcome == .untouched(proposal: "T\nO"))
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `a blank text that is given changes nothing`() async throws {
    let fakes = Fakes()
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.resolve(reference(9), with: " \n")
    #expect(model.state.outcome == .abandoned && fakes.note(8)?.body == "a\nT\nc\n")
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `a blank text settles nothing`() async throws {
    let fakes = Fakes { _ in " \n" }
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    #expect(model.state.outcome == .abandoned && fakes.note(8)?.body == "a\nT\nc\n")
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `an editor that fails settles nothing and keeps the draft`() async throws {
    let error = EditorError.failed(command: "vi", status: 1)
    let fakes = Fakes(editorFailing: error) { _ in "half" }
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    let draft = try #require(fakes.drafts.remaining.first)
    #expect(model.state.phase == .failed(Failure(EditingFailure.editor(error, draft))))
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `a note that changes during editing keeps all texts and the conflict`() async throws {
    let fakes = Fakes()
    _ = try await fakes.record()
    let editor = ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] _ in
      repository.change(SequentialNoteIDGenerator.id(8)) { $0.body = "newer\n" }
      return "mine\n"
    }
    let model = try viewModel(ConflictsViewModel.self, fakes.with(editor))
    await model.edit(reference(9))
    guard case .keptAsNewNote(let copy, let stored)? = model.state.outcome else {
      Issue.record("\(model.state)")
      return
    }
    #expect(copy.body == "mine\n" && stored.body == "newer\n")
    #expect(fakes.repository.all.map(\.body) == ["mine\n", "newer\n", "a\nO\nc\n"])
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil } && fakes.drafts.remaining.isEmpty)
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `a text that is too large stays in its draft`() async throws {
    let fakes = Fakes { _ in String(repeating: "x", count: NoteLimit.text.maximum + 1) }
    _ = try await fakes.record()
    let model = try viewModel(ConflictsViewModel.self, fakes)
    await model.edit(reference(9))
    #expect(fakes.drafts.remaining.count == 1)
    #expect(try await fakes.repository.conflicts().count == 1)
  }
}
