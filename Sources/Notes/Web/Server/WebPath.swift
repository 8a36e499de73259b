import Foundation
import NotesDomain

/// The paths of the pages.
enum WebPath {
  static let home = "/"
  static let trash = "/?view=trash"
  static let history = "/history"
  static let conflicts = "/conflicts"
  static let sync = "/sync"
  static let account = "/account"
  static let devices = "/account/devices"
  static let graph = "/graph"

  static func note(_ id: NoteID) -> String { "/notes/\(id.description)" }

  /// Returns the path of a version of a note, by the number of its change set.
  static func version(_ number: Int, of id: NoteID) -> String { "/notes/\(id.description)/history/\(number)" }

  static func conflict(_ id: NoteConflict.ID) -> String { "\(conflicts)/\(id.description)" }

  static func attachment(_ name: String, of id: NoteID) -> String {
    "/notes/\(id.description)/attachments/\(encoded(name))"
  }

  /// Returns the address of the attachments in the page of their note.
  static func attachments(of id: NoteID) -> String { note(id) + "#attachments" }

  /// Returns the path that leads to the note with a name.
  static func go(to name: String) -> String { "/go?" + query([("name", name)]) }

  /// Returns the query of an address, without the values that are `nil` or empty.
  static func query(_ fields: [(name: String, value: String?)]) -> String {
    fields.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : "\(name)=\(encoded($0))" }
    }.joined(separator: "&")
  }

  /// Encodes a text as a part of a path or a query.
  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
