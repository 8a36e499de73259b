package import NotesDomain
package import Wiring

/// The bindings of end-to-end encryption: a transport around another one, and the commands of the owner.
///
/// The composition root binds the transport of the vault as ``Wiring/Key/server``, and gets one that seals, which the engine
/// uses.
package struct EncryptionModule: Module {
  /// Creates the module.
  package init() {}

  /// Declares the ciphers, the transport and the commands.
  package func configure(_ binder: inout Binder) {
    binder.decorate((any VaultTransport).self, ValidatingTransport.init).named(.server)
    binder.bind(ScryptParameters.self) { .recommended }.byDefault()
    binder.bind((any VaultCipher).self) { AESVaultCipher() }.byDefault()
    binder.bind((any KeyringCipher).self, ScryptKeyringCipher.init).scoped(.singleton)
    binder.bind(VaultKeyrings.init).from(.server, .unqualified, .unqualified, .unqualified)
    binder.bind(ReceivedVersions.init)
    binder.bind(SealedBlobs.init).from(.server, .unqualified, .unqualified, .unqualified).scoped(.singleton)
    binder.bind(SealedTransport.init).from(
      .server, .unqualified, .unqualified, .unqualified, .unqualified, .unqualified
    )
    .scoped(.singleton)
    binder.bind((any VaultTransport).self) { (transport: SealedTransport) -> any VaultTransport in transport }
    binder.bind(VaultSealer.init)
      .from(.server, .unqualified, .unqualified, .unqualified, .unqualified, .unqualified, .unqualified)
    binder.bind((any VaultEncryption).self, StandardVaultEncryption.init)
  }
}

extension Key where Value == any VaultTransport {
  /// The transport to the server, which carries what is sealed.
  package static var server: Key<any VaultTransport> { Key("server") }
}
