/// A program without a plan.
@main
struct Plain {
  static func main() { print("plain") }
}
