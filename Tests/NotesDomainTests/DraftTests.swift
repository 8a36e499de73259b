import NotesDomain
import Synchronization
import Testing

@Suite("Drafts") struct DraftTests {
  @Test func `a draft is open until its lease is released`() {
    let closed = Mutex(0)
    var lease: DraftLease? = DraftLease { closed.withLock { $0 += 1 } }
    #expect(lease != nil && closed.withLock { $0 } == 0)
    lease = nil
    #expect(closed.withLock { $0 } == 1)
  }
}
