"""Measures clean builds of the container, with and without its macros."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measure import run

TARGETS = {"Wiring": "library", "WiringMacros": "macros, with the toolchain's SwiftSyntax"}


def measure():
    manifest = Path("Package.swift").read_text(encoding="utf-8")
    results = {}
    for target, name in TARGETS.items():
        if f'name: "{target}"' not in manifest:
            continue
        for configuration in ["debug", "release"]:
            print(f"… building {name}, {configuration}", file=sys.stderr, flush=True)
            cost = build(target, configuration)
            results[f"{name}, {configuration}"] = {"cpu": round(cost.cpu / 1000, 1), "wall": round(cost.wall / 1000, 1)}
    return results


def build(target, configuration):
    """Builds a target in a copy of the package without build products."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ["Package.swift", "Package.resolved", "Sources", "Tests", "scripts"]:
            source, copy = Path(name), Path(folder) / name
            if source.is_dir():
                shutil.copytree(source, copy)
            elif source.exists():
                shutil.copy(source, copy)
        options = ["--package-path", folder, "--scratch-path", f"{folder}/.build"]
        os.environ["WIRING_ONLY"] = "1"
        os.environ.setdefault("WIRING_TOOLCHAIN_SYNTAX", str(toolchain_syntax()))
        subprocess.run(["swift", "package", *options, "resolve"], check=True, stdout=sys.stderr)
        return run(["swift", "build", *options, "--configuration", configuration, "--target", target])


def toolchain_syntax():
    """Returns the folder of the compiler's own SwiftSyntax."""
    compiler = shutil.which("swiftc") or sys.exit("no swiftc")
    return Path(compiler).resolve().parent.parent / "lib/swift/host"
