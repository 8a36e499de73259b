import Wiring

/// How the graph injects into a command, which the argument parser creates.
struct CommandModule<Command: NotesctlCommand>: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(Command.Screen.self)
    binder.injector(for: Command.self) { (command: inout Command, screen: Command.Screen) in
      command.screen.fill(screen)
    }
  }
}
