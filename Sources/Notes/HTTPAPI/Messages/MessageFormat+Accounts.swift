package import NotesDomain

extension MessageFormat {
  /// Encodes a sign-in request: `{"label":"…","name":"…","password":"…","protocol":1}`.
  package static func encode(_ request: SignInRequest) -> [UInt8] {
    var writer = JSONWriter(capacity: 128 + request.password.bytes.count)
    writer.beginObject()
    writer.add("label", request.label)
    writer.add("name", request.name.text)
    writer.add("password", String(decoding: request.password.bytes, as: UTF8.self))
    writer.add("protocol", Int64(version))
    writer.endObject()
    return writer.bytes
  }

  /// Decodes a sign-in request. Errors do not contain its values.
  package static func decodeSignInRequest(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> SignInRequest {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isRequired: true)
    guard let name = AccountName(try message.text("name")) else { throw .undecodable(detail: "'name' is invalid") }
    guard let password = Password(try message.text("password")) else {
      throw .undecodable(detail: "'password' is empty or too long")
    }
    return SignInRequest(name: name, password: password, label: try label(in: message))
  }

  /// Encodes a sign-in reply: `{"device":"…","token":"notes_…","vault":"…"}`.
  package static func encode(_ reply: SignInReply) -> [UInt8] {
    var writer = JSONWriter(capacity: 192)
    writer.beginObject()
    writer.add("device", reply.device.description)
    writer.add("token", reply.token.text)
    writer.add("vault", reply.vault.name)
    writer.endObject()
    return writer.bytes
  }

  /// Decodes a sign-in reply.
  package static func decodeSignInReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> SignInReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isRequired: false)
    guard let token = DeviceToken(try message.text("token")) else { throw .undecodable(detail: "'token' is invalid") }
    guard let vault = VaultID(try message.text("vault")) else { throw .undecodable(detail: "'vault' is invalid") }
    return SignInReply(token: token, vault: vault, device: try message.value("device"))
  }

  /// Returns the label of a device.
  static func label(in message: JSONObject) throws(MessageDecodingError) -> String {
    let label = try message.text("label")
    guard label.utf8.count <= SignInRequest.maximumLabelBytes else { throw .undecodable(detail: "'label' is too long") }
    return label
  }
}

extension MessageFormat {
  /// Encodes the devices of an account: `{"devices":[{"id":"…","label":"…","lastSeen":"…","signedIn":"…"}]}`.
  package static func encode(_ devices: [SignedInDevice]) -> [UInt8] {
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

  /// Decodes the devices of an account.
  package static func decodeDevices(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> [SignedInDevice] {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isRequired: false)
    var devices: [SignedInDevice] = []
    for element in try message.array("devices") {
      let object = try element.object("a device")
      devices.append(
        SignedInDevice(
          id: try object.value("id"), label: try label(in: object), signedIn: try timestamp("signedIn", in: object),
          lastSeen: try timestamp("lastSeen", in: object)))
    }
    return devices
  }

  private static func timestamp(_ name: String, in object: JSONObject) throws(MessageDecodingError) -> Timestamp {
    guard let timestamp = Timestamp(iso8601: try object.text(name)) else {
      throw .undecodable(detail: "'\(name)' is not a timestamp")
    }
    return timestamp
  }
}
