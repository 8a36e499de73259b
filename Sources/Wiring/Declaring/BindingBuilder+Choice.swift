extension BindingBuilder {
  /// Lets the binding stand in these profiles only.
  ///
  /// - Parameter profiles: The profiles.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func when(_ profiles: Profile...) -> Self {
    when(profiles)
  }

  func when(_ profiles: [Profile]) -> Self {
    let names = profiles.map { "'\($0)'" }.joined(separator: ", ")
    return modified(.condition(isMet: { profiles.contains($0) }, text: "it is for profile \(names) only"))
  }

  /// Lets the binding stand in all profiles but these.
  ///
  /// - Parameter profiles: The profiles.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func unless(_ profiles: Profile...) -> Self {
    unless(profiles)
  }

  func unless(_ profiles: [Profile]) -> Self {
    let names = profiles.map { "'\($0)'" }.joined(separator: ", ")
    return modified(.condition(isMet: { !profiles.contains($0) }, text: "it is not for profile \(names)"))
  }

  /// Lets the binding stand only if something holds. Unlike an `if` around the binding, it leaves a trace: a report that
  /// misses the key says why.
  ///
  /// - Parameters:
  ///   - condition: Whether the binding stands.
  ///   - text: The condition in words, as in `a mail server is configured`.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func when(_ condition: Bool, _ text: String) -> Self {
    modified(.condition(isMet: { _ in condition }, text: "it stands only when \(text)"))
  }

  /// Lets the binding stand only if nobody else binds its key.
  ///
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func byDefault() -> Self {
    modified(.byDefault)
  }

  /// Says that the object reaches outside the process. A test can forbid that.
  ///
  /// - Parameter place: Where it reaches to, as in `the file system`.
  /// - Returns: The binding, for more modifiers.
  @discardableResult
  public func real(_ place: String) -> Self {
    modified(.real(place))
  }
}
