package import NotesDomain

/// A request's method and path: an ``APIEndpoint`` with the values in its path.
///
/// No value needs an escape, so each route has exactly one path. A path with `%`, an empty component or a trailing
/// slash is not a route.
package enum APIRoute: Sendable, Hashable {
  case signIn
  case devices
  case revoke(SignedInDeviceID)
  case push(VaultID)
  case changes(VaultID)
  case watch(VaultID)
  case blobProgress(BlobDigest, VaultID)
  case sendBlob(BlobDigest, VaultID)
  case blob(BlobDigest, VaultID)

  /// Parses a method and a path.
  ///
  /// - Parameters:
  ///   - method: The method in capital letters.
  ///   - path: The path before percent-decoding, without the query.
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

  /// The endpoint of the route.
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
    // Without values, only the pattern itself decides about a match.
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

  /// The components of each pattern, split once.
  private static let patterns = APIEndpoint.allCases.map { (endpoint: $0, parts: parts(of: $0.pattern)) }

  private static func parts(of path: String) -> [Substring] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// Returns the values of a pattern's parameters in a path, in order, or `nil` when the path does not match.
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

/// An error of matching a method and a path.
package enum RouteMatchError: Error, Sendable, Hashable {
  /// No endpoint has the path.
  case unknownPath
  /// No endpoint of the path has the method.
  ///
  /// - Parameter allowed: The methods of the path.
  case wrongMethod(allowed: [APIMethod])
}

/// The endpoints of the API, all of them under `/v1`.
package enum APIEndpoint: Sendable, Hashable, CaseIterable {
  /// Signs a device in.
  case signIn
  /// Lists the devices of the account.
  case devices
  /// Revokes a device.
  case revoke
  /// Pushes a batch to a vault.
  case push
  /// Requests changes of a vault.
  case changes
  /// Waits for a change of a vault.
  case watch
  /// Returns the stored part of a blob.
  case blobProgress
  /// Uploads a piece of a blob.
  case sendBlob
  /// Downloads a piece of a blob.
  case blob

  /// The HTTP method.
  package var method: APIMethod {
    switch self {
    case .signIn, .push: .post
    case .devices, .changes, .watch, .blob: .get
    case .blobProgress: .head
    case .sendBlob: .put
    case .revoke: .delete
    }
  }

  /// The path, with a parameter in braces for each value: `/v1/vaults/{vault}/push`.
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
