import NotesDomain

extension JSONValue {
  /// A device, as `devices` prints it.
  static func signedInDevice(_ device: SignedInDevice, isThis: Bool) -> JSONValue {
    .members(
      ("id", .string(device.id.description)), ("label", .string(device.label)),
      ("signedIn", .string(device.signedIn.iso8601)), ("lastSeen", .string(device.lastSeen.iso8601)),
      ("this", .bool(isThis)))
  }

  /// A device that shows which fields there are.
  static var signedInDeviceExample: JSONValue {
    let start = Timestamp(millisecondsSince1970: 0)
    return signedInDevice(
      SignedInDevice(id: SignedInDeviceID(bits: 0), label: "", signedIn: start, lastSeen: start), isThis: false)
  }

  /// This device's account, as `sync status` prints it: nothing of it is secret.
  static func credentials(_ credentials: Credentials?) -> JSONValue {
    guard let credentials else { return .null }
    return .members(
      ("server", .string(credentials.server.description)), ("name", .string(credentials.account.text)),
      ("device", .string(credentials.device.description)))
  }
}
