package import NotesDomain
import Testing

/// The contract of ``AccountClient`` without failures, checked against each implementation.
package enum AccountClientContract {
  /// A client of a server with one account without devices.
  package struct Subject: Sendable {
    let client: any AccountClient
    let server: ServerAddress
    let name: AccountName
    let password: Password

    package init(client: any AccountClient, server: ServerAddress, name: AccountName, password: Password) {
      self.client = client
      self.server = server
      self.name = name
      self.password = password
    }

    func signIn(_ label: String) async throws -> Credentials {
      let request = SignInRequest(name: name, password: password, label: label)
      let reply = try await client.signIn(request, at: server)
      return Credentials(
        server: server, account: name, vault: reply.vault, device: reply.device, token: reply.token)
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A device that signs in receives a token") { subject async throws in
      let credentials = try await subject.signIn("laptop")
      let devices = try await subject.client.devices(credentials)
      #expect(devices.map(\.id) == [credentials.device])
      #expect(devices.map(\.label) == ["laptop"])
    },
    Clause("Devices are listed in the order of their sign-ins, with distinct tokens") { subject async throws in
      let first = try await subject.signIn("laptop")
      let second = try await subject.signIn("Ada's phone 📱")
      #expect(first.token != second.token)
      #expect(first.vault == second.vault)
      let devices = try await subject.client.devices(first)
      #expect(devices.map(\.id) == [first.device, second.device])
      #expect(devices.map(\.label) == ["laptop", "Ada's phone 📱"])
      #expect(try await subject.client.devices(second) == devices)
    },
    Clause("A wrong password and an unknown name have the same error") { subject async throws in
      let wrong = try #require(Password("no such password"))
      let nobody = try #require(AccountName("nobody"))
      for (name, password) in [(subject.name, wrong), (nobody, subject.password)] {
        let request = SignInRequest(name: name, password: password, label: "laptop")
        await #expect(throws: AccountClientError.badCredentials) {
          try await subject.client.signIn(request, at: subject.server)
        }
      }
    },
    Clause("A revoked device is unknown, the others are not") { subject async throws in
      let first = try await subject.signIn("laptop")
      let second = try await subject.signIn("phone")
      try await subject.client.revoke(second.device, first)
      await #expect(throws: AccountClientError.transport(.unauthorized)) {
        try await subject.client.devices(second)
      }
      #expect(try await subject.client.devices(first).map(\.id) == [first.device])
    },
    Clause("A device that revokes itself is signed out") { subject async throws in
      let first = try await subject.signIn("laptop")
      try await subject.client.revoke(first.device, first)
      await #expect(throws: AccountClientError.transport(.unauthorized)) { try await subject.client.devices(first) }
    },
    Clause("An unknown device cannot be revoked") { subject async throws in
      let first = try await subject.signIn("laptop")
      let other = SignedInDeviceID(bits: first.device.bits ^ 1)
      await #expect(throws: AccountClientError.unknownDevice) { try await subject.client.revoke(other, first) }
    },
    Clause("A changed password signs out the other devices, and can be sent again") { subject async throws in
      let new = try #require(Password("another horse"))
      let first = try await subject.signIn("laptop")
      let second = try await subject.signIn("phone")
      for _ in 1...2 {
        try await subject.client.changePassword(PasswordChange(from: subject.password, to: new), first)
        #expect(try await subject.client.devices(first).map(\.id) == [first.device])
      }
      await #expect(throws: AccountClientError.transport(.unauthorized)) { try await subject.client.devices(second) }
      await #expect(throws: AccountClientError.badCredentials) { try await subject.signIn("tablet") }
      let request = SignInRequest(name: subject.name, password: new, label: "tablet")
      _ = try await subject.client.signIn(request, at: subject.server)
    },
    Clause("A password is not changed with a wrong one, or to a weak one") { subject async throws in
      let first = try await subject.signIn("laptop")
      let other = try #require(Password("another horse"))
      func change(_ current: Password, _ new: Password) async throws {
        try await subject.client.changePassword(PasswordChange(from: current, to: new), first)
      }
      await #expect(throws: AccountClientError.wrongPassword) {
        try await change(other, try #require(Password("a third horse")))
      }
      for (text, weakness) in [("too short", .tooShort), ("1234567890", .common)] as [(String, PasswordWeakness)] {
        await #expect(throws: AccountClientError.weakPassword(weakness)) {
          try await change(subject.password, try #require(Password(text)))
        }
      }
      _ = try await subject.signIn("phone")
    },
  ]
}
