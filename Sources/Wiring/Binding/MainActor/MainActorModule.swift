/// A module whose objects stay on the main actor: that of an app's screens and of what they share.
///
/// ```swift
/// struct AppModule: MainActorModule {
///   func configure(_ binder: inout MainActorBinder) {
///     binder.bind((any Router).self, StackRouter.init).scoped(.singleton)
///     binder.bind(HomeModel.init)
///   }
/// }
///
/// let home = try Plan(HomeModel.self, modules: [AppModule()]).buildOnMainActor().root
/// ```
///
/// The types need no annotation: they are those of a target whose default isolation is the main actor, or are declared
/// `@MainActor`. In a ``Module``, ``Binder/main`` declares the same bindings.
public protocol MainActorModule: Module {
  /// Declares the bindings. Called once per plan, on any thread; it creates no objects.
  func configure(_ binder: inout MainActorBinder)
}

extension MainActorModule {
  /// Declares the bindings.
  public func configure(_ binder: inout Binder) {
    var main = binder.main
    configure(&main)
  }
}

extension Binder {
  /// The receiver of the module's bindings whose objects stay on the main actor.
  public var main: MainActorBinder { MainActorBinder(list: list) }
}

extension Overrides {
  /// The replacements by objects that stay on the main actor: each `bind` replaces a binding.
  ///
  /// ```swift
  /// let plan = try Plan(HomeModel.self, modules: [AppModule()]) { overrides in
  ///   overrides.main.bind((any Router).self, RecordingRouter.init)
  /// }
  /// ```
  public var main: MainActorBinder { MainActorBinder(list: list) }
}
