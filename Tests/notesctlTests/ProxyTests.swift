import Foundation
import Testing

/// A sync through a proxy that answers some requests itself, with the built program as server and as devices.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ProxyTests {
  private let folder = TemporaryFolder()
  private var notesctl: Executable { Executable(folder: folder) }

  /// A proxy to the port of its first argument, which answers large requests with the status of its second one.
  private static let proxy = """
    from http import client, server as pages
    from sys import argv

    class Proxy(pages.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def forward(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if len(body) > 20_000:
                return self.answer(int(argv[2]), [("Content-Type", "text/html")], b"<html>")
            fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
            connection = client.HTTPConnection("127.0.0.1", int(argv[1]))
            connection.request(self.command, self.path, body or None, fields)
            reply = connection.getresponse()
            own = ("content-length", "connection", "transfer-encoding")
            self.answer(reply.status, [field for field in reply.getheaders() if field[0].lower() not in own], reply.read())

        def answer(self, status, fields, body):
            self.send_response(status)
            for field in fields:
                self.send_header(*field)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

        do_GET = do_POST = do_PUT = do_DELETE = forward

    server = pages.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    print(server.server_port, flush=True)
    server.serve_forever()
    """

  /// Syncs one device through the proxy and another one without it. Prints the status of the first sync, what is pending, and the
  /// number of notes that arrive.
  private static let journey = """
    trap 'kill -KILL $(jobs -p)' EXIT
    mkfifo server proxy
    "$0" serve --listen 127.0.0.1:0 --store server.sqlite >/dev/null 2>server &
    read -r -t 60 address <server || exit 1
    python3 proxy.py "${address##*:}" "$STATUS" >proxy 2>/dev/null &
    read -r -t 60 port <proxy || exit 1
    # On a busy machine, hashing the password can take longer than the client waits.
    sign_in() {
      for _ in 1 2 3; do
        echo 'correct horse' | "$0" --data-dir "$1" login "http://127.0.0.1:$2" --name ada && return
      done
    }
    sign_in a "$port"
    "$0" --data-dir a sync
    echo "status $?"
    "$0" --data-dir a sync status
    sign_in b "${address##*:}"
    "$0" --data-dir b sync
    "$0" --data-dir b list --count
    """

  @Test(arguments: [404, 413])
  func `a note that a proxy answers for its size stays pending, and keeps no other back`(status: Int) throws {
    // Given
    try folder.write(Data(Self.proxy.utf8), to: "proxy.py")
    let added = try notesctl.run(
      "server", "user", "add", "ada", "--store", "server.sqlite", input: "correct horse\n")
    #expect(added.status == 0, "\(added.error)")
    for number in 1...6 {
      let text = number == 3 ? String(repeating: "rye bread ", count: 5_000) : "Text \(number)"
      #expect(try notesctl.run("--data-dir", "a", "add", "-", input: text).status == 0)
    }
    // When
    var program = notesctl
    program.environment["STATUS"] = "\(status)"
    let run = try program.run(Self.journey, in: "/bin/bash")
    // Then
    #expect(run.output.hasPrefix("status 76\n") && run.output.hasSuffix("\n5\n"), "\(run)")
    #expect(run.output.contains("1 change\n"), "\(run.output)")
    #expect(run.error.contains("something else answers at the address of the server: status \(status)"), "\(run.error)")
  }
}
