import NotesSimulation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

guard let options = Options(CommandLine.arguments.dropFirst()) else {
  print("invalid arguments; see scripts/simulate -h")
  exit(64)
}
exit(try await Runs(options).run() ? 0 : 1)
