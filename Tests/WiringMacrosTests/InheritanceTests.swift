import Testing
import WiringMacros

/// Proxies of child protocols forward the requirements of all ancestors.
@Suite("Inherited requirements")
struct InheritanceTests {
  @Test("a diamond is forwarded completely, to one object")
  func diamond() throws {
    let creations = CallRecorder()
    let lazy: any Library = LazyLibrary {
      _ = creations.intercept(InterceptedCall("", "make")) { 0 }
      return OakLibrary()
    }
    #expect(creations.calls.isEmpty)
    #expect(try lazy.books() == ["Emma"])
    #expect(try lazy.label == "oak")
    #expect(lazy.width == 3)
    #expect(lazy.close())
    let parent: any Shelf = lazy
    #expect(try parent.books() == ["Emma"])
    #expect(creations.calls.count == 1)
  }

  @Test("concurrent calls of inherited requirements use one object")
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

  @Test("the parent's requirements throw the explicit failure of the child")
  func explicitFailure() {
    let lazy: any LabelledShelf = LazyLabelledShelf { () throws(Unlucky) in throw Unlucky(number: 1) }
    #expect(throws: Unlucky(number: 1)) { try lazy.books() }
    #expect(throws: Unlucky(number: 1)) { try lazy.label }
  }
}
