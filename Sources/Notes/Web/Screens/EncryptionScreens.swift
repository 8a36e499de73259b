import NotesDomain
import NotesViewModels
package import Wiring

/// The screens of end-to-end encryption. A front without the feature has none of them.
package struct EncryptionWebModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.screen(UnlockScreen.init)
  }
}

/// Gives this device the key of an encrypted vault, by the passphrase or the recovery code.
struct UnlockScreen: WebScreen {
  static let route = WebRoute(.post, WebPath.account + "/unlock")

  let request: WebRequest
  let pages: AccountPages
  let encryption: EncryptionViewModel
  let background: BackgroundSync

  func respond() async throws -> WebResponse {
    do {
      guard let text = request.form.nonEmpty("secret"), let passphrase = Passphrase(text) else {
        throw WebFailure.noPassword
      }
      // No passphrase has the checksum of a code by chance.
      let secret = RecoveryCode(text).map { KeyringSecret.recoveryCode($0) } ?? .passphrase(passphrase)
      try await encryption.run { await $0.unlock(by: secret) }
    } catch {
      return try await pages.response(problem: WebFailure(error))
    }
    background.restart()
    return .redirect(WebPath.sync)
  }
}
