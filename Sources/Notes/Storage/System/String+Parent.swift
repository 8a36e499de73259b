extension String {
  /// The path of the folder that a path lies in; empty for a relative path of one name.
  ///
  /// Not `NSString.deletingLastPathComponent`, which stops the program on a relative path of one letter.
  var parentPath: String {
    var rest = self[...]
    while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    return slash == rest.startIndex ? "/" : String(rest[..<slash])
  }

  /// The path of the folder that a path lies in, as system calls take it: `.` for a relative path of one name.
  var folderPath: String {
    let parent = parentPath
    return parent.isEmpty ? "." : parent
  }
}
