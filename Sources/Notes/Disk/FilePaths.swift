extension String {
  /// The path of the folder that a path is in; empty for a relative path of one name.
  ///
  /// Not `NSString.deletingLastPathComponent`, which traps on a relative path of one letter.
  package var parentPath: String {
    let slash = UInt8(ascii: "/")
    var rest = utf8[...]
    while rest.last == slash, rest.dropFirst().first != nil { rest.removeLast() }
    guard let last = rest.lastIndex(of: slash) else { return "" }
    return last == rest.startIndex ? "/" : String(self[..<last])
  }

  /// The path of the folder that a path is in, as system calls accept it: `.` for a relative path of one name.
  package var folderPath: String {
    let parent = parentPath
    return parent.isEmpty ? "." : parent
  }
}
