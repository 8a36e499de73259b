package import Wiring

/// The view-model of end-to-end encryption, and its check. A program without the feature has neither.
package struct EncryptionViewModelModule: Module {
  /// Creates the module.
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.main.bind(EncryptionViewModel.init).sendable()
    binder.contribute(to: (any DoctorCheck).self, EncryptionCheck.init)
  }
}
