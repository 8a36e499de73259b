import NotesDomain

/// Credentials as a file holds them: a line for each value, its name first.
///
/// ```text
/// # Keep this secret: whoever has the token can read and change all of your notes.
/// version: 1
/// server: https://notes.example.org
/// account: ada
/// vault: 0c9e5f7a
/// device: 019a0c3e5f7a7c31
/// token: notes_…
/// ```
enum CredentialText {
  private static let version = "1"

  static func encode(_ credentials: Credentials) -> String {
    """
    # Keep this secret: whoever has the token can read and change all of your notes.
    version: \(version)
    server: \(credentials.server)
    account: \(credentials.account)
    vault: \(credentials.vault.name)
    device: \(credentials.device)
    token: \(credentials.token.text)

    """
  }

  /// Reads what ``encode(_:)`` writes. Names that are not known are passed over.
  ///
  /// - Returns: `nil` when something is missing, stands there twice, or makes no sense.
  static func decode(_ text: String) -> Credentials? {
    var values: [Substring: String] = [:]
    for line in text.split(separator: "\n") where line.first != "#" {
      guard let colon = line.firstRange(of: ": "),
        values.updateValue(String(line[colon.upperBound...]), forKey: line[..<colon.lowerBound]) == nil
      else { return nil }
    }
    guard values["version"] == version, let server = values["server"].flatMap({ try? ServerAddress($0) }),
      let account = values["account"].flatMap(AccountName.init), let vault = values["vault"].flatMap(VaultID.init),
      let device = values["device"].flatMap(SignedInDeviceID.init),
      let token = values["token"].flatMap({ DeviceToken($0) })
    else { return nil }
    return Credentials(server: server, account: account, vault: vault, device: device, token: token)
  }
}
