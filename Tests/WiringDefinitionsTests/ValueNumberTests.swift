import Testing

@testable import Wiring
@testable import WiringDefinitions

@Suite("Reading numbers")
struct ValueNumberTests {
  @Test(
    "whole numbers are read as they are written in code",
    arguments: [
      (12, 12), ("12", 12), ("-12", -12), ("+12", 12), ("1_000_000", 1_000_000), ("0x1F", 31), ("-0x1F", -31),
      ("0o17", 15), ("0b101", 5), (20.0, 20), ("20.0", 20), ("2e3", 2_000), (" 7\n", 7), ("007", 7),
      ("9007199254740993.0", 9_007_199_254_740_993), ("9007199254740993e0", 9_007_199_254_740_993),
      ("1.5e1", 15), ("2000e-3", 2), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
      (9_007_199_254_740_992.0, 1 << 53),
    ] as [(DefinitionValue, Int)])
  func whole(value: DefinitionValue, number: Int) throws {
    #expect(try read(value, as: Int.self) == number)
  }

  @Test(
    "what is no whole number is not made one",
    arguments: [
      ("x", "'x'"), ("", "''"), ("20.5", "'20.5'"), ("9007199254740993.5", "'9007199254740993.5'"),
      ("25e-1", "'25e-1'"), ("1e999", "'1e999'"), (20.5, "20.5"), ("1_", "'1_'"), ("_1", "'_1'"),
      ("1__0", "'1__0'"), ("0x", "'0x'"), ("0x-1", "'0x-1'"), ("1 000", "'1 000'"), ("1,000", "'1,000'"),
      ("--1", "'--1'"), ("١٢", "'١٢'"), (true, "true"), (nil, "nothing"), ([1], "a list"), ("nan", "'nan'"),
      (.init(.number(.infinity)), "inf"), (1e300, "1e+300"), (9_007_199_254_740_994.0, "9.007199254740994e+15"),
    ] as [(DefinitionValue, String)])
  func notWhole(value: DefinitionValue, found: String) {
    #expect(complaint(about: value, as: Int.self) == "expected a whole number, found \(found)")
  }

  @Test("a number beyond a type's limits is refused, and they are told")
  func range() throws {
    #expect(complaint(about: 256, as: UInt8.self) == "expected a whole number from 0 to 255, found 256")
    #expect(complaint(about: "256", as: UInt8.self) == "expected a whole number from 0 to 255, found '256'")
    #expect(complaint(about: -1.0, as: UInt8.self) == "expected a whole number from 0 to 255, found -1.0")
    #expect(complaint(about: "-129", as: Int8.self) == "expected a whole number from -128 to 127, found '-129'")
    #expect(complaint(about: 70_000, as: Int16.self) == "expected a whole number from -32768 to 32767, found 70000")
    #expect(complaint(about: 70_000, as: UInt16.self) == "expected a whole number from 0 to 65535, found 70000")
    #expect(
      complaint(about: "x", as: Int32.self) == "expected a whole number from -2147483648 to 2147483647, found 'x'")
    #expect(complaint(about: -1, as: UInt32.self) == "expected a whole number from 0 to 4294967295, found -1")
    #expect(
      complaint(about: "9223372036854775808", as: Int64.self)
        == "expected a whole number from -9223372036854775808 to 9223372036854775807, found '9223372036854775808'")
    #expect(complaint(about: -1, as: UInt.self) == "expected a whole number from 0 to 18446744073709551615, found -1")
    #expect(complaint(about: "x", as: UInt64.self) == "expected a whole number from 0 on, found 'x'")
  }

  @Test("every width is read up to its limits")
  func widths() throws {
    #expect(try read("-128", as: Int8.self) == .min)
    #expect(try read(255, as: UInt8.self) == .max)
    #expect(try read("-32768", as: Int16.self) == .min)
    #expect(try read(65_535, as: UInt16.self) == .max)
    #expect(try read("-2147483648", as: Int32.self) == .min)
    #expect(try read(4_294_967_295, as: UInt32.self) == .max)
    #expect(try read("18446744073709551615", as: UInt64.self) == .max)
    #expect(try read("18446744073709551615", as: UInt.self) == .max)
    #expect(try read("0xffff_ffff_ffff_ffff", as: UInt64.self) == .max)
    #expect(try read(.text("\(Int128.min)"), as: Int128.self) == .min)
    #expect(try read(.text("\(UInt128.max)"), as: UInt128.self) == .max)
    #expect(complaint(about: .text("-\(UInt128.max)"), as: UInt128.self) != nil)
    #expect(complaint(about: .text("-\(UInt128.max)"), as: Int128.self) != nil)
  }

  @Test(
    "numbers",
    arguments: [
      (1.5, 1.5), (3, 3), ("1.5", 1.5), ("-1e-3", -0.001), ("1_000.25", 1_000.25), (" 2 ", 2), (".5", 0.5),
      ("inf", .infinity), ("-infinity", -.infinity), (.init(.number(.infinity)), .infinity),
    ] as [(DefinitionValue, Double)])
  func numbers(value: DefinitionValue, number: Double) throws {
    #expect(try read(value, as: Double.self) == number)
  }

  @Test("the spelling of NaN is read as NaN")
  func notANumber() throws {
    #expect(try read("nan", as: Double.self).isNaN)
    #expect(try read(.init(.number(.nan)), as: Float.self).isNaN)
  }

  @Test(
    "no numbers",
    arguments: [
      ("x", "'x'"), ("", "''"), ("1,5", "'1,5'"), ("1._5", "'1._5'"), ("50%", "'50%'"), (true, "true"),
      (nil, "nothing"),
    ] as [(DefinitionValue, String)])
  func noNumbers(value: DefinitionValue, found: String) {
    #expect(complaint(about: value, as: Double.self) == "expected a number, found \(found)")
  }

  @Test("a number that is too large is refused, not made infinite")
  func tooLarge() throws {
    #expect(
      complaint(about: "1e400", as: Double.self)
        == "expected a number from -1.7976931348623157e+308 to 1.7976931348623157e+308, found '1e400'")
    #expect(
      complaint(about: 1e300, as: Float.self)
        == "expected a number from -3.4028235e+38 to 3.4028235e+38, found 1e+300")
    #expect(try read("0.1", as: Float.self) == 0.1)
  }
}
