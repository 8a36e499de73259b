import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring

/// The ways to name a note, which all actions share.
@MainActor
@Suite struct NoteNamingTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", body: "x"), .sample(2, title: "Tea", notebook: "Kitchen"),
    .sample(3, title: "Tea", notebook: "Shop"), .sample(4, title: "Beach"),
    .sample(5, title: "Old") { $0.trashed = FixedClock.start }, .sample(6, title: "1984"),
  ])

  private func opened(_ name: String) async throws -> UInt64? {
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.open(name)
    return model.state.note.map { $0.id.low & 0xFFFF }
  }

  @Test func `a note is named by its number in the last list`() async throws {
    let list = try viewModel(NoteListViewModel.self, fakes)
    await list.load(NoteListForm("title:Tea", order: .created), labels: .numbers)
    #expect(list.state.rows.map(\.label) == ["1", "2"])
    #expect(try await opened("2") == list.state.rows[1].value.id.low & 0xFFFF)
    #expect(try await opened("3") == nil)
  }

  @Test func `lists without numbers do not change what numbers mean`() async throws {
    let list = try viewModel(NoteListViewModel.self, fakes)
    await list.load(NoteListForm("title:Bread"), labels: .numbers)
    await list.load(NoteListForm("title:Beach"), labels: .ids)
    #expect(try await opened("1") == 1)
  }

  @Test func `without a place to store numbers, lists have short ids`() async throws {
    let list = try Plan(NoteListViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) {
      $0.replace((any ListedNotes).self, with: InMemoryListedNotes(isAvailable: false))
    }.buildOnMainActor().root
    await list.load(NoteListForm("title:Bread"), labels: .numbers)
    #expect(NoteIDPrefix(list.state.rows.first?.label ?? "")?.range.contains(SequentialNoteIDGenerator.id(1)) == true)
  }

  @Test func `a note is named by a prefix of its id`() async throws {
    #expect(try await opened(String(reference(1))) == 1)
  }

  @Test(arguments: [
    ("bread", 1), ("Kitchen/Tea", 2), ("/shop/tea.md", 3), ("bea", 4), ("OLD", 5), ("1984", 6), ("Bre", 1),
  ])
  func `a note is named by its title, its path or a unique beginning`(name: String, number: UInt64) async throws {
    #expect(try await opened(name) == number)
  }

  @Test(arguments: [("Tea", ["Kitchen", "Shop"]), ("B", ["", ""]), ("0000", ["", "Kitchen", "Shop", "", ""])])
  func `an ambiguous name is reported with the candidates`(name: String, notebooks: [String]) async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.open(name)
    guard case .ambiguous(name, let candidates)? = model.state.phase.failure?.error as? ReferenceError else {
      Issue.record("\(model.state.phase)")
      return
    }
    #expect(candidates.map(\.notebook.path).sorted() == notebooks.sorted())
  }

  @Test(arguments: ["", " ", "xyz", "-", "ffff", "Kitchen/Bread"])
  func `any other text is unknown`(name: String) async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.open(name)
    #expect(model.state.phase == .failed(Failure(ReferenceError.unknown(name))))
  }

  @Test func `a note to restore is looked for in the trash first`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "Tea") { $0.trashed = FixedClock.start }])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.restore(["tea"])
    #expect(model.state.note?.id == SequentialNoteIDGenerator.id(2))
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil })
  }

  @Test func `a number of a purged note is unknown, and no other note is changed`() async throws {
    // Given
    let list = try viewModel(NoteListViewModel.self, fakes)
    await list.load(NoteListForm("title:Tea OR title:Old", scope: .everywhere), labels: .numbers)
    let number = try #require(list.state.rows.firstIndex { $0.value.title == "Old" }) + 1
    _ = try await fakes.repository.purge([SequentialNoteIDGenerator.id(5)])
    // When
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.setPinned(["Bread", "\(number)"], true)
    // Then
    #expect(model.state.phase == .failed(Failure(ReferenceError.unknown("\(number)"))))
    #expect(fakes.repository.all.allSatisfy { !$0.isPinned })
  }

  @Test func `a note that is purged after it was found is unknown, and no other is changed`() async throws {
    // Given
    let model = try Plan(NoteViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) {
      [fakes] in
      $0.replace((any LinkIndex).self, with: PurgingLinks(repository: fakes.repository))
    }.buildOnMainActor().root
    // When
    await model.setPinned(["Beach", "Old", "Bread"], true)
    // Then
    #expect(model.state.phase == .failed(Failure(ReferenceError.unknown("Old"))))
    #expect(fakes.repository.all.count == 5 && fakes.repository.all.allSatisfy { !$0.isPinned })
  }
}

/// The names of notes, while another process purges the trash once `Bread` is found.
private struct PurgingLinks: LinkIndex {
  let repository: InMemoryNoteRepository

  func notes(named name: NoteName, limit: Int) async throws(StoreError) -> [NoteSummary] {
    let found = try await repository.notes(named: name, limit: limit)
    if name.key == "bread" { _ = try await repository.purge([SequentialNoteIDGenerator.id(5)]) }
    return found
  }

  func titles(beginningWith prefix: String, limit: Int) async throws(StoreError) -> [NoteSummary] {
    try await repository.titles(beginningWith: prefix, limit: limit)
  }

  func notes(linkingTo names: [NoteName], includesTrash: Bool) async throws(StoreError) -> [NoteSummary] { [] }
  func orphans() async throws(StoreError) -> [NoteSummary] { [] }
  func brokenLinks() async throws(StoreError) -> [BrokenLink] { [] }
}
