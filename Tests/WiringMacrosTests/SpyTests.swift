import Testing
import WiringMacros

/// The records of a spy.
@Suite("Spies")
struct SpyTests {
  @Test("calls are recorded in order, and found by name")
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

  @Test("an argument that is not Sendable is recorded by its description")
  func notSendable() throws {
    let recorder = CallRecorder()
    recorder.intercept(InterceptedCall("", "call", arguments: { [CallArgument("sheet", Sheet())] })) {}
    let argument = try #require(recorder.calls.first?.arguments.first)
    #expect(argument.value == nil)
    #expect("\(argument)".hasSuffix("Sheet"))
  }

  @Test("the outcome of a call is recorded")
  func outcome() async throws {
    let spy = SpyEverything(Original())
    _ = try? spy.failing()
    try? await spy.waitingAndFailing()
    spy.plain()
    #expect(spy.calls.map(\.didThrow) == [true, true, false])
    #expect(spy.calls.map { $0.error as? Unlucky } == [Unlucky(number: 13), Unlucky(number: 15), nil])
  }

  @Test("a running call is recorded")
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

  @Test("all calls from concurrent tasks are recorded")
  func threads() async {
    let spy = SpyWideShelf(OakLibrary())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { _ = spy.width } }
    }
    #expect(spy.calls(to: "width").count == 100)
  }
}
