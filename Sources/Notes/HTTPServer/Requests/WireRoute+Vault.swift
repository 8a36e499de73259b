import HTTPTypes
import HummingbirdCore
import NotesDomain
import NotesWire

extension WireRoute {
  /// The vault that the path names; `nil` for what is not about one.
  var vault: VaultID? {
    switch self {
    case .signIn, .devices, .revoke: nil
    case .push(let vault), .changes(let vault), .watch(let vault): vault
    case .blobProgress(_, let vault), .sendBlob(_, let vault), .blob(_, let vault): vault
    }
  }
}

extension Call {
  /// What stands behind the path.
  var query: String {
    let target = request.head.path ?? ""
    return target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) } ?? ""
  }
}
