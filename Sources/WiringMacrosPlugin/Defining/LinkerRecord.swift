/// A constant that the linker gathers with others of its kind, by which a program finds what was marked. Its layout is that
/// of `Wiring.ComponentRecord`.
struct LinkerRecord {
  /// What its accessor makes, with the layout's version, as the library knows it.
  enum Kind: String {
    case component = "0x5749_0101"
    case standIn = "0x5749_0201"
  }

  let kind: Kind
  /// The name of the static property that holds it.
  let name: String
  /// The type of what it makes, and how, as code.
  let makes: (type: String, value: String)
  /// Whether subclasses of the type count, too.
  var hasSubclasses = false

  /// The declaration. On Mach-O the section needs its segment's name; it has not been run there.
  var code: String {
    """
    #if objectFormat(MachO)
      @section("__DATA_CONST,__wiring")
    #else
      @section("wiring_components")
    #endif
    @used private nonisolated static let \(name): Wiring.ComponentRecord = (
      \(kind.rawValue), \(hasSubclasses ? 1 : 0),
      { out in
        unsafe out.initializeMemory(as: \(makes.type).self, to: \(makes.value))
        return true
      }, 0, 0
    )
    """
  }
}
