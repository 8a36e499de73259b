import Foundation
import NotesDisk
import NotesDomain

/// The index of a tar archive: the names, offsets and sizes of its regular files.
///
/// Reads the headers of ustar, GNU tar and pax (POSIX.1-2001). Links, folders and devices are skipped. The content of the
/// files is not read.
struct TarReader {
  /// A regular file in the archive.
  struct Entry {
    let path: String
    /// The offset of the content in the archive.
    let offset: Int
    /// The size of the content in bytes.
    let size: Int
  }

  /// A part of the archive that cannot be read.
  struct Damage {
    /// The name of the file that is affected, if it is known.
    let path: String?
    let detail: String
  }

  private static let blockBytes = 512
  /// The maximum size of a long name, and of a pax header, in bytes.
  private static let maximumExtensionBytes = 1 << 20

  private(set) var entries: [Entry] = []
  private(set) var damages: [Damage] = []

  private let file: OpenFile
  private var position = 0
  /// Whether the position may be anywhere in a file. Only a header that says that it is one is then believed.
  private var isSearching = false
  /// The path and size that the extended headers before a header define.
  private var overrides = Overrides()

  private struct Overrides {
    var path: String?
    var size: Int?
  }

  /// Reads the index of an archive. A damaged part is skipped, up to the next header.
  init(_ file: OpenFile) throws {
    self.file = file
    while let header = try nextHeader() { try visit(header) }
  }

  /// Reads the next header; `nil` at the end of the archive.
  private mutating func nextHeader() throws -> TarHeader? {
    while true {
      let block = try file.bytes(from: position, limit: Self.blockBytes)
      guard block.count == Self.blockBytes else {
        if !block.isEmpty, !isSearching {
          damages.append(Damage(path: nil, detail: "the archive ends in the middle of a header"))
        }
        return nil
      }
      position += Self.blockBytes
      if let header = TarHeader(block), !isSearching || header.hasMagic {
        isSearching = false
        return header
      }
      if !isSearching, block.allSatisfy({ $0 == 0 }) {
        // Two empty blocks are the end, and what is after them is padding.
        if try isEndOfArchive() { return nil }
        continue
      }
      if !isSearching {
        damages.append(Damage(path: nil, detail: "the header at offset \(position - Self.blockBytes) is damaged"))
        (isSearching, overrides) = (true, Overrides())
      }
    }
  }

  private func isEndOfArchive() throws -> Bool {
    let next = try file.bytes(from: position, limit: Self.blockBytes)
    return next.allSatisfy { $0 == 0 }
  }

  private mutating func visit(_ header: TarHeader) throws {
    let start = position
    let isExtension = header.kind.isExtension
    let size = isExtension ? header.size : overrides.size ?? header.size
    // Nothing is allocated before this: a header can claim any size.
    guard let size, size <= file.size - start else {
      damages.append(Damage(path: overrides.path ?? header.path, detail: "the archive ends before the end of the file"))
      // The size may be what is damaged, so that later files are in what it claims.
      (isSearching, overrides) = (true, Overrides())
      return
    }
    let padded = (size + Self.blockBytes - 1) / Self.blockBytes * Self.blockBytes
    position = padded <= file.size - start ? start + padded : file.size
    switch header.kind {
    case .longName, .extended, .global:
      guard size <= Self.maximumExtensionBytes else {
        damages.append(Damage(path: nil, detail: "the extended header at offset \(start) is too large"))
        return
      }
      read(try file.bytes(from: start, limit: size), of: header.kind)
    case .longLink: break
    case .file:
      let path = overrides.path ?? header.path
      overrides = Overrides()
      guard let path else {
        damages.append(Damage(path: nil, detail: "the name of the file at offset \(start) is not UTF-8"))
        return
      }
      entries.append(Entry(path: path, offset: start, size: size))
    case .other: overrides = Overrides()
    }
  }

  /// Reads the content of an extended header. Global headers define no paths, and their other values do not matter.
  private mutating func read(_ bytes: [UInt8], of kind: TarHeader.Kind) {
    switch kind {
    case .longName: overrides.path = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    case .extended:
      for (key, value) in Self.records(bytes) {
        if key == "path" { overrides.path = value }
        if key == "size" { overrides.size = Int(value).flatMap { $0 >= 0 ? $0 : nil } }
      }
    case .global, .longLink, .file, .other: break
    }
  }

  /// Parses the records of a pax header, each `length key=value` and a newline. Stops at a malformed one.
  private static func records(_ bytes: [UInt8]) -> [(key: String, value: String)] {
    var records: [(String, String)] = []
    var rest = bytes[...]
    while let space = rest.firstIndex(of: UInt8(ascii: " ")),
      let length = Int(String(decoding: rest[..<space], as: UTF8.self)), length > space - rest.startIndex + 1,
      length <= rest.count
    {
      let record = rest[(space + 1)..<(rest.startIndex + length)]
      rest = rest.dropFirst(length)
      guard record.last == UInt8(ascii: "\n"), let sign = record.firstIndex(of: UInt8(ascii: "=")),
        let value = String(validating: record[(sign + 1)...].dropLast(), as: UTF8.self)
      else { continue }
      records.append((String(decoding: record[..<sign], as: UTF8.self), value))
    }
    return records
  }
}

/// A header of a file in a tar archive.
struct TarHeader {
  enum Kind {
    case file
    /// The name of the next file, by GNU tar.
    case longName
    /// The target of the next link, by GNU tar.
    case longLink
    /// Records for the next file, by pax.
    case extended
    /// Records for all later files, by pax.
    case global
    /// A folder, a link or a device.
    case other

    var isExtension: Bool {
      switch self {
      case .longName, .longLink, .extended, .global: true
      case .file, .other: false
      }
    }
  }

  let kind: Kind
  /// The path in the archive; `nil` when it is not UTF-8.
  let path: String?
  /// The size of the content in bytes; `nil` when it is not a number.
  package let size: Int?
  /// Whether the header says that it is one of ustar or GNU tar. The first tar programs did not.
  let hasMagic: Bool

  /// Parses a block; `nil` when its checksum is wrong.
  init?(_ block: [UInt8]) {
    let sum = block.indices.reduce(0) { $0 + (148..<156 ~= $1 ? Int(UInt8(ascii: " ")) : Int(block[$1])) }
    guard Self.number(block[148..<156]) == sum else { return nil }
    hasMagic = block[257..<262].elementsEqual("ustar".utf8)
    kind =
      switch block[156] {
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
      case UInt8(ascii: "L"): .longName
      case UInt8(ascii: "K"): .longLink
      case UInt8(ascii: "x"): .extended
      case UInt8(ascii: "g"): .global
      default: .other
      }
    // Links and folders have no content, whatever their headers say.
    let hasContent = !(UInt8(ascii: "1")...UInt8(ascii: "6") ~= block[156])
    size = hasContent ? Self.number(block[124..<136]) : 0
    let name = block[0..<100].prefix { $0 != 0 }
    // GNU tar uses the field for the prefix otherwise.
    let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? block[345..<500].prefix { $0 != 0 } : []
    path = String(validating: prefix.isEmpty ? Array(name) : Array(prefix) + [UInt8(ascii: "/")] + name, as: UTF8.self)
  }

  /// Parses octal digits, or a number in base 256 whose first bit is set; `nil` for another text or a number that is too
  /// large.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      // A second bit would mean a negative number.
      guard first & 0x40 == 0 else { return nil }
      var value = Int(first & 0x3F)
      for byte in field.dropFirst() {
        guard value <= Int.max >> 8 else { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
    let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
    return digits.isEmpty ? 0 : Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }
}
