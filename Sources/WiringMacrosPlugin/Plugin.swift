import SwiftSyntaxMacros

/// The macros of this plugin.
private var macros: [any Macro.Type] {
  [
    LazyProxyMacro.self, InterceptedMacro.self, SpiedMacro.self, InjectableMacro.self, AssistedFactoryMacro.self,
    ComponentMacro.self, InjectMacro.self,
  ]
}

#if canImport(SwiftCompilerPlugin)
  import SwiftCompilerPlugin

  @main struct Plugin: CompilerPlugin {
    var providingMacros: [any Macro.Type] { macros }
  }
#else
  // The toolchain's own libraries lack `SwiftCompilerPlugin`; this is the same with a lookup by name.
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  @main struct Plugin: PluginProvider {
    static func main() throws {
      try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Plugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      guard let macro = macros.first(where: { "\($0)" == typeName }) else {
        throw MissingMacro(name: "\(moduleName).\(typeName)")
      }
      return macro
    }
  }

  /// The error for a macro that this plugin lacks, such as `this plugin has no macro 'WiringMacrosPlugin.Missing'`.
  private struct MissingMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "this plugin has no macro '\(name)'" }
  }
#endif
