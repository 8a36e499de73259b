import Synchronization
import Testing
import WiringMacros

/// Interceptors inspect calls, and decide whether they proceed.
@Suite("Interceptors")
struct InterceptorTests {
  @Test("a call has its protocol, its full name, and its arguments by name")
  func description() async {
    let logger = Logger()
    let object = InterceptedEverything(Original(), by: logger)
    _ = object.labelled(at: 1, "two", in: true, for: 4)
    _ = object.unnamed(5, with: 3)
    object[1, for: "a"] = 5
    _ = object.settable
    object.settable = 8
    _ = await object.waiting(6)
    #expect(
      logger.seen.withLock { $0 } == [
        "Everything.labelled(at:_:in:for:) at: 1, word: two, in: true, for: 4",
        "Everything.unnamed(_:with:) : 5, with: 3",
        "Everything.[_:for:]= index: 1, for: a, newValue: 5",
        "Everything.settable ",
        "Everything.settable= newValue: 8",
        "Everything.waiting(_:) number: 6",
      ])
  }

  @Test("arguments that cannot be stored are absent")
  func absence() {
    let logger = Logger()
    let object = InterceptedEverything(Original(), by: logger)
    var number = 1
    object.changing(&number, by: 2)
    _ = object.calling { $0 }
    _ = object.choosing(true, 1)
    _ = object.owning("a")
    _ = object.looking("a")
    _ = object.sending(Sheet())
    #expect(
      logger.seen.withLock { $0 } == [
        "Everything.changing(_:by:) number: <inout>, by: 2",
        "Everything.calling(_:) body: <closure>",
        "Everything.choosing(_:_:) isOn: true, value: <autoclosure>",
        "Everything.owning(_:) text: <consuming>",
        "Everything.looking(_:) text: <borrowing>",
        "Everything.sending(_:) sheet: <sending>",
      ])
  }

  @Test("the arguments are not described unless an interceptor reads them")
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

  @Test("an interceptor can throw an error that the requirement can throw")
  func throwing() {
    struct Throwing: Interceptor {
      func intercept<Result, Failure: Error>(
        _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
      ) throws(Failure) -> Result {
        if let error = Unlucky(number: 99) as? Failure { throw error }
        return try proceed()
      }
    }
    let object = InterceptedEverything(Original(), by: Throwing())
    #expect(throws: Unlucky(number: 99)) { try object.failing() }
    #expect(object.overloaded() == "none")
  }

  @Test("an interceptor can retry")
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

  @Test("a consumed argument can be passed on only once")
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
    #expect(text.contains("'owning(_:)' consumes 'text', so it cannot proceed twice"))
  }

  @Test("the first interceptor of a chain is the outermost, for synchronous and asynchronous calls")
  func chain() async {
    let log = Logger()
    let object = InterceptedEverything(
      Original(), by: InterceptorChain([Named("a", log), Named("b", log)]))
    object.plain()
    _ = await object.waiting(1)
    #expect(log.seen.withLock { $0 } == ["a plain()", "b plain()", "a waiting(_:)", "b waiting(_:)"])
  }

  @Test("a proxy of a main actor protocol stays on the main actor")
  @MainActor func mainActor() async {
    let logger = Logger()
    let object: any Display = InterceptedDisplay(Wall(), by: logger)
    object.show("a")
    #expect(await object.shown() == ["a"])
    #expect(logger.seen.withLock { $0 } == ["Display.show(_:) text: a", "Display.shown() "])
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

/// An interceptor that logs calls with their arguments.
private final class Logger: Interceptor {
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

/// An interceptor that logs its name.
private struct Named: Interceptor {
  let name: String
  let log: Logger

  init(_ name: String, _ log: Logger) {
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
