import Foundation

/// The second implementation, in Python, as a process: it reads a request per line, and writes a reply per line.
struct PythonReader {
  /// Carries out requests in order.
  static func replies(to requests: [some Encodable]) throws -> [[String: Any]] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B", RepositoryRoot.path + "/scripts/encryption/reader"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    let lines = try requests.map { try JSONEncoder().encode($0) }
    try process.run()
    let writer = Thread {
      for line in lines { try? input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8)) }
      try? input.fileHandleForWriting.close()
    }
    writer.start()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
    }
  }
}
