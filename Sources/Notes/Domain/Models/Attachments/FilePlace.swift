/// Where a file outside of the store is.
public enum FilePlace: Sendable, Hashable {
  /// A path that a person gave: links are followed.
  case path(String)
  /// A path inside a folder that anybody may have filled: no link is followed, and nothing leads out of the folder.
  case inside(folder: String, path: String)

  /// The whole path, for messages.
  public var path: String {
    switch self {
    case .path(let path): path
    case .inside(let folder, let path): folder + "/" + path
    }
  }
}
