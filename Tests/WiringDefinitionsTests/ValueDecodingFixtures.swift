import Wiring
import WiringDefinitions

extension ValueDecodingTests {
  struct Policy: Decodable {
    enum Level: String, Decodable { case low, high }

    let limit: Int
    let delay: Duration
    let size: DataSize
    let level: Level
    let tags: Set<String>
    let note: String?
    let next: [Policy]?
  }

  struct Person: Decodable {
    let name: String
    let nickname: String?
  }

  /// Any name will do.
  struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  struct Everything: Decodable {
    private(set) var names: [String] = []
    private(set) var sum = 0

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyName.self)
      for key in container.allKeys {
        names.append(key.stringValue)
        sum += try container.decode(Int.self, forKey: key)
      }
    }
  }

  /// Takes only some of the names that it looks at.
  struct Choice: Decodable {
    private(set) var names: [String] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyName.self)
      for key in container.allKeys where key.stringValue.hasPrefix("x") {
        _ = try container.decode(Int.self, forKey: key)
        names.append(key.stringValue)
      }
    }
  }

  struct Row: Decodable, Equatable {
    var number: Int
    var text: String
    var list: [String]
    var inner: UInt8

    init(number: Int, text: String, list: [String], inner: UInt8) {
      (self.number, self.text, self.list, self.inner) = (number, text, list, inner)
    }

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      number = try values.decode(Int.self)
      text = try values.decode(String.self)
      guard try values.decodeNil() else {
        throw DecodingError.dataCorruptedError(in: values, debugDescription: "third value must be nothing")
      }
      var nested = try values.nestedUnkeyedContainer()
      list = []
      while !nested.isAtEnd { list.append(try nested.decode(String.self)) }
      let map = try values.nestedContainer(keyedBy: AnyName.self)
      inner = try map.decode(UInt8.self, forKey: AnyName(stringValue: "inner"))
    }
  }

  /// Reads a number, or a map with one.
  struct Retries: Decodable {
    private enum Key: String, CodingKey { case retry, limit }

    let limit: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if let number = try? container.decode(Int.self, forKey: .retry) {
        limit = number
      } else {
        limit = try container.nestedContainer(keyedBy: Key.self, forKey: .retry).decodeIfPresent(
          Int.self, forKey: .limit)
      }
    }
  }

  /// Reads its kind, and then the whole from the same decoder.
  struct Figure: Decodable {
    private enum Key: String, CodingKey { case type }

    private struct Circle: Decodable {
      let type: String
      let radius: Int
    }

    let radius: Int

    init(from decoder: any Decoder) throws {
      guard try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type) == "circle" else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no circle"))
      }
      radius = try decoder.singleValueContainer().decode(Circle.self).radius
    }
  }

  /// Reads the kind of each shape, and then the shape from a copy of the list.
  struct Drawing: Decodable {
    private enum Key: String, CodingKey { case shapes, type }

    private struct Circle: Decodable {
      let type: String
      let radius: Int
    }

    private struct Square: Decodable {
      let type: String
      let side: Int
    }

    let names: [String]

    init(from decoder: any Decoder) throws {
      var kinds = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .shapes)
      var shapes = kinds
      var names: [String] = []
      while !kinds.isAtEnd {
        let kind = try kinds.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .type)
        names.append(
          kind == "circle"
            ? "circle \(try shapes.decode(Circle.self).radius)" : "square \(try shapes.decode(Square.self).side)")
      }
      self.names = names
    }
  }

  struct Shutters: Decodable {
    let opens: Int

    private enum Outer: CodingKey { case window }
    private enum Inner: CodingKey { case opens }

    init(from decoder: any Decoder) throws {
      let window = try decoder.container(keyedBy: Outer.self).nestedContainer(keyedBy: Inner.self, forKey: .window)
      opens = try window.decodeIfPresent(Int.self, forKey: .opens) ?? 6
    }
  }

  struct Wrapper: Decodable {
    let duration: Duration?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      duration = container.decodeNil() ? nil : try container.decode(Duration.self)
    }
  }

  class Vehicle: Decodable {
    let name: String
  }

  /// Its superclass's values are beside its own.
  final class Car: Vehicle {
    let wheels: Int

    private enum CodingKeys: CodingKey { case wheels }

    required init(from decoder: any Decoder) throws {
      wheels = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wheels)
      try super.init(from: decoder)
    }
  }

  /// Its superclass's values are in a separate map.
  final class Coupe: Vehicle {
    let doors: Int

    private enum CodingKeys: CodingKey { case doors }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      doors = try container.decode(Int.self, forKey: .doors)
      try super.init(from: container.superDecoder())
    }
  }

  enum Source: Decodable, Equatable {
    case file(path: String, size: DataSize)
    case memory
  }

  struct Odd: Decodable {
    private enum CodingKeys: CodingKey { case odd }

    init(from decoder: any Decoder) throws {
      var values = try decoder.container(keyedBy: CodingKeys.self).nestedUnkeyedContainer(forKey: .odd)
      while !values.isAtEnd {
        let path = values.codingPath + [AnyIndex(values.currentIndex)]
        let value = try values.decode(Int.self)
        guard !value.isMultiple(of: 2) else {
          throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "\(value) is even"))
        }
      }
    }

    private struct AnyIndex: CodingKey {
      let index: Int
      var stringValue: String { "\(index)" }
      var intValue: Int? { index }

      init(_ index: Int) { self.index = index }
      init?(intValue: Int) { self.init(intValue) }
      init?(stringValue: String) { nil }
    }
  }

  struct Login: Decodable {
    struct Weak: Error { let password: String }

    let user: String
    let password: String

    private enum CodingKeys: CodingKey { case user, password }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      user = try container.decode(String.self, forKey: .user)
      password = try container.decode(String.self, forKey: .password)
      throw Weak(password: password)
    }
  }

  /// Blames one value for another one, which it quotes.
  struct Account: Decodable {
    private enum CodingKeys: CodingKey { case user, password }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let (_, password) = (
        try container.decode(String.self, forKey: .user), try container.decode(String.self, forKey: .password)
      )
      throw DecodingError.dataCorruptedError(
        forKey: .user, in: container, debugDescription: "the user may not have '\(password)'")
    }
  }

  struct Here: Decodable {
    let path: String

    init(from decoder: any Decoder) {
      path = decoder.codingPath.map(\.stringValue).joined(separator: " ")
    }
  }
}
