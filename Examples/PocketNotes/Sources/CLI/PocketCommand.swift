import ArgumentParser
import Core
import ViewModels

/// The command line.
package struct PocketCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "pocket", abstract: "Keeps short notes on your devices.",
    subcommands: [
      ListCommand.self, SearchCommand.self, AddCommand.self, EditCommand.self, DeleteCommand.self, SyncCommand.self,
      WatchCommand.self,
    ],
    defaultSubcommand: ListCommand.self)

  package init() {}
}

/// A command that was read from the command line. It is carried out by a ``Front``, which exists only by then.
package protocol FrontCommand: ParsableCommand {
  @MainActor func run(in front: Front) async throws
}

struct ListCommand: FrontCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the notes, the latest first.")

  func run(in front: Front) async throws { try await front.list(matching: "") }
}

struct SearchCommand: FrontCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Lists the notes with some words.")

  @Argument(help: "The words; all of them must occur.") var words: [String]

  func run(in front: Front) async throws { try await front.list(matching: words.joined(separator: " ")) }
}

struct AddCommand: FrontCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Adds a note.")

  @Argument(help: "The text.") var text: [String]

  func run(in front: Front) async throws { try await front.add(text.joined(separator: " ")) }
}

struct EditCommand: FrontCommand {
  static let configuration = CommandConfiguration(commandName: "edit", abstract: "Replaces the text of a note.")

  @Argument(help: "The number of the note in the list.") var number: Int
  @Argument(help: "The new text.") var text: [String]

  func run(in front: Front) async throws { try await front.edit(number, text.joined(separator: " ")) }
}

struct DeleteCommand: FrontCommand {
  static let configuration = CommandConfiguration(commandName: "delete", abstract: "Deletes a note.")

  @Argument(help: "The number of the note in the list.") var number: Int

  func run(in front: Front) async throws { try await front.delete(number) }
}

struct SyncCommand: FrontCommand {
  static let configuration = CommandConfiguration(commandName: "sync", abstract: "Syncs with your other devices.")

  @Option(help: "The account on the server.") var account = "me"

  func run(in front: Front) async throws { try await front.sync(Session(account: account)) }
}

struct WatchCommand: FrontCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Shows the list, again whenever it changes, until Ctrl-C.")

  func run(in front: Front) async throws { try await front.watch() }
}
