import NotesDomain
import NotesTestSupport
import Testing

/// Notes with thousands of tags, aliases and links, of which work is counted, not time.
@Suite struct ManyNamesTests {
  @Test(arguments: [2000, 4000])
  func `lists of tags are compared in linear work`(count: Int) {
    // Given
    let work = Work()
    let own = (0..<count).map { Counted(value: $0, work: work) }
    let inline = (count / 2..<count * 2).map { Counted(value: $0, work: work) }
    // When
    let rest = inline.without(own)
    let both = (own + inline).withoutRepetition()
    // Then
    #expect(rest.map(\.value) == Array(count..<count * 2) && both.map(\.value) == Array(0..<count * 2))
    #expect(work.steps < count * 50)
  }

  @Test(arguments: [2000, 4000])
  func `links to the aliases that a note loses are mended with one look at each alias`(count: Int) {
    // Given
    let names = (0..<count).map { "Old \($0)" }
    let before = Note.sample(1, title: "New", body: "x") {
      $0.foreignFrontMatter = "aliases:\n" + names.map { "- \($0)\n" }.joined()
    }
    var after = before
    after.foreignFrontMatter = ""
    let source = Note.sample(2, title: "Source", body: names.map { "[[\($0)]]\n" }.joined())
    var notes = CountedNotes(source: source)
    // When
    let updates = LinkMender.mend(&notes, after: [NoteUpdate(before: before, after: after)])
    // Then
    #expect(updates.mended.count == 1 && notes.updates == 1)
    #expect(notes.work.steps <= before.names.count + 10)
    // A note has at most a thousand aliases.
    #expect(NoteLink.names(in: notes.source.body).count == count - 1000 + 1)
  }

  @Test(arguments: [500, 1000])
  func `a note that moves with links to files of one name has its links mended with one look at each file`(
    count: Int
  ) throws {
    // Given
    let files = (0..<count).map { Note.sample(2 + UInt64($0), title: "README", notebook: "P\($0)").summary }
    let before = Note.sample(
      1, title: "Index", body: (0..<count).map { "[p](../P\($0)/README.md)\n" }.joined(), notebook: "I")
    var after = before
    after.notebook = try #require(Notebook("Z/Y"))
    var notes = CountedNotes(source: after, named: [try #require(NoteName("README")): files])
    // When
    let updates = LinkMender.mend(&notes, after: [NoteUpdate(before: before, after: after)])
    // Then
    #expect(updates.mended.count == 1)
    #expect(notes.source.body == (0..<count).map { "[p](../../P\($0)/README.md)\n" }.joined())
    #expect(notes.work.steps <= count + 20)
  }

  @Test(arguments: [500, 1000])
  func `the moves of all notes of one name look at each of them once, however many links there are`(count: Int) throws {
    // Given
    let before = (0..<count).map { Note.sample(2 + UInt64($0), title: "README", notebook: "Docs/P\($0)") }
    let updates = try before.enumerated().map { index, note in
      var after = note
      after.notebook = try #require(Notebook("Manuals/P\(index)"))
      return NoteUpdate(before: note, after: after)
    }
    let source = Note.sample(1, title: "Index", body: "[first](Docs/P0/README.md) [[README]] [[P1/README]]\n")
    let others = (0..<count).map { Note.sample(2 + UInt64(count + $0), body: "[[README]]").summary }
    var notes = CountedNotes(
      source: source, named: [try #require(NoteName("README")): updates.map(\.after.summary)], linking: others)
    // When
    let mended = LinkMender.mend(&notes, after: updates, keepsTakenFiles: true).mended
    // Then
    #expect(mended.count == 1)
    #expect(notes.source.body == "[first](Manuals/P0/README.md) [[README]] [[P1/README]]\n")
    #expect(notes.work.steps <= count * 6 + 20)
  }
}

/// A number of steps.
private final class Work {
  var steps = 0
}

/// A value that counts how often it is compared or hashed.
private struct Counted: Hashable {
  let value: Int
  let work: Work

  static func == (left: Self, right: Self) -> Bool {
    left.work.steps += 1
    return left.value == right.value
  }

  func hash(into hasher: inout Hasher) {
    work.steps += 1
    hasher.combine(value)
  }
}

/// A note with links, which counts the queries and the notes that they find.
private struct CountedNotes: LinkedNotes {
  typealias Failure = Never

  let work = Work()
  private(set) var source: Note
  private(set) var updates = 0
  private let named: [NoteName: [NoteSummary]]
  private let linking: [NoteSummary]

  /// - Parameters:
  ///   - named: The other notes by name.
  ///   - linking: More notes with links, which are not mended.
  init(source: Note, named: [NoteName: [NoteSummary]] = [:], linking: [NoteSummary] = []) {
    self.source = source
    self.named = named
    self.linking = linking
  }

  func notes(withName name: NoteName) -> [NoteSummary] {
    let found = named[name] ?? []
    work.steps += 1 + found.count
    return found
  }

  func hasLinks(to names: [NoteName]) -> Bool {
    work.steps += 1
    return true
  }

  func notes(linkingTo names: [NoteName], includesTrash: Bool) -> [NoteSummary] {
    work.steps += 1 + linking.count
    return [source.summary] + linking
  }

  mutating func update(_ id: NoteID, _ change: (inout Note) -> Void) -> NoteUpdate? {
    guard id == source.id else { return nil }
    updates += 1
    let before = source
    change(&source)
    return NoteUpdate(before: before, after: source)
  }
}
