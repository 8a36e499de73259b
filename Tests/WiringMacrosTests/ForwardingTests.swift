import Testing
import WiringMacros

/// Each kind of proxy forwards each kind of requirement, with its arguments and results.
@Suite("Forwarding")
struct ForwardingTests {
  enum Proxy: CaseIterable {
    case lazy, intercepted, spy
  }

  let original = Original()

  func proxy(_ kind: Proxy) -> any Everything {
    switch kind {
    case .lazy:
      nonisolated(unsafe) let original = original  // used on this thread only
      return LazyEverything { original }
    case .intercepted: return InterceptedEverything(original, by: InterceptorChain())
    case .spy: return SpyEverything(original)
    }
  }

  @Test("methods, labels and overloads", arguments: Proxy.allCases)
  func methods(kind: Proxy) {
    let object = proxy(kind)
    object.plain()
    #expect(original.log == ["plain"])
    #expect(object.labelled(at: 1, "two", in: true, for: 4) == "1 two true 4")
    #expect(object.unnamed(5, with: 3) == 2)
    #expect(object.overloaded() == "none")
    #expect(object.overloaded(1) == "one")
    #expect(object.overloaded(number: 1) == "labelled")
    #expect(object.repeat("a") == "aa")
    #expect(object.pair() == (1, "one"))
    object.quiet()
  }

  @Test("errors, typed and untyped", arguments: Proxy.allCases)
  func errors(kind: Proxy) async {
    let object = proxy(kind)
    do throws(Unlucky) { _ = try object.failing() } catch { #expect(error.number == 13) }
    #expect(throws: Unlucky(number: 14)) { try object.failingAnyhow() }
    do throws(Unlucky) { try await object.waitingAndFailing() } catch { #expect(error.number == 15) }
    #expect(throws: Unlucky(number: 18)) {
      try object.passing { () throws(Unlucky) -> Int in throw Unlucky(number: 18) }
    }
    #expect(object.passing { 2 } == 2)
  }

  @Test("asynchronous calls", arguments: Proxy.allCases)
  func asynchronous(kind: Proxy) async {
    let object = proxy(kind)
    #expect(await object.waiting(1) == 2)
    do {
      _ = try await object.slow
      Issue.record("nothing was thrown")
    } catch { #expect(error as? Unlucky == Unlucky(number: 16)) }
  }

  @Test("generic and opaque parameters", arguments: Proxy.allCases)
  func generic(kind: Proxy) {
    let object = proxy(kind)
    #expect(object.generic("a", [1, 2]) == ["a": 2])
    #expect(object.opaque("abc".dropFirst()) == 2)
  }

  @Test("closures: nonescaping, escaping and autoclosures", arguments: Proxy.allCases)
  func closures(kind: Proxy) {
    let object = proxy(kind)
    #expect(object.calling { $0 + 1 } == 21)
    #expect(object.calling { _ in throw Unlucky(number: 1) } == nil)
    #expect(object.keeping { 5 }() == 5)
    var evaluations = 0
    func value() -> Int {
      evaluations += 1
      return 9
    }
    #expect(object.choosing(false, value()) == 0)
    #expect(evaluations == 0)
    #expect(object.choosing(true, value()) == 9)
  }

  @Test("ownership: inout, consuming, borrowing, sending, and noncopyable types", arguments: Proxy.allCases)
  func ownership(kind: Proxy) {
    let object = proxy(kind)
    var number = 1
    object.changing(&number, by: 2)
    #expect(number == 3)
    #expect(object.owning("a") == "a!")
    #expect(object.looking("ab") == 2)
    #expect(object.sending(Sheet()) == 7)
    #expect(object.single(Token(number: 4)) == 4)
  }

  @Test("properties and subscripts, read and set", arguments: Proxy.allCases)
  func properties(kind: Proxy) {
    let object = proxy(kind)
    object.settable += 1
    #expect(original.settable == 2 && object.settable == 2)
    object[1, for: "a"] = 5
    #expect(original[1, for: "a"] == 5 && object[1, for: "a"] == 5 && object[2, for: "a"] == 0)
    #expect(throws: Unlucky(number: 17)) { try object[key: "a"] }
  }
}
