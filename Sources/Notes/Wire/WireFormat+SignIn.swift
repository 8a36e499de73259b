public import NotesDomain

extension WireFormat {
  /// Writes a request to sign in: `{"label":"…","name":"…","password":"…","protocol":1}`.
  ///
  /// - Parameter request: The request.
  public static func encode(_ request: SignInRequest) -> [UInt8] {
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
  public static func decodeSignInRequest(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> SignInRequest {
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
  public static func encode(_ reply: SignInReply) -> [UInt8] {
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
  public static func decodeSignInReply(_ bytes: [UInt8], limit: Int) throws(WireProblem) -> SignInReply {
    let message = try message(bytes, limit: limit)
    try checkVersion(of: message, isNeeded: false)
    guard let token = DeviceToken(try message.text("token")) else { throw .undecodable(detail: "'token' is none") }
    guard let vault = VaultID(try message.text("vault")) else { throw .undecodable(detail: "'vault' is none") }
    return SignInReply(token: token, vault: vault, device: try message.value("device"))
  }

  /// What somebody calls a device.
  static func label(in message: JSONObject) throws(WireProblem) -> String {
    let label = try message.text("label")
    guard label.utf8.count <= SignInRequest.mostLabelBytes else { throw .undecodable(detail: "'label' is too long") }
    return label
  }
}
