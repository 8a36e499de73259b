import HTTPTypes
import NotesDomain
import NotesViewModels

/// The devices of the account.
struct DevicesScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.devices)

  let layout: PageLayout
  let account: AccountViewModel
  let times: TimeText

  func respond() async throws -> WebResponse {
    await account.loadDevices()
    let state = account.state
    let problem = state.phase.failure.map { WebFailure($0) }
    let page = DevicesPage(
      layout: try await layout.load("Devices"), problem: problem,
      isEncrypted: state.credentials?.keys != nil,
      devices: state.devices.map { device in
        DevicesPage.Device(
          label: device.label, address: "\(WebPath.devices)/\(device.id)/revoke",
          signedIn: times.day(device.signedIn), lastSeen: times.day(device.lastSeen),
          isOwn: device.id == state.credentials?.device)
      })
    return .page(.devices, page, status: problem?.status ?? .ok)
  }
}

/// The sign-out of a device of the account.
struct RevokeScreen: WebScreen {
  static let route = WebRoute(.post, WebPath.devices + "/:device/revoke")

  let request: WebRequest
  let account: AccountViewModel
  let background: BackgroundSync

  func respond() async throws -> WebResponse {
    let state = try await account.run { await $0.loadDevices() }
    // Not by the label, which another device may have made the same.
    let id = SignedInDeviceID(request.parameter("device"))
    guard let device = state.devices.first(where: { $0.id == id }) else {
      throw AccountClientError.unknownDevice
    }
    guard try await account.run({ await $0.revoke(device) }).credentials == nil else {
      return .redirect(WebPath.devices)
    }
    background.restart()
    return .redirect(WebPath.account)
  }
}

/// The values of the template `devices`.
struct DevicesPage: Sendable {
  /// A device of the account.
  struct Device: Sendable {
    let label: String
    /// The path to which its sign-out is posted.
    let address: String
    let signedIn: String
    let lastSeen: String
    let isOwn: Bool
  }

  let layout: Layout
  /// The reason why the devices cannot be shown.
  let problem: WebFailure?
  /// Whether a device that is revoked keeps the key of an encrypted vault.
  let isEncrypted: Bool
  let devices: [Device]
}
