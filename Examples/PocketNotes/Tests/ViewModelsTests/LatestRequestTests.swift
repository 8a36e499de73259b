import Support
import Testing

@testable import ViewModels

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LatestRequestTests {
  @Test("a reply that comes after that of a newer request is dropped")
  func latest() async {
    let requests = LatestRequest()
    let (gate, open) = AsyncStream<Void>.makeStream()
    let old = Task {
      await requests.run { () async throws(Never) in
        for await _ in gate { break }
        return "old"
      }
    }
    for _ in 0..<10 { await Task.yield() }
    let new = await requests.run { () async throws(Never) in "new" }
    open.yield()
    let result = await old.value
    #expect(result?.get() == nil)
    #expect(new?.get() == "new")
  }
}
