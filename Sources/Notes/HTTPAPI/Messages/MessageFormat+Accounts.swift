package import NotesDomain

extension MessageFormat {
  /// Writes a request to sign in: `{"label":"…","name":"…","password":"…","protocol":1}`.
  ///
  /// - Parameter request: The request.
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

  /// Reads what ``encode(_:)-(SignInRequest)`` writes. What is wrong with it never repeats what stands there.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  package static func decodeSignInRequest(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> SignInRequest {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: true)
    guard let name = AccountName(try message.text("name")) else { throw .undecodable(detail: "'name' is none") }
    guard let password = Password(try message.text("password")) else {
      throw .undecodable(detail: "'password' is empty or too long")
    }
    return SignInRequest(name: name, password: password, label: try label(in: message))
  }

  /// Writes the answer: `{"device":"…","token":"notes_…","vault":"…"}`.
  ///
  /// - Parameter reply: The answer.
  package static func encode(_ reply: SignInReply) -> [UInt8] {
    var writer = JSONWriter(capacity: 192)
    writer.beginObject()
    writer.add("device", reply.device.description)
    writer.add("token", reply.token.text)
    writer.add("vault", reply.vault.name)
    writer.endObject()
    return writer.bytes
  }

  /// Reads what ``encode(_:)-(SignInReply)`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  package static func decodeSignInReply(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> SignInReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    guard let token = DeviceToken(try message.text("token")) else { throw .undecodable(detail: "'token' is none") }
    guard let vault = VaultID(try message.text("vault")) else { throw .undecodable(detail: "'vault' is none") }
    return SignInReply(token: token, vault: vault, device: try message.value("device"))
  }

  /// What somebody calls a device.
  static func label(in message: JSONObject) throws(MessageDecodingError) -> String {
    let label = try message.text("label")
    guard label.utf8.count <= SignInRequest.maximumLabelBytes else { throw .undecodable(detail: "'label' is too long") }
    return label
  }
}

extension MessageFormat {
  /// Writes the devices of an account: `{"devices":[{"id":"…","label":"…","lastSeen":"…","signedIn":"…"}]}`.
  ///
  /// - Parameter devices: The devices.
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

  /// Reads what ``encode(_:)-([SignedInDevice])`` writes.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - limit: The most bytes that it may have.
  package static func decodeDevices(_ bytes: [UInt8], limit: Int) throws(MessageDecodingError) -> [SignedInDevice] {
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

  private static func moment(_ name: String, in object: JSONObject) throws(MessageDecodingError) -> Timestamp {
    guard let moment = Timestamp(iso8601: try object.text(name)) else {
      throw .undecodable(detail: "'\(name)' is no moment")
    }
    return moment
  }
}
