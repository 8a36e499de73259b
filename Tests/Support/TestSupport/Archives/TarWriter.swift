/// A writer of tar archives, with which tests make ones that no program would.
///
/// ```swift
/// var tar = TarWriter()
/// tar.add("resources/photo.jpg", [1, 2, 3])
/// try folder.write(tar.bytes, to: "export.jex")
/// ```
package struct TarWriter: Sendable {
  /// The entries so far, without the end of the archive.
  package var entries: [UInt8] = []

  package init() {}

  /// The archive, which ends with two empty blocks.
  package var bytes: [UInt8] { entries + [UInt8](repeating: 0, count: 1024) }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - name: The path, of which a header has room for 100 bytes.
  ///   - kind: The type of the entry: `0` for a file, `5` for a folder, `2` for a symbolic link.
  ///   - size: The size that the header gives; by default that of the content.
  package mutating func add(_ name: String, _ content: [UInt8], kind: Unicode.Scalar = "0", size: String? = nil) {
    entries += Self.header(name, size: size ?? Self.octal(content.count, digits: 11), kind: kind)
    entries += content
    entries += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Adds a file whose path is in a header before its own, as GNU tar writes long ones.
  package mutating func add(longName name: String, _ content: [UInt8]) {
    add("././@LongLink", Array(name.utf8) + [0], kind: "L")
    add(String(name.prefix(100)), content)
  }

  /// Adds a file with records of pax, such as its path.
  package mutating func add(_ name: String, _ content: [UInt8], records: [(key: String, value: String)]) {
    var text = ""
    for record in records {
      let rest = " \(record.key)=\(record.value)\n"
      var length = rest.utf8.count + 1
      while "\(length)".utf8.count + rest.utf8.count != length { length += 1 }
      text += "\(length)\(rest)"
    }
    add("PaxHeader/" + name, Array(text.utf8), kind: "x")
    add(name, content)
  }

  private static func header(_ name: String, size: String, kind: Unicode.Scalar) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func write(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    write(String(decoding: name.utf8.prefix(100), as: UTF8.self), at: 0)
    write("0000644\u{0}", at: 100)
    write(size, at: 124)
    write("00000000000\u{0}", at: 136)
    write("        ", at: 148)
    header[156] = UInt8(ascii: kind)
    write("ustar\u{0}00", at: 257)
    write(octal(header.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0} ", at: 148)
    return header
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
