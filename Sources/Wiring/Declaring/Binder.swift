/// Where a module declares its bindings.
///
/// Each `bind` says what the key is, how the object is made, and, by a modifier, how long it lives:
///
/// ```swift
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton)  // dependencies from the initializer
/// binder.bind(Report.self) { (notes: any NoteRepository) in Report(notes, title: "All") } // a closure's parameters are dependencies too
/// binder.bind(Settings.self, to: settings)                                               // a ready value
/// ```
///
/// An overloaded initializer is chosen by its labels: `SQLiteNoteRepository.init(database:clock:)`. A reference to an
/// initializer needs all of its parameters, also those that have default values; wrap it in a closure to leave one out.
///
/// ## Topics
/// ### Binding
/// - ``bind(_:file:line:column:)``
/// - ``bind(_:_:file:line:column:)-(Value.Type,_)``
/// - ``bind(_:_:file:line:column:)-(Key<Value>,_)``
/// - ``bind(_:to:file:line:column:)-(Value.Type,_)``
/// - ``bind(_:to:file:line:column:)-(Key<Value>,_)``
/// - ``bind(_:resolving:file:line:column:)-(Value.Type,_)``
/// - ``bind(_:resolving:file:line:column:)-(Key<Value>,_)``
/// ### Saying what a module is for
/// - ``requires(_:file:line:column:)``
/// - ``root(_:file:line:column:)``
public struct Binder {
  @usableFromInline let list: DeclarationList

  @inlinable
  init(list: DeclarationList) {
    self.list = list
  }

  /// Declares that the module needs a binding from somebody else, whether or not one of its factories asks for it now.
  ///
  /// It documents the module's needs in one place, and makes a plan without that binding fail with the module's name.
  ///
  /// - Parameters:
  ///   - type: The type that is needed.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public func requires<Value>(
    _ type: Value.Type, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    list.requirements.append(requirement(type, file, line, column))
  }

  /// Declares an entry point: a key that the program asks the graph for, from which paths in messages begin.
  ///
  /// - Parameters:
  ///   - type: The type of the entry point.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public func root<Value>(
    _ type: Value.Type, file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    list.roots.append(requirement(type, file, line, column))
  }

  private func requirement<Value>(
    _ type: Value.Type, _ file: StaticString, _ line: Int, _ column: Int
  ) -> Requirement {
    Requirement(key: AnyKey(type), accepts: Dependency(type), site: CallSite(file, line, column))
  }
}
