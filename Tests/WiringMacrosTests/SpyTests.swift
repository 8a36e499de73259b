import Testing
import WiringMacros

/// What a spy remembers of the calls that it lets pass.
@Suite("Spies")
struct SpyTests {
  @Test("calls are there in order, and by name")
  func order() {
    let spy = SpyEverything(Original())
    spy.plain()
    spy.settable = 2
    spy.plain()
    #expect(spy.calls.map(\.requirement) == ["plain()", "settable=", "plain()"])
    #expect(spy.calls(to: "plain()").count == 2)
  }

  @Test("arguments are values, by label or name")
  func arguments() throws {
    let spy = SpyEverything(Original())
    _ = spy.labelled(at: 1, "two", in: true, for: 4)
    let call = try #require(spy.calls.first)
    #expect(call.argument("at") == 1)
    #expect(call.argument("word") == "two")
    #expect(call.argument("at", as: String.self) == nil)
    #expect("\(call)" == "labelled(at:_:in:for:) with at: 1, word: two, in: true, for: 4")
  }

  @Test("of an argument that is not Sendable there is the description only")
  func notSendable() throws {
    let recorder = CallRecorder()
    recorder.intercept(InterceptedCall("", "call", arguments: { [CallArgument("sheet", Sheet())] })) {}
    let argument = try #require(recorder.calls.first?.arguments.first)
    #expect(argument.value == nil)
    #expect("\(argument)".hasSuffix("Sheet"))
  }

  @Test("how a call ended is remembered")
  func outcome() async throws {
    let spy = SpyEverything(Original())
    _ = try? spy.failing()
    try? await spy.waitingAndFailing()
    spy.plain()
    #expect(spy.calls.map(\.didThrow) == [true, true, false])
    #expect(spy.calls.map { $0.error as? Unlucky } == [Unlucky(number: 13), Unlucky(number: 15), nil])
  }

  @Test("a call that runs is there already")
  func running() {
    let spy = SpyEverything(Original())
    _ = spy.calling { number in
      guard case .running = spy.calls[0].outcome else { throw Unlucky(number: 0) }
      return number
    }
    guard case .returned = spy.calls[0].outcome else {
      Issue.record("the call did not return")
      return
    }
  }

  @Test("spies can share a recorder, to see the order among them")
  func shared() throws {
    let recorder = CallRecorder()
    let one = SpyShelf(OakLibrary(), recorder: recorder)
    let other = SpyEverything(Original(), recorder: recorder)
    _ = try one.books()
    other.plain()
    #expect(recorder.calls.map(\.requirement) == ["books()", "plain()"])
  }

  @Test("calls from many threads are all there")
  func threads() async {
    let spy = SpyWideShelf(OakLibrary())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = spy.width } }
    }
    #expect(spy.calls(to: "width").count == 100)
  }
}
