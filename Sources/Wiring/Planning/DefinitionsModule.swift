/// What definitions and components are listed under where the module of a declaration is asked for.
struct DefinitionsModule: Module {
  func configure(_ binder: inout Binder) {}
}
