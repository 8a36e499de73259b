import Foundation
import NotesDomain

/// The options of the command line.
struct Options: Sendable {
  /// The kind of request.
  enum Kind: Sendable {
    /// A request for changes with this query.
    case read(query: String)
    /// A batch of new notes, from devices numbered from the first one.
    case push(notes: Int, epoch: Epoch, firstDevice: UInt64)
  }

  var kind = Kind.read(query: "after=0")
  var port = 0
  var vault = ""
  /// The value of the authorization header.
  var authorization = ""
  var connections = 1
  /// The duration of the measurement, in seconds.
  var seconds = 3.0
  /// The duration of the warm-up before it, in seconds.
  var warmUp = 0.5
  /// The maximum number of requests per connection; `nil` for no limit but the time.
  var requests: Int?

  /// - Returns: `nil` for unknown arguments.
  init?(_ arguments: [String]) {
    var values: [String: String] = [:]
    for pair in arguments.dropFirst() {
      guard let equals = pair.firstIndex(of: "="), pair.hasPrefix("--") else { return nil }
      values[String(pair[..<equals].dropFirst(2))] = String(pair[pair.index(after: equals)...])
    }
    switch arguments.first {
    case "read":
      guard let query = values["query"] else { return nil }
      kind = .read(query: query)
    case "push":
      guard let notes = values["notes"].flatMap({ Int($0) }), notes > 0,
        let epoch = values["epoch"].flatMap({ Epoch($0) })
      else { return nil }
      kind = .push(notes: notes, epoch: epoch, firstDevice: values["first-device"].flatMap { UInt64($0) } ?? 1)
    default: return nil
    }
    guard let port = values["port"].flatMap({ Int($0) }), let vault = values["vault"] else { return nil }
    (self.port, self.vault) = (port, vault)
    // A file, since all users of the machine can read the arguments.
    if let file = values["authorization-file"] {
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
      authorization = text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    if let text = values["connections"] {
      guard let count = Int(text), 1...10_000 ~= count else { return nil }
      connections = count
    }
    if let text = values["seconds"] {
      guard let number = Double(text), number > 0 else { return nil }
      seconds = number
    }
    if let text = values["requests"] {
      guard let count = Int(text), count > 0 else { return nil }
      (requests, warmUp) = (count, 0)
    }
  }
}
