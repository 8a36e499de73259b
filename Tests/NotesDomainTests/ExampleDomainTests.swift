import NotesDomain
import NotesTestSupport
import Testing

/// A rule is a pure function of values: nothing is injected.
@Suite struct ExampleDomainTests {
  @Test func `edits of different lines are both in the merged note`() {
    // Given
    let base = Note.sample(1, body: "flour\nwater\nsalt\n")
    var (ours, theirs) = (base, base)
    ours.body = "rye flour\nwater\nsalt\n"
    theirs.body = "flour\nwater\nsalt\nyeast\n"
    // When
    let merged = NoteMerge.merge(base: base, ours: ours, theirs: theirs)
    // Then
    #expect(merged?.body == "rye flour\nwater\nsalt\nyeast\n")
  }
}
