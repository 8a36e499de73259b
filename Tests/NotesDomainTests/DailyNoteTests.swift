import NotesDomain
import NotesTestSupport
import Testing

/// The notes of days, and those that two devices added for one day.
@Suite("Daily notes") struct DailyNoteTests {
  /// 2026-03-14, at noon in UTC.
  private static let noon = Timestamp(millisecondsSince1970: 1_773_489_600_000)

  private func note(_ number: UInt64, _ body: String, after: Duration = .zero) -> Note {
    .sample(number, title: "2026-03-14", body: body, notebook: "Journal") {
      ($0.created, $0.modified) = (Self.noon + after, Self.noon + after)
    }
  }

  @Test(arguments: [
    (-48, false), (-36, true), (0, true), (35, true), (36, false),
  ])
  func `a note is daily if its title is the day of its creation in some time zone`(hours: Int, isDaily: Bool) {
    #expect(note(1, "", after: .seconds(hours * 3600)).isDaily == isDaily)
  }

  @Test(arguments: ["2026-03-1", "2026-03-14 ", "2026/03/14", "２026-03-14", "Tea"])
  func `a note of another title is none`(title: String) {
    var other = note(1, "")
    other.title = title
    #expect(!other.isDaily)
  }

  @Test func `the title of the note of a day remains when its heading changes, also in the trash`() {
    var daily = note(1, "# 2026-03-14\n")
    #expect(NoteTitle.updated(for: daily, newBody: "# 2026-03-14 rain\n") == "2026-03-14")
    daily.trashed = Self.noon
    #expect(NoteTitle.updated(for: daily, newBody: "# Rain\n") == "2026-03-14")
  }

  @Test func `a date that is not the day of a note follows its text`() {
    let old = note(1, "# 2026-03-14\n", after: .seconds(48 * 3600))
    #expect(NoteTitle.updated(for: old, newBody: "# Rain\n") == "Rain")
  }

  @Test func `a note in the trash, or of a time far away, is none`() {
    var trashed = note(1, "")
    trashed.trashed = Self.noon
    #expect(!trashed.isDaily)
    for time in [Int64.min, Int64.max] {
      var far = note(1, "")
      far.created = Timestamp(millisecondsSince1970: time)
      #expect(!far.isDaily)
    }
  }

  @Test(arguments: [
    ("fed", "baked", "fed\nbaked"), ("fed\n", "baked\n", "fed\nbaked\n"), ("", "baked", "baked"), ("fed", "", "fed"),
    ("# Day\n\nfed\n", "# Day\n\nbaked\n", "# Day\n\nfed\nbaked\n"), ("fed", "fed", "fed"),
    ("fed", "fed\nbaked", "fed\nbaked"), ("fed\nbaked", "fed", "fed\nbaked"),
    ("a\r\nb\r\n", "a\r\nc\r\n", "a\r\nb\r\nc\r\n"),
    ("é", "e\u{301}", "é\ne\u{301}"),
  ])
  func `texts follow each other, without the lines of the template twice`(
    _ first: String, _ second: String, _ joined: String
  ) {
    let (earlier, later) = (note(1, first), note(2, second, after: .seconds(60)))
    for (ours, theirs) in [(earlier, later), (later, earlier)] {
      let note = DailyNote.joined(ours, with: theirs)
      #expect(note.map { Array($0.body.utf8) } == Array(joined.utf8))
      #expect(note?.id == theirs.id && note?.created == earlier.created && note?.modified == later.modified)
    }
  }

  @Test func `tags, attachments and the pin of both remain`() {
    var (ours, theirs) = (note(1, "![](a.png)"), note(2, "![](a.png) too", after: .seconds(1)))
    (ours.tags, theirs.tags) = (["rye", "tea"].compactMap { NoteTag($0) }, ["Tea", "salt"].compactMap { NoteTag($0) })
    (ours.isPinned, ours.isArchived) = (true, true)
    ours.attachments = [.sample("a.png", [1])]
    theirs.attachments = [.sample("a.png", [2])]
    let joined = DailyNote.joined(ours, with: theirs)
    #expect(joined?.tags.map(\.name) == ["rye", "tea", "salt"])
    #expect(joined?.attachments.map(\.name) == ["a (2).png", "a.png"])
    #expect(joined?.body == "![](a.png)\n![](a%20%282%29.png) too")
    #expect(joined?.isPinned == true && joined?.isArchived == false)
  }

  @Test func `notes of different front matter, or too large together, are not joined`() {
    var other = note(2, "")
    other.foreignFrontMatter = "mood: good\n"
    #expect(DailyNote.joined(note(1, ""), with: other) == nil)
    let half = String(repeating: "x", count: NoteLimit.text.maximum / 2)
    #expect(DailyNote.joined(note(1, half + "a"), with: note(2, half + "b")) == nil)
  }
}
