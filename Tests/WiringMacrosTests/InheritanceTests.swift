import Testing
import WiringMacros

/// Stand-ins of child protocols forward what all their ancestors demand.
@Suite("Inherited requirements")
struct InheritanceTests {
  @Test("a diamond is forwarded whole, and made once")
  func diamond() throws {
    let made = CallRecorder()
    let lazy: any Library = LazyLibrary {
      _ = made.intercept(InterceptedCall("", "make")) { 0 }
      return OakLibrary()
    }
    #expect(made.calls.isEmpty)
    #expect(try lazy.books() == ["Emma"])
    #expect(try lazy.label == "oak")
    #expect(lazy.width == 3)
    #expect(lazy.close())
    let parent: any Shelf = lazy
    #expect(try parent.books() == ["Emma"])
    #expect(made.calls.count == 1)
  }

  @Test("threads that call inherited requirements at once get answers from one object")
  func concurrently() async throws {
    let lazy: any Library = LazyLibrary { OakLibrary() }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<60 {
        group.addTask { number.isMultiple(of: 2) ? lazy.width : try lazy.books().count + 2 }
      }
      for try await answer in group { #expect(answer == 3) }
    }
  }

  @Test("inherited calls are intercepted and recorded")
  func intercepted() throws {
    let spy = SpyLibrary(OakLibrary())
    let recorder = CallRecorder()
    let library: any Library = InterceptedLibrary(spy, by: recorder)
    #expect(try library.books() == ["Emma"])
    #expect(try library.label == "oak")
    #expect(library.width == 3)
    #expect(spy.calls.map(\.requirement) == ["books()", "label", "width"])
    #expect(recorder.calls.map(\.requirement) == ["books()", "label", "width"])
  }

  @Test("an error of making a child's object comes through the parent's calls, where the child states it")
  func statedFailure() {
    let lazy: any LabelledShelf = LazyLabelledShelf { () throws(Unlucky) in throw Unlucky(number: 1) }
    #expect(throws: Unlucky(number: 1)) { try lazy.books() }
    #expect(throws: Unlucky(number: 1)) { try lazy.label }
  }
}
