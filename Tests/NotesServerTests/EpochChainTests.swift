import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesServer

struct EpochChainTests {
  @Test func `only the latest epochs are remembered, and what they have in common stays known`() throws {
    let chain = StandardEpochChain(randomness: SeededRandomness())
    var state = chain.begin(after: nil)
    let first = try #require(state.epochs.first?.epoch)
    for head in 1..<StandardEpochChain.maximumEpochs {
      state.head = Revision(Int64(head))
      state = chain.begin(after: state)
    }
    #expect(chain.forkedAt(first, in: state) == Revision(1))
    let second = state.epochs[1].epoch
    state = chain.begin(after: state)
    #expect(state.epochs.count == StandardEpochChain.maximumEpochs)
    #expect(chain.forkedAt(first, in: state) == .none)
    #expect(chain.forkedAt(second, in: state) == Revision(2))
  }
}
