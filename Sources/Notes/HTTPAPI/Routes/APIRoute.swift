package import NotesDomain

/// What the first line of a request says, without its query: a ``APIEndpoint`` with the values in its path.
///
/// None of the values can need an escape, so that each route has one path only: one with `%` in it, or an empty part, or a
/// slash at its end, is no route.
package enum APIRoute: Sendable, Hashable {
  /// A device signs in.
  case signIn
  /// A device asks for the devices of its account.
  case devices
  /// A device revokes another, or itself.
  case revoke(SignedInDeviceID)
  /// A device sends a batch to a vault.
  case push(VaultID)
  /// A device asks for changes in a vault.
  case changes(VaultID)
  /// A device waits for a change in a vault.
  case watch(VaultID)
  /// A device asks how much of a blob is in a vault.
  case blobProgress(BlobDigest, VaultID)
  /// A device sends a piece of a blob to a vault.
  case sendBlob(BlobDigest, VaultID)
  /// A device asks for a piece of a blob in a vault.
  case blob(BlobDigest, VaultID)

  /// Reads a request's method and path.
  ///
  /// - Parameters:
  ///   - method: The method, in capital letters.
  ///   - path: The path as it stands in the request: before anything in it is decoded, and without the query.
  /// - Throws: ``RouteMatchError``.
  package init(method: String, path: String) throws(RouteMatchError) {
    guard path.utf8.count <= MessageLimits.path else { throw .unknownPath }
    let parts = Self.parts(of: path)
    var allowed: [APIMethod] = []
    for (endpoint, pattern) in Self.patterns {
      guard let route = Self(endpoint, Self.values(of: pattern, in: parts)) else { continue }
      if endpoint.method.rawValue == method {
        self = route
        return
      }
      allowed.append(endpoint.method)
    }
    throw allowed.isEmpty ? .unknownPath : .wrongMethod(allowed: allowed)
  }

  /// What kind of request it is.
  package var endpoint: APIEndpoint {
    switch self {
    case .signIn: .signIn
    case .devices: .devices
    case .revoke: .revoke
    case .push: .push
    case .changes: .changes
    case .watch: .watch
    case .blobProgress: .blobProgress
    case .sendBlob: .sendBlob
    case .blob: .blob
    }
  }

  /// The path.
  package var path: String {
    switch self {
    case .signIn, .devices: endpoint.pattern
    case .revoke(let device): "/v1/devices/\(device)"
    case .push(let vault): "/v1/vaults/\(vault.name)/push"
    case .changes(let vault): "/v1/vaults/\(vault.name)/changes"
    case .watch(let vault): "/v1/vaults/\(vault.name)/watch"
    case .blobProgress(let digest, let vault), .sendBlob(let digest, let vault), .blob(let digest, let vault):
      "/v1/vaults/\(vault.name)/blobs/\(digest)"
    }
  }

  private init?(_ endpoint: APIEndpoint, _ values: [String]?) {
    switch (endpoint, values?.first, values?.last) {
    case (.signIn, nil, nil): self = .signIn
    case (.devices, nil, nil): self = .devices
    case (.revoke, let device?, _): self.init(SignedInDeviceID(device), Self.revoke)
    case (.push, let vault?, _): self.init(VaultID(vault), Self.push)
    case (.changes, let vault?, _): self.init(VaultID(vault), Self.changes)
    case (.watch, let vault?, _): self.init(VaultID(vault), Self.watch)
    case (.blobProgress, let vault?, let digest?): self.init(digest, vault, Self.blobProgress)
    case (.sendBlob, let vault?, let digest?): self.init(digest, vault, Self.sendBlob)
    case (.blob, let vault?, let digest?): self.init(digest, vault, Self.blob)
    default: return nil
    }
    // Where there are no values, nothing but the path itself tells a match.
    guard values != nil else { return nil }
  }

  private init?<Value>(_ value: Value?, _ route: (Value) -> APIRoute) {
    guard let value else { return nil }
    self = route(value)
  }

  private init?(_ digest: String, _ vault: String, _ route: (BlobDigest, VaultID) -> APIRoute) {
    guard let digest = BlobDigest(digest), let vault = VaultID(vault) else { return nil }
    self = route(digest, vault)
  }

  /// The patterns in their parts, which each request would have to be split for again.
  private static let patterns = APIEndpoint.allCases.map { (endpoint: $0, parts: parts(of: $0.pattern)) }

  private static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// The values in a path, in the order of their names in a pattern; `nil` when the path is not of the pattern.
  private static func values(of pattern: [Substring], in parts: [Substring]) -> [String]? {
    guard parts.count == pattern.count else { return nil }
    var values: [String] = []
    for (part, name) in zip(parts, pattern) {
      if name.utf8.first == UInt8(ascii: "{") {
        values.append(String(part))
      } else if part != name {
        return nil
      }
    }
    return values
  }
}

/// Why a method and a path are no ``APIRoute``.
package enum RouteMatchError: Error, Sendable, Hashable {
  /// Nothing has this path.
  case unknownPath
  /// What has this path does not answer to this method.
  ///
  /// - Parameter allowed: The methods that it answers to.
  case wrongMethod(allowed: [APIMethod])
}

/// A kind of request that a server answers to devices. There are no others under `/v1`.
package enum APIEndpoint: Sendable, Hashable, CaseIterable {
  /// A device signs in.
  case signIn
  /// A device asks for the devices of its account.
  case devices
  /// A device revokes another, or itself.
  case revoke
  /// A device sends a batch.
  case push
  /// A device asks for changes.
  case changes
  /// A device waits for a change.
  case watch
  /// A device asks how much of a blob is there.
  case blobProgress
  /// A device sends a piece of a blob.
  case sendBlob
  /// A device asks for a piece of a blob.
  case blob

  /// What the request asks to be done.
  package var method: APIMethod {
    switch self {
    case .signIn, .push: .post
    case .devices, .changes, .watch, .blob: .get
    case .blobProgress: .head
    case .sendBlob: .put
    case .revoke: .delete
    }
  }

  /// The path, with a name in braces for each value in it: `/v1/vaults/{vault}/push`.
  package var pattern: String {
    switch self {
    case .signIn: "/v1/sign-in"
    case .devices: "/v1/devices"
    case .revoke: "/v1/devices/{device}"
    case .push: "/v1/vaults/{vault}/push"
    case .changes: "/v1/vaults/{vault}/changes"
    case .watch: "/v1/vaults/{vault}/watch"
    case .blobProgress, .sendBlob, .blob: "/v1/vaults/{vault}/blobs/{digest}"
    }
  }

  /// Whether only a device that signed in may send it.
  package var needsToken: Bool { self != .signIn }
}

/// What a request asks to be done with what its path names.
package enum APIMethod: String, Sendable, Hashable, CaseIterable {
  case head = "HEAD"
  case get = "GET"
  case put = "PUT"
  case post = "POST"
  case delete = "DELETE"
}
