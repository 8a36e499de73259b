"""Measures clean builds of the container and of programs that use it, beside programs without it."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from measure import output, run

LIBRARIES = {"Wiring": "library", "WiringMacros": "macros, with the toolchain's SwiftSyntax"}
SIZES = [100, 1000, 5000]
# Declarations in a file.
IN_EACH = 100

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "users", platforms: [.macOS(.v15)], dependencies: [.package(name: "wiring", path: "../wiring")], targets: [
{targets}
  ])
"""
WIRING = '.product(name: "Wiring", package: "wiring")'
HELLO = {
    "HelloWiring": """import Wiring

struct Greeting {
  let text: String
}

struct GreetingModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind(String.self, to: "Hello")
    binder.bind(Greeting.init)
  }
}

print(try Plan(Greeting.self, modules: [GreetingModule()]).build().root.text)
""",
    "HelloHand": """struct Greeting {
  let text: String
}

print(Greeting(text: "Hello").text)
""",
}


def measure():
    """Returns the cost of each build by its name."""
    os.environ["WIRING_ONLY"] = "1"
    os.environ.setdefault("WIRING_TOOLCHAIN_SYNTAX", str(toolchain_syntax()))
    manifest = Path("Package.swift").read_text(encoding="utf-8")
    results = {}
    for configuration in ["debug", "release"]:
        for target, name in LIBRARIES.items():
            if f'name: "{target}"' in manifest:
                with tempfile.TemporaryDirectory() as folder:
                    results[f"{name}, {configuration}"] = library(target, configuration, Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            results |= users(configuration, Path(folder))
    return results


def library(target, configuration, folder):
    """Builds a target in a copy of the package without build products."""
    package = copy(folder)
    return cost(build(package, configuration, "--target", target), f"{target}, {configuration}")


def users(configuration, folder):
    """Builds modules and programs that use the container, and the same by hand, after the container itself."""
    copy(folder)
    package = folder / "users"
    targets = [f'    .target(name: "{kind}{count}", dependencies: [{WIRING if kind == "Wired" else ""}]),'
               for count in SIZES for kind in ("Wired", "Hand")]
    targets += [f'    .executableTarget(name: "{name}", dependencies: [{WIRING if "Wiring" in name else ""}]),'
                for name in HELLO]
    write(package / "Package.swift", MANIFEST.format(targets="\n".join(targets)))
    for count in SIZES:
        for kind, lines in (("Wired", wired), ("Hand", by_hand)):
            for start in range(0, count, IN_EACH):
                numbers = range(start, min(count, start + IN_EACH))
                text = "\n".join([*lines(numbers), *map(class_of, numbers), ""])
                write(package / f"Sources/{kind}{count}/Part{start}.swift", text)
        write(package / f"Sources/Hand{count}/Hand.swift", HAND.format(count=count))
    for name, text in HELLO.items():
        write(package / f"Sources/{name}/main.swift", text)
    run(["swift", "package", "--package-path", str(package), "resolve"])
    # Not measured: the container, and what SwiftPM does first.
    run(build(package, configuration, "--target", "Wiring"))
    results = {}
    for count in SIZES:
        for kind, label in (("Wired", "bindings"), ("Hand", "by hand")):
            name = f"{count:,} {label}, {configuration}"
            results[name] = cost(build(package, configuration, "--target", f"{kind}{count}"), name)
            objects = (package / f".build/{configuration}").resolve().glob(f"{kind}{count}.build/*.o")
            results[name]["kilobytes_each"] = round(code(objects) / count / 1000, 2)
    for hello in HELLO:
        name = f"{hello}, {configuration}"
        results[name] = cost(build(package, configuration, "--product", hello), name)
        program = folder / hello
        run(["strip", "-o", str(program), str(package / f".build/{configuration}/{hello}")])
        results[name]["megabytes_stripped"] = round(program.stat().st_size / 1e6, 2)
    return results


def copy(folder):
    """Copies the package without build products."""
    package = folder / "wiring"
    package.mkdir()
    for name in ["Package.swift", "Package.resolved", "Sources", "Tests", "Resources", "scripts"]:
        source = Path(name)
        if source.is_dir():
            shutil.copytree(source, package / name, ignore=shutil.ignore_patterns(".build"))
        elif source.exists():
            shutil.copy(source, package / name)
    run(["swift", "package", "--package-path", str(package), "resolve"])
    return package


def build(package, configuration, *options):
    return ["swift", "build", "--package-path", str(package), "--configuration", configuration, *options]


def cost(command, name):
    print(f"… building {name}", file=sys.stderr, flush=True)
    measured = run(command)
    return {
        "cpu": round(measured.cpu / 1000, 1), "wall": round(measured.wall / 1000, 1),
        "megabytes": round(measured.peak / 1e6),
    }


def code(objects):
    """Returns the size of the instructions and constants in object files, in bytes."""
    lines = output(["size", *map(str, objects)]).splitlines()[1:]
    return sum(int(line.split()[0]) for line in lines)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# Classes with up to three dependencies each, and what creates one of each.

def needs(number):
    return sorted({number // 2, number // 3, number // 5} - {number})


def class_of(number):
    names = [f"part{index}" for index in range(len(needs(number)))]
    parts = list(zip(names, needs(number)))
    return f"""final class Part{number}: Sendable {{
  {"; ".join(f"let {name}: Part{need}" for name, need in parts)}
  init({", ".join(f"{name}: Part{need}" for name, need in parts)}) {{ {"; ".join(f"self.{n} = {n}" for n in names)} }}
}}"""


def wired(numbers):
    lines = [f"    binder.bind(Part{number}.init).scoped(.singleton)" for number in numbers]
    return ["public import Wiring", "", f"public struct Module{numbers[0]}: Module {{", "  public init() {}",
            "  public func configure(_ binder: inout Binder) {", *lines, "  }", "}"]


HAND = """/// Each object is created once, on first use.
public final class Hand {{
  var parts: [AnyObject?] = Array(repeating: nil, count: {count})
  public init() {{}}

  func part<Part: AnyObject>(_ number: Int, _ make: () -> Part) -> Part {{
    if let part = parts[number] {{ return unsafeDowncast(part, to: Part.self) }}
    let part = make()
    parts[number] = part
    return part
  }}
}}
"""


def by_hand(numbers):
    lines = []
    for number in numbers:
        arguments = ", ".join(f"part{index}: part{need}()" for index, need in enumerate(needs(number)))
        lines.append(f"  func part{number}() -> Part{number} {{ part({number}) {{ Part{number}({arguments}) }} }}")
    touch = "; ".join(f"_ = part{number}()" for number in numbers)
    return ["extension Hand {", *lines, f"  public func makeFrom{numbers[0]}() {{ {touch} }}", "}"]


def toolchain_syntax():
    """Returns the folder of the compiler's own SwiftSyntax."""
    compiler = shutil.which("swiftc") or sys.exit("no swiftc")
    return Path(compiler).resolve().parent.parent / "lib/swift/host"
