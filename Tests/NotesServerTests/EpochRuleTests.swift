import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

struct EpochRuleTests {
  @Test func `only the latest epochs are remembered, and their fork points stay known`() throws {
    let rules = ServerRules(settings: ServerSettings(), randomness: SeededRandomness())
    var state = rules.beginEpoch(nil)
    let first = try #require(state.epochs.first?.epoch)
    for head in 1..<VaultState.maximumEpochs {
      state.head = Revision(Int64(head))
      state = rules.beginEpoch(state)
    }
    #expect(rules.forkPoint(first, state) == Revision(1))
    let second = state.epochs[1].epoch
    state = rules.beginEpoch(state)
    #expect(state.epochs.count == VaultState.maximumEpochs)
    #expect(rules.forkPoint(first, state) == .none)
    #expect(rules.forkPoint(second, state) == Revision(2))
  }
}
