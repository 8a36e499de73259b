/// A stand-in that records the calls of a working object, as the macro `@Spied` generates it for tests.
///
/// ```swift
/// let spy = SpyNoteRepository(InMemoryNoteRepository())
/// try await archive(spy)
/// #expect(spy.calls.map(\.requirement) == ["note(_:)", "update(_:change:)"])
/// ```
///
/// It expects nothing and answers nothing by itself: the object behind it does, which should be a fake that works.
public protocol Spy {
  /// Where the calls are recorded.
  var recorder: CallRecorder { get }
}

extension Spy {
  /// All calls so far, in the order in which they began.
  public var calls: [RecordedCall] { recorder.calls }

  /// The calls of one requirement so far, in the order in which they began.
  ///
  /// - Parameter requirement: Its full name, as in `insert(_:)`.
  /// - Returns: The calls.
  public func calls(to requirement: String) -> [RecordedCall] { recorder.calls(to: requirement) }
}
