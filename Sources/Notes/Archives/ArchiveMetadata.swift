import NotesDomain
import NotesFrontMatter

/// The metadata of another program's notes, as ours: tags, and front matter for everything that has no place in a note.
package enum ArchiveMetadata {
  /// Returns valid tags for names with spaces and other characters that ours cannot have, without repetition.
  static func tags(_ names: [String]) -> [Tag] {
    var keys: Set<String> = []
    return names.compactMap(tag).filter { keys.insert($0.key).inserted }
  }

  private static func tag(_ name: String) -> Tag? {
    var cleaned = String.UnicodeScalarView()
    for scalar in name.trimmingWhitespace.unicodeScalars.drop(while: { $0 == "#" }) {
      let isRefused =
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control || scalar == ","
        || scalar == "#" || scalar == "\u{FEFF}"
      // A run of them becomes one hyphen.
      if !isRefused { cleaned.append(scalar) } else if cleaned.last != "-" { cleaned.append("-") }
    }
    let parts = cleaned.split(separator: "/").map { String($0) }
    return parts.isEmpty ? nil : Tag(parts.joined(separator: "/"))
  }

  /// Returns the lines of front matter for keys and values. Empty values are left out.
  package static func frontMatter(_ values: [(key: String, value: String)]) -> String {
    var used: Set<String> = []
    let pairs = values.filter { !$0.value.isEmpty }.map { (key: uniqueKey($0.key, among: &used), value: $0.value) }
    let lines = { (scalar: (String) -> String) in pairs.map { "\($0.key): \(scalar($0.value))\n" }.joined() }
    let text = lines(YAMLText.scalar)
    // A value that looks like an anchor, or like deeply nested lists, would be refused.
    return (try? YAMLGuard.check(text)) == nil ? lines(YAMLText.escapedScalar) : text
  }

  /// Returns the usual extension of files of a type, such as `png` for `image/png`; empty for an unknown type.
  static func fileExtension(of type: String) -> String {
    fileExtensions[type.lowercased()] ?? ""
  }

  private static let fileExtensions = [
    "image/png": "png", "image/jpeg": "jpg", "image/jpg": "jpg", "image/gif": "gif", "image/webp": "webp",
    "image/svg+xml": "svg", "image/tiff": "tiff", "image/bmp": "bmp", "image/heic": "heic", "application/pdf": "pdf",
    "application/zip": "zip", "application/json": "json", "application/rtf": "rtf", "application/msword": "doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.ms-excel": "xls", "application/vnd.ms-powerpoint": "ppt", "text/plain": "txt", "text/html": "html",
    "text/csv": "csv", "text/markdown": "md", "audio/mpeg": "mp3", "audio/wav": "wav", "audio/x-wav": "wav",
    "audio/amr": "amr", "audio/mp4": "m4a", "audio/x-m4a": "m4a", "audio/ogg": "ogg", "video/mp4": "mp4",
    "video/quicktime": "mov", "video/webm": "webm", "application/vnd.evernote.ink": "ink",
  ]

  /// Returns a key that YAML reads as text, and that is neither one of ours nor one of the other keys.
  private static func uniqueKey(_ key: String, among used: inout Set<String>) -> String {
    let letters = key.utf8.map { $0.isAlphanumeric ? Character(UnicodeScalar($0)) : "-" }
    var name = String(letters).lowercased()
    if FrontMatterKeys.ofFiles.key(named: name) != nil || name.utf8.first.map({ $0 | 0x20 > UInt8(ascii: "Z") }) != true
    {
      name = "original-" + name
    }
    var unique = name
    var number = 2
    while !used.insert(unique).inserted {
      unique = "\(name)-\(number)"
      number += 1
    }
    return unique
  }
}
