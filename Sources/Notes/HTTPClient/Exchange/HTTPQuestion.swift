import NotesDomain
import NotesWire

/// A request to a server.
struct HTTPQuestion {
  /// Where the server is.
  let server: ServerAddress
  /// What is asked.
  let route: WireRoute
  /// The part of the address behind the `?`.
  var query: String?
  /// For whom it speaks; `nil` before a device has signed in.
  var token: DeviceToken?
  /// Fields beside those that every request has.
  var fields: [(name: String, value: String)] = []
  /// The message, or the bytes of a blob.
  var body: (type: WireContentType, bytes: [UInt8])?
  /// The most bytes of the answer.
  var limit = WireLimit.message
  /// How long the server is asked to wait before it answers, in milliseconds; `nil` when it is to answer at once.
  var listening: Int?

  /// The whole address.
  var url: String {
    server.description + route.path + (query.map { "?" + $0 } ?? "")
  }
}
