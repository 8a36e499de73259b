package import NotesDomain

/// A request's method and path: an ``APIEndpoint`` with the values in its path.
///
/// No value needs an escape, so each route has exactly one path. A path with `%`, an empty component or a trailing
/// slash is not a route.
package enum APIRoute: Sendable, Hashable {
  case signIn
  case devices
  case revoke(SignedInDeviceID)
  case password
  case push(VaultID)
  case changes(VaultID)
  case watch(VaultID)
  case blobProgress(BlobDigest, VaultID)
  case sendBlob(BlobDigest, VaultID)
  case blob(BlobDigest, VaultID)

  /// Parses a method in capital letters, and a path before percent-decoding and without the query.
  package init(method: String, path: String) throws(RouteMatchError) {
    guard path.utf8.count <= MessageLimits.path else { throw .unknownPath }
    let routes = Self.routes(of: path)
    guard let route = routes.first(where: { $0.endpoint.method.rawValue == method }) else {
      throw routes.isEmpty ? .unknownPath : .wrongMethod(allowed: routes.map(\.endpoint.method))
    }
    self = route
  }

  package var endpoint: APIEndpoint {
    switch self {
    case .signIn: .signIn
    case .devices: .devices
    case .revoke: .revoke
    case .password: .password
    case .push: .push
    case .changes: .changes
    case .watch: .watch
    case .blobProgress: .blobProgress
    case .sendBlob: .sendBlob
    case .blob: .blob
    }
  }

  package var path: String {
    switch self {
    case .signIn, .devices, .password: endpoint.pattern
    case .revoke(let device): "/v1/devices/\(device)"
    case .push(let vault): "/v1/vaults/\(vault.name)/push"
    case .changes(let vault): "/v1/vaults/\(vault.name)/changes"
    case .watch(let vault): "/v1/vaults/\(vault.name)/watch"
    case .blobProgress(let digest, let vault), .sendBlob(let digest, let vault), .blob(let digest, let vault):
      "/v1/vaults/\(vault.name)/blobs/\(digest)"
    }
  }

  /// Returns the routes of a path, one for each method.
  private static func routes(of path: String) -> [APIRoute] {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    guard parts.count > 2, parts[0].isEmpty, parts[1] == "v1" else { return [] }
    switch (parts[2], parts.count) {
    case ("sign-in", 3): return [.signIn]
    case ("devices", 3): return [.devices]
    case ("password", 3): return [.password]
    case ("devices", 4): return SignedInDeviceID(parts[3]).map { [.revoke($0)] } ?? []
    case ("vaults", 5): return VaultID(parts[3]).map { routes(of: $0, parts[4]) } ?? []
    case ("vaults", 6):
      guard let vault = VaultID(parts[3]), parts[4] == "blobs", let digest = BlobDigest(parts[5]) else { return [] }
      return [.blobProgress(digest, vault), .sendBlob(digest, vault), .blob(digest, vault)]
    default: return []
    }
  }

  private static func routes(of vault: VaultID, _ part: String) -> [APIRoute] {
    switch part {
    case "push": [.push(vault)]
    case "changes": [.changes(vault)]
    case "watch": [.watch(vault)]
    default: []
    }
  }
}

/// An error of matching a method and a path.
package enum RouteMatchError: Error, Sendable, Hashable {
  /// No endpoint has the path.
  case unknownPath
  /// No endpoint of the path has the method.
  case wrongMethod(allowed: [APIMethod])
}

/// The endpoints of the API, all of them under `/v1`.
package enum APIEndpoint: Sendable, Hashable, CaseIterable {
  case signIn
  case devices
  case revoke
  case password
  case push
  case changes
  case watch
  case blobProgress
  case sendBlob
  case blob

  /// The HTTP method.
  package var method: APIMethod {
    switch self {
    case .signIn, .push: .post
    case .devices, .changes, .watch, .blob: .get
    case .blobProgress: .head
    case .sendBlob, .password: .put
    case .revoke: .delete
    }
  }

  /// The path, with a parameter in braces for each value: `/v1/vaults/{vault}/push`.
  package var pattern: String {
    switch self {
    case .signIn: "/v1/sign-in"
    case .devices: "/v1/devices"
    case .revoke: "/v1/devices/{device}"
    case .password: "/v1/password"
    case .push: "/v1/vaults/{vault}/push"
    case .changes: "/v1/vaults/{vault}/changes"
    case .watch: "/v1/vaults/{vault}/watch"
    case .blobProgress, .sendBlob, .blob: "/v1/vaults/{vault}/blobs/{digest}"
    }
  }

  /// Whether the endpoint requires a token.
  package var needsToken: Bool { self != .signIn }
}

/// The HTTP methods of the API.
package enum APIMethod: String, Sendable, Hashable, CaseIterable {
  case head = "HEAD"
  case get = "GET"
  case put = "PUT"
  case post = "POST"
  case delete = "DELETE"
}
