public import Testing
public import Wiring

extension Trait where Self == WiringTrait {
  /// Replaces the object of a type in the graphs of a test or suite.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is replaced.
  ///   - value: What all consumers get instead; evaluated for each test, so that tests do not share it.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The trait.
  public static func replacing<Value: Sendable>(
    _ type: Value.Type, with value: @autoclosure @escaping @Sendable () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(Value.self, with: value(), file: file, line: line, column: column) }
  }

  /// Replaces the object of a qualified key in the graphs of a test or suite.
  ///
  /// - Parameters:
  ///   - key: The key whose binding is replaced.
  ///   - value: What all consumers get instead; evaluated for each test, so that tests do not share it.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The trait.
  public static func replacing<Value: Sendable>(
    _ key: Key<Value>, with value: @autoclosure @escaping @Sendable () -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(key, with: value(), file: file, line: line, column: column) }
  }

  /// Replaces a module in the graphs of a test or suite: its bindings go, those of the other come.
  ///
  /// - Parameters:
  ///   - module: The module that goes.
  ///   - replacement: The module that comes; evaluated for each test.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The trait.
  public static func replacing<Replaced: Module>(
    module: Replaced.Type, with replacement: @autoclosure @escaping @Sendable () -> any Module,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> Self {
    overriding { $0.replace(module: Replaced.self, with: replacement(), file: file, line: line, column: column) }
  }

  /// Replaces several things in the graphs of a test or suite, or replaces them by factories.
  ///
  /// Of a test and its suite that replace the same key or module, the test wins.
  ///
  /// - Parameter overrides: What to replace; run for each test.
  /// - Returns: The trait.
  public static func overriding(_ overrides: @escaping @Sendable (inout Overrides) -> Void) -> Self {
    WiringTrait { $0.overrides.append(overrides) }
  }
}
