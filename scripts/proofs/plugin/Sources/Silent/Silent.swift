import WiringTools

/// A program that depends on WiringTools, and ignores its arguments.
@main
struct Silent {
  static func main() { print("open") }
}
