import Foundation
import HTTPTypes
import NotesDomain
import NotesHosting
import NotesViewModels

/// The account of this device, or the form that signs it in.
struct AccountScreen: WebScreen {
  static let route = WebRoute(.get, WebPath.account)

  let pages: AccountPages

  func respond() async throws -> WebResponse { try await pages.response() }
}

/// A sign-in, after which the notes are synced in the background.
struct SignInScreen: WebScreen {
  static let route = WebRoute(.post, WebPath.account + "/sign-in")

  let request: WebRequest
  let pages: AccountPages
  let account: AccountViewModel
  let background: BackgroundSync

  func respond() async throws -> WebResponse {
    let fields = SignInFields(request.form)
    do {
      guard !fields.device.isEmpty else { throw WebFailure.namelessDevice }
      let password = try Password(ofField: "password", in: request.form)
      let admitted = try await account.run { await $0.admit(to: fields.server, as: fields.name, isForced: false) }
      guard let server = admitted.server else { throw WebFailure.malformed }
      try await account.run {
        await $0.signIn(to: server, as: fields.name, password: password, label: fields.device, isForced: false)
      }
    } catch {
      return try await pages.response(fields: fields, problem: WebFailure(error))
    }
    background.restart()
    return .redirect(WebPath.sync)
  }
}

/// A sign-out, which keeps the notes.
struct SignOutScreen: WebScreen {
  static let route = WebRoute(.post, WebPath.account + "/sign-out")

  let pages: AccountPages
  let account: AccountViewModel
  let background: BackgroundSync

  func respond() async throws -> WebResponse {
    let state = try await account.run { await $0.signOut() }
    background.restart()
    guard case .signedOut(let credentials, let error, _) = state.outcome else { return .redirect(WebPath.account) }
    let device = credentials.map { " It is the device \($0.device)." } ?? ""
    if let error {
      return try await pages.response(
        notice: "This device is signed out, but the server still knows it. \(WebFailure(error).message) "
          + "Revoke it on another device.\(device)")
    }
    return try await pages.response(
      notice: credentials == nil
        ? "This device is signed out, but the server still knows it, since the token could not be read. "
          + "Revoke it on another device."
        : "This device is signed out. Your notes stay here.")
  }
}

/// A change of the account's password.
struct PasswordScreen: WebScreen {
  static let route = WebRoute(.post, WebPath.account + "/password")

  let request: WebRequest
  let pages: AccountPages
  let account: AccountViewModel

  func respond() async throws -> WebResponse {
    do {
      let current = try Password(ofField: "current", in: request.form)
      let new = try Password(ofField: "new", in: request.form)
      guard request.form["new"] == request.form["repeated"] else { throw WebFailure.differentPasswords }
      try await account.run { await $0.changePassword(from: current, to: new) }
    } catch {
      return try await pages.response(problem: WebFailure(error))
    }
    return try await pages.response(notice: "The password is changed, and all other devices are signed out.")
  }
}

/// Makes the page of the account.
struct AccountPages: Sendable {
  let layout: PageLayout
  let account: AccountViewModel
  /// `nil` in a program without encryption.
  let encryption: EncryptionViewModel?

  /// Returns the page, with the fields of a sign-in that failed.
  @MainActor
  func response(
    fields: SignInFields = SignInFields(), notice: String? = nil, problem: WebFailure? = nil
  ) async throws -> WebResponse {
    await account.load()
    let damage = account.state.phase.failure.map { WebFailure($0) }
    let shown = problem ?? damage
    let page = AccountPage(
      layout: try await layout.load("Account"), notice: notice, problem: shown,
      credentials: account.state.credentials.map {
        .init(name: $0.account.text, server: $0.server.description, isEncrypted: encryption != nil && $0.keys != nil)
      },
      isDamaged: damage != nil, hasEncryption: encryption != nil, fields: fields)
    return .page(.account, page, status: problem?.status ?? .ok)
  }
}

/// The values of the template `account`.
struct AccountPage: Sendable {
  /// The account that this device is signed in to.
  struct Account: Sendable {
    let name: String
    let server: String
    /// Whether this device has the key of an encrypted vault.
    let isEncrypted: Bool
  }

  let layout: Layout
  /// The result of an action.
  let notice: String?
  let problem: WebFailure?
  /// `nil` if this device is not signed in.
  let credentials: Account?
  /// Whether there are credentials that cannot be used, so that only a sign-out helps.
  let isDamaged: Bool
  /// Whether the front can give this device the key of an encrypted vault.
  let hasEncryption: Bool
  let fields: SignInFields
}

/// The fields of the form of a sign-in, as typed. The password is not among them, so that no page has it.
struct SignInFields: Sendable {
  let server: String
  let name: String
  let device: String
  /// The server for the page; empty if it may contain a password.
  let shownServer: String

  init(_ form: FormFields = FormFields()) {
    func text(_ name: String) -> String { (form[name] ?? "").trimmingCharacters(in: .whitespaces) }
    (server, name, device) = (text("server"), text("name"), text("device"))
    shownServer = server.contains("@") ? "" : server
  }
}

extension Password {
  fileprivate init(ofField name: String, in form: FormFields) throws(WebFailure) {
    guard let text = form.nonEmpty(name) else { throw .noPassword }
    guard let password = Password(text) else { throw .longPassword }
    self = password
  }
}

extension WebFailure {
  fileprivate static let namelessDevice = WebFailure(
    status: .unprocessableContent, message: "The device has no name.",
    hint: "Give it one by which you know it in the list of your devices, such as laptop.")
  static let noPassword = WebFailure(
    status: .unprocessableContent, message: "No password was given.", hint: "Nothing was changed.")
  fileprivate static let longPassword = WebFailure(
    status: .unprocessableContent, message: "The password is longer than \(Password.maximumBytes) bytes.")
  fileprivate static let differentPasswords = WebFailure(
    status: .unprocessableContent, message: "The new passwords differ.", hint: "Nothing was changed.")
}
