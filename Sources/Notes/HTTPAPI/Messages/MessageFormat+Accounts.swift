package import NotesDomain

extension MessageFormat {
  /// Encodes a sign-in request: `{"label":"…","name":"…","password":"…","protocol":1}`.
  package static func encode(_ request: SignInRequest) -> [UInt8] {
    JSONWriter.message(capacity: 128 + request.password.bytes.count) { writer in
      writer.add("label", request.label)
      writer.add("name", request.name.text)
      writer.add("password", String(decoding: request.password.bytes, as: UTF8.self))
      writer.add("protocol", Int64(version))
    }
  }

  /// Decodes a sign-in request. Errors do not contain its values.
  package static func decodeSignInRequest(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> SignInRequest {
    let message = try message(bytes, limit: limit, needsVersion: true)
    return SignInRequest(
      name: try message.value("name", AccountName.init), password: try password("password", in: message),
      label: try label(in: message))
  }

  /// Encodes a request for another password: `{"current":"…","new":"…","protocol":1}`.
  package static func encode(_ change: PasswordChange) -> [UInt8] {
    JSONWriter.message(capacity: 64 + change.current.bytes.count + change.new.bytes.count) { writer in
      writer.add("current", String(decoding: change.current.bytes, as: UTF8.self))
      writer.add("new", String(decoding: change.new.bytes, as: UTF8.self))
      writer.add("protocol", Int64(version))
    }
  }

  /// Decodes a request for another password. Errors do not contain its values.
  package static func decodePasswordChange(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> PasswordChange
  {
    let message = try message(bytes, limit: limit, needsVersion: true)
    return PasswordChange(from: try password("current", in: message), to: try password("new", in: message))
  }

  /// Encodes a sign-in reply: `{"device":"…","token":"notes_…","vault":"…"}`.
  package static func encode(_ reply: SignInReply) -> [UInt8] {
    JSONWriter.message(capacity: 192) { writer in
      writer.add("device", reply.device.description)
      writer.add("token", reply.token.text)
      writer.add("vault", reply.vault.name)
    }
  }

  /// Decodes a sign-in reply.
  package static func decodeSignInReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> SignInReply {
    let message = try message(bytes, limit: limit)
    return SignInReply(
      token: try message.value("token", DeviceToken.init), vault: try message.value("vault", VaultID.init),
      device: try message.value("device", SignedInDeviceID.init))
  }

  /// Encodes the devices of an account: `{"devices":[{"id":"…","label":"…","lastSeen":"…","signedIn":"…"}]}`.
  package static func encode(_ devices: [SignedInDevice]) -> [UInt8] {
    JSONWriter.message(capacity: 32 + devices.count * 192) { writer in
      writer.add("devices", objects: devices) { device, writer in
        writer.add("id", device.id.description)
        writer.add("label", device.label)
        writer.add("lastSeen", device.lastSeen.iso8601)
        writer.add("signedIn", device.signedIn.iso8601)
      }
    }
  }

  /// Decodes the devices of an account.
  package static func decodeDevices(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> [SignedInDevice] {
    try message(bytes, limit: limit).array("devices").map(device(in:))
  }

  private static func device(in node: JSONNode) throws(MessageDecodingError) -> SignedInDevice {
    let object = try node.object("a device")
    return SignedInDevice(
      id: try object.value("id", SignedInDeviceID.init), label: try label(in: object),
      signedIn: try timestamp("signedIn", in: object), lastSeen: try timestamp("lastSeen", in: object))
  }

  private static func password(_ name: String, in message: JSONObject) throws(MessageDecodingError) -> Password {
    guard let password = Password(try message.text(name)) else {
      throw .undecodable(detail: "'\(name)' is empty or too long")
    }
    return password
  }

  private static func label(in message: JSONObject) throws(MessageDecodingError) -> String {
    let label = try message.text("label")
    guard label.utf8.count <= SignInRequest.maximumLabelBytes else { throw .undecodable(detail: "'label' is too long") }
    return label
  }

  private static func timestamp(_ name: String, in object: JSONObject) throws(MessageDecodingError) -> Timestamp {
    guard let timestamp = Timestamp(iso8601: try object.text(name)) else {
      throw .undecodable(detail: "'\(name)' is not a timestamp")
    }
    return timestamp
  }
}
