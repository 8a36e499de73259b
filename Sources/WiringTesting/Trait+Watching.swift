public import Testing

extension Trait where Self == WiringTrait {
  /// Makes an issue of every object that reaches outside the process: one whose binding says `.real("the file system")`.
  ///
  /// It counts for every graph that is built in the test, also by the code under test, and for objects that are made later
  /// through a handle. The issue names the way from a root to the binding:
  ///
  /// ```
  /// forbidden: 'any NoteRepository' reaches the file system
  ///
  ///   App → NoteList → any NoteRepository
  ///
  ///   bound by   any NoteRepository (StoreSettings)  Notes/StorageModule.swift:14
  ///   required from root App · modules StorageModule
  ///
  ///   fix        replace it: .replacing((any NoteRepository).self, with: …)
  ///   fix        or let the test reach the file system: .forbidReal(except: (any NoteRepository).self)
  /// ```
  public static var forbidReal: Self {
    forbidReal(exceptTypes: [])
  }

  /// Makes an issue of every object that reaches outside the process, but for those that the test asks for.
  ///
  /// - Parameter types: The types that may; a test adds to what its suite allows.
  /// - Returns: The trait.
  public static func forbidReal(except types: any Any.Type...) -> Self {
    forbidReal(exceptTypes: types)
  }

  private static func forbidReal(exceptTypes types: [any Any.Type]) -> Self {
    WiringTrait { $0.exceptions = ($0.exceptions ?? []) + types }
  }

  /// Makes an issue of every shared object of the test's graph that is still there when the test and its graph are over:
  /// somebody who outlives the graph keeps it, or a circle of references does.
  ///
  /// It sees objects of classes and actors. A task that the test started and did not await keeps the whole graph.
  public static var checksForLeaks: Self {
    WiringTrait { $0.checksForLeaks = true }
  }
}
