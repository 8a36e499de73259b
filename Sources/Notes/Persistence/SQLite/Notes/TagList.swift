import Foundation
import NotesDomain

/// The stored form of tags: a JSON array of strings, which SQLite's own functions read too.
///
/// Encoded and decoded by hand, since a list of notes decodes one or two for each row.
enum TagList {
  static func encode(_ tags: [Tag]) -> String { encode(texts: tags.map(\.name)) }

  /// Encodes a JSON array of strings.
  static func encode(texts: [String]) -> String {
    var text = [UInt8(ascii: "[")]
    for (index, string) in texts.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONString.append(string, to: &text)
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a JSON array of strings. Skips strings that are no tags.
  static func decode(_ text: String) -> [Tag] { strings(in: text).compactMap { Tag($0) } }

  /// Decodes the strings of a JSON array.
  static func strings(in text: String) -> [String] {
    guard !text.utf8.contains(UInt8(ascii: "\\")) else { return escapedStrings(in: text) }
    var strings: [String] = []
    var rest = text[...].utf8
    while let opening = rest.firstIndex(of: UInt8(ascii: "\"")) {
      rest = rest[rest.index(after: opening)...]
      guard let closing = rest.firstIndex(of: UInt8(ascii: "\"")) else { break }
      strings.append(String(Substring(rest[..<closing])))
      rest = rest[rest.index(after: closing)...]
    }
    return strings
  }

  private static func escapedStrings(in text: String) -> [String] {
    var strings: [String] = []
    var current: [UInt8] = []
    var isInside = false
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        if isInside { strings.append(String(decoding: current, as: UTF8.self)) }
        isInside.toggle()
        current = []
      case UInt8(ascii: "\\") where isInside:
        var following = rest
        if let scalar = try? JSONString.decodeEscape(from: &following) {
          current.append(contentsOf: String(scalar).utf8)
          rest = following
        } else if rest.first == UInt8(ascii: "u") {
          // Drops a lone surrogate.
          rest = rest.dropFirst(5)
        }
      default: if isInside { current.append(byte) }
      }
    }
    return strings
  }
}

/// The stored form of attachments: a JSON array of arrays of three strings, and a fourth for one with a path. SQLite's own
/// functions read it too.
enum AttachmentList {
  private static let decoder = JSONDecoder()

  static func encode(_ attachments: [Attachment]) -> String {
    var text = [UInt8(ascii: "[")]
    for (index, attachment) in attachments.enumerated() {
      text += Array((index == 0 ? "[" : ",[").utf8)
      JSONString.append(attachment.name, to: &text)
      text += Array(",\"\(attachment.digest)\",\"\(attachment.size)\"".utf8)
      if !attachment.path.isEmpty {
        text.append(UInt8(ascii: ","))
        JSONString.append(attachment.path, to: &text)
      }
      text.append(UInt8(ascii: "]"))
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes what ``encode(_:)`` wrote. Skips elements that are no attachments.
  static func decode(_ text: String) -> [Attachment] {
    let elements = try? decoder.decode([Element].self, from: Data(text.utf8))
    return elements?.compactMap(\.attachment) ?? []
  }

  /// An element of the array, which may be anything: one that is no attachment must not hide the others.
  private struct Element: Decodable {
    let attachment: Attachment?

    init(from decoder: any Decoder) {
      let strings = (try? [String](from: decoder)) ?? []
      guard strings.count >= 3, let digest = BlobDigest(strings[1]), let size = Int(strings[2]) else {
        attachment = nil
        return
      }
      attachment = Attachment(name: strings[0], digest: digest, size: size, path: strings.dropFirst(3).first ?? "")
    }
  }
}
