import Crypto
import NotesDomain

/// A note of an Evernote export, without its content and the bytes of its resources, which are in scratch files.
struct EvernoteNote {
  /// A file of a note.
  struct Resource {
    /// The MD5 of the content in hexadecimal digits, by which the note's content refers to the resource.
    var hash = ""
    var name = ""
    var type = ""
    /// The path of the content in the archive's folder; `nil` for a resource without content.
    var file: String?
    /// The damage of the content; `nil` for none.
    var damage: String?
  }

  /// An item of a list of tasks, which is beside the content.
  struct Task {
    var title = ""
    var isDone = false
    var group = ""
    /// The text that determines the order in the group.
    var weight = ""
  }

  /// The line on which the note begins.
  let line: Int
  var title = ""
  var created: Timestamp?
  var updated: Timestamp?
  /// The times that could not be read.
  var invalidTimes: [String] = []
  var tags: [String] = []
  var attributes: [(key: String, value: String)] = []
  var tasks: [Task] = []
  var resources: [Resource] = []
  /// The range of the content in the scratch file of contents.
  var content = 0..<0
  /// The fingerprint of the content.
  var digest = ContentDigest(of: [])
  /// The line on which the content begins.
  var contentLine = 1
  /// The size of the content, when it is larger than a note's may be.
  var oversize: Int?
}

extension EvernoteNote {
  /// The attributes that concern Evernote alone, or have other names here.
  private static let ownAttributes: Set = [
    "source", "source-application", "content-class", "reminder-order", "reminder-time", "reminder-done-time",
  ]

  /// The values for which our notes have no place.
  var values: [(key: String, value: String)] {
    let value = { (key: String) in attributes.last { $0.key == key }?.value ?? "" }
    let isTodo = !["", "0"].contains(value("reminder-order")) || !value("reminder-time").isEmpty
    let isDone = !value("reminder-done-time").isEmpty
    return [
      ("todo", isTodo ? isDone ? "done" : "open" : ""), ("todo-due", Self.readable(value("reminder-time"))),
      ("todo-completed", Self.readable(value("reminder-done-time"))),
    ] + attributes.filter { !Self.ownAttributes.contains($0.key) }.map { ($0.key, Self.readable($0.value)) }
  }

  private static func readable(_ value: String) -> String { Timestamp(evernote: value)?.iso8601 ?? value }
}

extension EvernoteNote {
  /// Returns the identifiers of the notes of a notebook, since an export has none.
  ///
  /// A note keeps its identifier in another export of the notebook, with other notes and another text: it follows from the
  /// names of the notebook and the note, and from the time of its creation. Only notes that have these in common are told
  /// apart by their contents.
  static func ids(of notes: [EvernoteNote], notebook: String) -> [NoteID] {
    let keys = notes.map { [notebook, $0.title.trimmingWhitespace, $0.created?.iso8601 ?? ""] }
    let counts = Dictionary(grouping: keys, by: \.self).mapValues(\.count)
    var copies: [[String]: Int] = [:]
    return zip(notes, keys).map { note, key in
      var key = key
      if counts[key, default: 0] > 1 { key.append(note.digest.value.hexadecimal) }
      copies[key, default: 0] += 1
      if let copy = copies[key], copy > 1 { key.append("\(copy)") }
      return NoteID(created: note.created, digest: SHA256.hash(data: Array(key.joined(separator: "\0").utf8)))
    }
  }
}

extension NoteID {
  /// Creates an identifier from the first bytes of a digest, and from the time of the note's creation if it is known.
  fileprivate init(created: Timestamp?, digest: SHA256.Digest) {
    let word = { (start: Int) in digest.dropFirst(start).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    if let created {
      self.init(created: created, random: (word(0), word(8)))
    } else {
      self.init(high: word(0), low: word(8))
    }
  }
}

extension Timestamp {
  /// Parses `20240131T120000Z`; `nil` for another text.
  init?(evernote text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else { return nil }
    let part = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
    self.init(
      iso8601: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
  }
}

/// A decoder of Base64 that arrives in pieces, with white space in it.
struct Base64Stream {
  private var digits: [UInt8] = []

  /// Decodes the next piece; `nil` when it is invalid. The last digits wait for more.
  mutating func decode(_ text: [UInt8]) -> [UInt8]? {
    digits += text.filter { $0 > 0x20 }
    // The end is decoded by finish(): only there can be padding.
    let count = max(0, digits.count - 1) / 4 * 4
    defer { digits.removeFirst(count) }
    return digits[..<count].contains(UInt8(ascii: "=")) ? nil : Base64.decode(digits[..<count])
  }

  /// Decodes the last digits; `nil` when they are invalid. Padding may be missing.
  mutating func finish() -> [UInt8]? {
    while digits.count % 4 > 1 { digits.append(UInt8(ascii: "=")) }
    defer { digits = [] }
    return Base64.decode(digits[...])
  }
}
