/// A kind of request that a server answers to devices. There are no others under `/v1`.
public enum WireEndpoint: Sendable, Hashable, CaseIterable {
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
  public var method: WireMethod {
    switch self {
    case .signIn, .push: .post
    case .devices, .changes, .watch, .blob: .get
    case .blobProgress: .head
    case .sendBlob: .put
    case .revoke: .delete
    }
  }

  /// The path, with a name in braces for each value in it: `/v1/vaults/{vault}/push`.
  public var pattern: String {
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
  public var needsToken: Bool { self != .signIn }
}
