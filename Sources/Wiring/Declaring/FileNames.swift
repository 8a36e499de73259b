/// The context files that places lie in, each once and for good, so that a place can name its file by a number.
final class FileNames: Sendable {
  static let shared = FileNames()

  private let names = Monitor<[String]>([])

  /// The number of a file, from 1.
  func number(of name: String) -> Int {
    names.withLock {
      // The last ones first: places come file by file.
      if let index = names.value.lastIndex(of: name) { return index + 1 }
      names.value.append(name)
      return names.value.count
    }
  }

  /// The file of a number.
  func name(of number: Int) -> String { names.withLock { names.value[number - 1] } }
}
