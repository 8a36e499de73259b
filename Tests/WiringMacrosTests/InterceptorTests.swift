import Synchronization
import Testing
import WiringMacros

/// What stands around a call sees it, and decides what becomes of it.
@Suite("Interceptors")
struct InterceptorTests {
  @Test("a call has its protocol, its full name, and its arguments by name")
  func description() async {
    let looker = Looker()
    let object = InterceptedEverything(Original(), by: looker)
    _ = object.labelled(at: 1, "two", in: true, for: 4)
    _ = object.unnamed(5, with: 3)
    object[1, for: "a"] = 5
    _ = object.settable
    object.settable = 8
    _ = await object.waiting(6)
    #expect(
      looker.seen.withLock { $0 } == [
        "Everything.labelled(at:_:in:for:) at: 1, word: two, in: true, for: 4",
        "Everything.unnamed(_:with:) : 5, with: 3",
        "Everything.[_:for:]= index: 1, for: a, newValue: 5",
        "Everything.settable ",
        "Everything.settable= newValue: 8",
        "Everything.waiting(_:) number: 6",
      ])
  }

  @Test("arguments that cannot be kept are absent")
  func absence() {
    let looker = Looker()
    let object = InterceptedEverything(Original(), by: looker)
    var number = 1
    object.changing(&number, by: 2)
    _ = object.calling { $0 }
    _ = object.choosing(true, 1)
    _ = object.owning("a")
    _ = object.looking("a")
    _ = object.sending(Sheet())
    #expect(
      looker.seen.withLock { $0 } == [
        "Everything.changing(_:by:) number: <inout>, by: 2",
        "Everything.calling(_:) body: <closure>",
        "Everything.choosing(_:_:) isOn: true, value: <autoclosure>",
        "Everything.owning(_:) text: <consuming>",
        "Everything.looking(_:) text: <borrowing>",
        "Everything.sending(_:) sheet: <sending>",
      ])
  }

  @Test("nobody makes the arguments' list unless somebody looks")
  func lazyArguments() {
    let described = Mutex(0)
    struct Counting: CustomStringConvertible {
      let count: () -> Void
      var description: String {
        count()
        return ""
      }
    }
    let argument = Counting { described.withLock { $0 += 1 } }
    _ = InterceptedEverything(Original(), by: Passing()).generic(1, [Box(argument)])
    #expect(described.withLock { $0 } == 0)
  }

  @Test("an interceptor can refuse, with an error that the requirement can throw")
  func refusal() {
    struct Refusing: Interceptor {
      func intercept<Result, Failure: Error>(
        _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
      ) throws(Failure) -> Result {
        if let error = Unlucky(number: 99) as? Failure { throw error }
        return try proceed()
      }
    }
    let object = InterceptedEverything(Original(), by: Refusing())
    #expect(throws: Unlucky(number: 99)) { try object.failing() }
    #expect(object.overloaded() == "none")
  }

  @Test("an interceptor can try again")
  func retry() throws {
    struct Twice: Interceptor {
      func intercept<Result, Failure: Error>(
        _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
      ) throws(Failure) -> Result {
        do { return try proceed() } catch { return try proceed() }
      }
    }
    let original = Original()
    let recorder = CallRecorder()
    let object = InterceptedEverything(original, by: InterceptorChain(Twice(), recorder))
    #expect(throws: Unlucky(number: 13)) { try object.failing() }
    #expect(recorder.calls(to: "failing()").count == 2)
  }

  @Test("a consumed argument can be given away once only")
  func consumedTwice() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Again: Interceptor {
        func intercept<Result, Failure: Error>(
          _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
        ) throws(Failure) -> Result {
          _ = try proceed()
          return try proceed()
        }
      }
      _ = InterceptedEverything(Original(), by: Again()).owning("a")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'owning(_:)' gives 'text' away, so it cannot proceed twice"))
  }

  @Test("the first of a chain stands outermost, for synchronous and asynchronous calls")
  func chain() async {
    let log = Looker()
    let object = InterceptedEverything(
      Original(), by: InterceptorChain([Named("a", log), Named("b", log)]))
    object.plain()
    _ = await object.waiting(1)
    #expect(log.seen.withLock { $0 } == ["a plain()", "b plain()", "a waiting(_:)", "b waiting(_:)"])
  }

  @Test("a protocol of the main actor stays there")
  @MainActor func mainActor() async {
    let looker = Looker()
    let object: any Display = InterceptedDisplay(Wall(), by: looker)
    object.show("a")
    #expect(await object.shown() == ["a"])
    #expect(looker.seen.withLock { $0 } == ["Display.show(_:) text: a", "Display.shown() "])
  }
}

@Intercepted
@MainActor private protocol Display {
  func show(_ text: String)
  func shown() async -> [String]
}

@MainActor private final class Wall: Display {
  private var texts: [String] = []
  func show(_ text: String) { texts.append(text) }
  func shown() async -> [String] { texts }
}

private struct Box: Equatable {
  let content: Any
  init(_ content: Any) { self.content = content }
  static func == (left: Self, right: Self) -> Bool { true }
}

private struct Passing: Interceptor {}

/// Writes down what it sees.
private final class Looker: Interceptor {
  let seen = Mutex<[String]>([])

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    note(call)
    return try proceed()
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    note(call)
    return try await proceed()
  }

  private func note(_ call: InterceptedCall) {
    let arguments = call.arguments.map { "\($0.label): \($0)" }.joined(separator: ", ")
    seen.withLock { $0.append("\(call) \(arguments)") }
  }
}

/// Writes its name down.
private struct Named: Interceptor {
  let name: String
  let log: Looker

  init(_ name: String, _ log: Looker) {
    self.name = name
    self.log = log
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    log.seen.withLock { $0.append("\(name) \(call.requirement)") }
    return try proceed()
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    log.seen.withLock { $0.append("\(name) \(call.requirement)") }
    return try await proceed()
  }
}
