import Testing

@testable import Wiring
@testable import WiringDefinitions

@Suite("Values of types that decode themselves")
struct ValueDecodingTests {
  @Test("a type gets its properties by name, each read as everywhere else")
  func structure() throws {
    let policy = try read(
      [
        "limit": "3", "delay": "250ms", "size": "4 KiB", "level": "high", "tags": ["a"],
        "next": [["limit": 1, "delay": "1s", "size": 0, "level": "low", "tags": []]],
      ], as: Policy.self)
    #expect(policy.limit == 3)
    #expect(policy.delay == .milliseconds(250))
    #expect(policy.size == DataSize(bytes: 4_096))
    #expect(policy.level == .high)
    #expect(policy.tags == ["a"])
    #expect(policy.note == nil)
    #expect(policy.next?.map(\.limit) == [1])
  }

  @Test("what is wrong inside is told with the way to it")
  func inside() {
    let policies: DefinitionValue = [
      ["limit": 1, "delay": "1s", "size": 1, "level": "low", "tags": []],
      ["limit": 2, "delay": "1s", "size": 1, "level": "low", "tags": ["a", 2]],
    ]
    #expect(
      complaint(about: policies, as: [Policy].self) == "[1].tags.[1]: expected text, in quotes, found 2")
    #expect(complaint(about: "x", as: Policy.self) == "expected a map, found 'x'")
    #expect(
      complaint(about: ["limit": 1, "delay": 5], as: Policy.self)
        == "delay: expected a duration such as 30s or 1m 30s, found 5")
  }

  @Test("what is missing is told with what is there")
  func missing() {
    #expect(
      complaint(about: ["limit": 1, "dellay": "1s"], as: Policy.self)
        == "expected a map with a value for 'delay', found a map of limit, dellay")
    #expect(complaint(about: [:], as: Policy.self) == "expected a map with a value for 'limit', found an empty map")
  }

  @Test("a name that the type has no use for is refused, since something may be missing for it")
  func unknown() throws {
    let place = Wiring.SourceLocation(path: "context.json", line: 2, column: 3)
    let value = DefinitionValue(.map([.init("name", "a"), .init("nickmane", "b", at: place)]))
    #expect(
      complaint(about: value, as: Person.self) == "expected one of name, nickname, found 'nickmane', near nickname")
    let failure = #expect(throws: ValueFailure.self) { try read(value, as: Person.self) }
    #expect(failure?.location == place)
    #expect(try read(["name": "a"], as: Person.self).nickname == nil)
    #expect(try read(["name": "a", "nickname": nil], as: Person.self).nickname == nil)
  }

  @Test("a name in a map within is refused, too")
  func unknownInside() throws {
    #expect(
      complaint(about: ["window": ["opnes": 7]], as: Shutters.self)
        == "window: expected one of opens, found 'opnes', near opens")
    #expect(try read(["window": ["opens": 7]], as: Shutters.self).opens == 7)
  }

  @Test("one that asks for all names takes all of them")
  func allKeys() throws {
    #expect(try read(["a": 1, "b": 2], as: Everything.self).names == ["a", "b"])
    #expect(try read(["a": 1, "xb": 2], as: Choice.self).names == ["xb"])
  }

  @Test("a type can be a list of different values")
  func unkeyed() throws {
    #expect(
      try read(["1", "x", nil, ["a"], ["inner": 5], true], as: Row.self)
        == Row(number: 1, text: "x", list: ["a"], inner: 5))
    #expect(complaint(about: ["1"], as: Row.self) == "expected a list with a value at [1], found a list")
    #expect(complaint(about: ["1", 2], as: Row.self) == "[1]: expected text, in quotes, found 2")
    #expect(
      complaint(about: ["1", "x", nil, ["a"], ["j": 5]], as: Row.self)
        == "[4]: expected a map with a value for 'inner', found a map of j")
    #expect(complaint(about: 1, as: Row.self) == "expected a list, found 1")
  }

  @Test("or a single value")
  func single() throws {
    #expect(try read("5s", as: Wrapper.self).duration == .seconds(5))
    #expect(try read(nil, as: Wrapper.self).duration == nil)
    #expect(complaint(about: ["x"], as: [Wrapper].self) == "[0]: expected a duration such as 30s or 1m 30s, found 'x'")
  }

  @Test("a subclass shares the map with its superclass, or has one for it inside")
  func classes() throws {
    let plain = try read(["name": "a", "wheels": 4], as: Car.self)
    #expect(plain.name == "a" && plain.wheels == 4)
    let nested = try read(["super": ["name": "a"], "doors": 2], as: Coupe.self)
    #expect(nested.name == "a" && nested.doors == 2)
    #expect(
      complaint(about: ["super": ["name": 1], "doors": 2], as: Coupe.self)
        == "super.name: expected text, in quotes, found 1")
  }

  @Test("cases with values are decoded, too")
  func cases() throws {
    #expect(
      try read(["file": ["path": "/a", "size": "1 kB"]], as: Source.self)
        == .file(path: "/a", size: DataSize(bytes: 1_000)))
    #expect(try read(["memory": [:]], as: Source.self) == .memory)
    #expect(
      complaint(about: ["file": ["path": "/a", "size": "x"]], as: Source.self)
        == "file.size: expected a size such as 512 kB or 16 MiB, found 'x'")
    #expect(
      complaint(about: ["tape": [:]], as: Source.self)?.hasPrefix(
        "expected a value that 'ValueDecodingTests.Source' can be decoded from: ") == true)
  }

  @Test("what the type itself says is told, at the place that it means")
  func own() throws {
    let place = Wiring.SourceLocation(path: "context.yaml", line: 9, column: 11)
    let value = DefinitionValue(
      .map([.init("odd", DefinitionValue(.list([1, DefinitionValue(.integer(2), at: place)])))]))
    let failure = #expect(throws: ValueFailure.self) { try read(value, as: Odd.self) }
    #expect(failure?.path == ["odd", "[1]"])
    #expect(failure?.location == place)
    #expect(failure?.expected == "a value that 'ValueDecodingTests.Odd' can be decoded from: 2 is even")
    #expect(
      complaint(about: [value], as: [Odd].self)
        == "[0].odd.[1]: expected a value that 'ValueDecodingTests.Odd' can be decoded from: 2 is even, found 2")
  }

  @Test("unless it contains text from a placeholder, which it may quote")
  func ownSecret() {
    #expect(
      complaint(about: ["user": "me", "password": .text("hunter2", notation: "${PASSWORD}")], as: Login.self)
        == "expected a value that 'ValueDecodingTests.Login' can be decoded from, found a map of user, password")
    #expect(
      complaint(about: ["user": "me", "password": "hunter2"], as: Login.self)
        == "expected a value that 'ValueDecodingTests.Login' can be decoded from: Weak(password: \"hunter2\"), found a map of user, password"
    )
  }

  @Test("and what it says of one value may quote another one from a placeholder")
  func neighbouringSecret() {
    #expect(
      complaint(about: ["user": "me", "password": .text("hunter2", notation: "${PASSWORD}")], as: Account.self)
        == "user: expected a value that 'ValueDecodingTests.Account' can be decoded from, found 'me'")
  }

  @Test("a type sees the way to it")
  func codingPath() throws {
    #expect(try read(["a": [["b": "x"]]], as: [String: [[String: Here]]].self)["a"]?[0]["b"]?.path == "a 0 b")
  }

  @Test("a value of which the kind is read first, and then the whole, has all its names")
  func kindFirst() throws {
    let list: DefinitionValue = ["shapes": [["type": "circle", "radius": 2], ["type": "square", "side": 3]]]
    #expect(try read(list, as: Drawing.self).names == ["circle 2", "square 3"])
    #expect(
      complaint(about: ["shapes": [["type": "circle", "radius": 2, "side": 3]]], as: Drawing.self)?
        .hasPrefix("shapes.[0]: ") == true)
  }

  @Test("a failed try to read a value as a whole does not excuse its names, and a successful one does")
  func tries() throws {
    #expect(try read(["retry": 3], as: Retries.self).limit == 3)
    #expect(try read(["retry": ["limit": 4]], as: Retries.self).limit == 4)
    #expect(complaint(about: ["retry": ["limt": 4]], as: Retries.self)?.contains("expected one of limit") == true)
    #expect(try read(["type": "circle", "radius": 2], as: Figure.self).radius == 2)
  }

  @Test("a map of many values is read")
  func large() throws {
    let members = (0..<1_000).map { DefinitionValue.Member("key\($0)", DefinitionValue(.integer(Int64($0)))) }
    #expect(try read(DefinitionValue(.map(members)), as: Everything.self).sum == 499_500)
  }
}
