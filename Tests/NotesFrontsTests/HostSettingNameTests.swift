import NotesFronts
import NotesTestSupport
import Testing

@Suite("The names of a server's settings") struct HostSettingNameTests {
  @Test func `a setting has an option and a variable of the same words`() {
    #expect(HostSettingName.maximumVaultBytes.flag == "--max-vault-bytes")
    #expect(HostSettingName.maximumVaultBytes.variable == "NOTESCTL_SERVER_MAX_VAULT_BYTES")
  }

  @Test func `no two settings have the same variable`() {
    let variables = HostSettingName.allCases.map(\.variable)
    #expect(Set(variables).count == variables.count)
  }
}
