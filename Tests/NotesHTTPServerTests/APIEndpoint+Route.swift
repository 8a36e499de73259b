import NotesDomain
import NotesHTTPAPI
import NotesHosting

extension APIEndpoint {
  /// Returns a route of this kind to a tenant's data. A new kind does not compile without a line here.
  func route(of tenant: Tenant, digest: BlobDigest) -> APIRoute {
    let vault = tenant.principal.vault
    return switch self {
    case .signIn: .signIn
    case .devices: .devices
    case .revoke: .revoke(tenant.principal.device)
    case .password: .password
    case .push: .push(vault)
    case .changes: .changes(vault)
    case .watch: .watch(vault)
    case .blobProgress: .blobProgress(digest, vault)
    case .sendBlob: .sendBlob(digest, vault)
    case .blob: .blob(digest, vault)
    }
  }

  /// A valid query of the route.
  var query: String {
    switch self {
    case .changes: "?after=0&limit=10"
    case .watch: "?after=0&epoch=\(Epoch(bits: 1))&wait=0"
    case .signIn, .devices, .revoke, .password, .push, .blobProgress, .sendBlob, .blob: ""
    }
  }
}
