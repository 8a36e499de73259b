#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The name of the terminal at which the program runs.
package enum TerminalName {
  /// The device, such as `/dev/pts/3`; `nil` if no standard stream is a terminal.
  package static var current: String? {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      var buffer = [CChar](repeating: 0, count: 256)
      guard ttyname_r(descriptor, &buffer, buffer.count - 1) == 0 else { continue }
      return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    return nil
  }
}

/// The session of the terminal, which a person begins by opening a window or signing in.
package enum TerminalSession {
  /// The host, the session's first process and the time at which that began: a text that no other session has.
  package static var current: String {
    let leader = getsid(0)
    return "\(HostName.current ?? "") \(leader) \(start(of: leader))"
  }

  #if canImport(Darwin)
    /// Returns the seconds since 1970; empty if there is no such process.
    private static func start(of process: pid_t) -> String {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else { return "" }
      return "\(info.kp_proc.p_un.__p_starttime.tv_sec)"
    }
  #else
    /// Returns the boot, and the ticks since then; empty if there is no such process.
    private static func start(of process: pid_t) -> String {
      // The name of the program, in parentheses, may contain spaces.
      guard let status = contents(of: "/proc/\(process)/stat"), let end = status.lastIndex(of: ")") else { return "" }
      let fields = status[status.index(after: end)...].split(separator: " ")
      let boot = contents(of: "/proc/sys/kernel/random/boot_id") ?? ""
      return "\(fields.count > 19 ? fields[19] : "") \(boot.filter { $0 != "\n" })"
    }

    /// Returns the beginning of a file; `nil` if it cannot be read.
    private static func contents(of path: String) -> String? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let count = read(descriptor, &bytes, bytes.count)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  #endif
}
