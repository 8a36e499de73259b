import NotesDomain
import Testing

/// Numbers that arrive from outside, which computing with them takes to their ends and not beyond.
@Suite struct RevisionTests {
  private static let extremes: [Int64] = [.min, -1, 0, 1, 1 << 53, .max - 1, .max]

  @Test(arguments: extremes, [0, 1, 16, .max])
  func `a distance never leads out of range`(number: Int64, changes: Int) {
    let revision = Revision(number)
    #expect(revision.later(by: changes) >= revision)
    #expect(revision.earlier(by: changes) <= max(revision, .none))
    #expect(revision.earlier(by: changes) >= .none)
  }

  @Test(arguments: extremes, extremes)
  func `the changes between two revisions are counted from the earlier one`(first: Int64, last: Int64) {
    let count = Revision(last).changes(since: Revision(first))
    #expect(count >= 0)
    #expect((count == 0) == (last <= first))
  }

  @Test func `the neighbours of a revision are those that are one change away`() {
    #expect(Revision(7).next == Revision(8))
    #expect(Revision(7).earlier(by: 1) == Revision(6))
    #expect(Revision(3).earlier(by: 9) == .none)
    #expect(Revision(9).changes(since: Revision(3)) == 6)
    #expect(Revision(.max).next == Revision(.max))
  }

  @Test(arguments: [
    (1, 0, true), (2, 1, true), (2, 2, false), (1, 2, false), (.max, .max, false), (.max, .max - 1, true),
  ])
  func `a batch follows the one before it, and no other`(number: Int, last: Int, follows: Bool) {
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: number, changes: [])
    #expect(batch.follows(last) == follows)
    #expect(batch.nextNumber >= number)
  }
}
