public import NotesDomain

extension WireFormat {
  /// Writes the devices of an account: `{"devices":[{"id":"…","label":"…","lastSeen":"…","signedIn":"…"}]}`.
  ///
  /// - Parameter devices: The devices.
  public static func encode(_ devices: [SignedInDevice]) -> [UInt8] {
    var writer = JSONWriter(capacity: 32 + devices.count * 192)
    writer.beginObject()
    writer.beginArray("devices")
    for device in devices {
      writer.beginObject()
      writer.add("id", device.id.description)
      writer.add("label", device.label)
      writer.add("lastSeen", device.lastSeen.iso8601)
      writer.add("signedIn", device.signedIn.iso8601)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.bytes
  }

  /// Reads what ``encode(_:)-([SignedInDevice])`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  public static func decodeDevices(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> [SignedInDevice] {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    var devices: [SignedInDevice] = []
    for element in try message.array("devices") {
      let object = try element.object("a device")
      devices.append(
        SignedInDevice(
          id: try object.value("id"), label: try label(in: object), signedIn: try moment("signedIn", in: object),
          lastSeen: try moment("lastSeen", in: object)))
    }
    return devices
  }

  private static func moment(_ name: String, in object: JSONObject) throws(WireProblem) -> Timestamp {
    guard let moment = Timestamp(iso8601: try object.text(name)) else {
      throw .undecodable(detail: "'\(name)' is no moment")
    }
    return moment
  }
}
