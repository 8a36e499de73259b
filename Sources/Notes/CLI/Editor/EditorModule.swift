import NotesDomain
public import Wiring

/// The person's editor, as the environment names it.
///
/// A module of its own, since it is an adapter of a port: what shows screens in a test must not start programs.
public struct EditorModule: Module {
  /// Creates the module.
  public init() {}

  /// Declares the editor.
  ///
  /// - Parameter binder: Where the bindings go.
  public func configure(_ binder: inout Binder) {
    binder.bind(EditorCommand.self) { (invocation: Invocation) in EditorCommand(environment: invocation.environment) }
    binder.bind((any ExternalEditor).self, ProcessEditor.init).scoped(.singleton)
  }
}
