"""Runs whole processes, and measures their cost."""

import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Cost:
    cpu: float  # user and system time, in milliseconds
    wall: float  # in milliseconds
    peak: int  # resident memory at its highest, in bytes


def run(command, stdin=None):
    """Runs a command once, and discards its output."""
    with open(stdin or os.devnull, "rb") as source, open(os.devnull, "wb") as discarded:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=source, stdout=discarded, stderr=subprocess.PIPE)
        errors = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"failed with {process.returncode}: {' '.join(command)}\n{errors.decode(errors='replace')}")
    # The peak is in bytes on macOS and in kilobytes elsewhere; on Linux it is never below that of this small process.
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost((usage.ru_utime + usage.ru_stime) * 1000, wall * 1000, usage.ru_maxrss * unit)


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def first_rows(command, count=40):
    """Runs a command on a terminal; returns the milliseconds until its first rows are in fzf, which then is cancelled."""
    with tempfile.TemporaryDirectory() as folder:
        fzf = Path(folder, "fzf")
        fzf.write_text(f"#!/bin/sh\nhead -n {count} >/dev/null\necho rows >&2\nexit 130\n", encoding="utf-8")
        fzf.chmod(0o700)
        screen, terminal = pty.openpty()
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdin=terminal, stdout=subprocess.DEVNULL, stderr=terminal,
            env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"})
        os.close(terminal)
        shown = b""
        while b"rows" not in shown:
            shown += os.read(screen, 1024)
        wall = time.perf_counter() - start
        process.wait()
        os.close(screen)
    return wall * 1000


def medians(measurements, runs, warm_up=2):
    """Returns the medians of measurements, which are made alternately, so that noise affects all of them."""
    values = [[] for _ in measurements]
    for turn in range(warm_up + runs):
        for measurement, own in zip(measurements, values):
            value = measurement()
            if turn >= warm_up:
                own.append(value)
    return [median(own) for own in values]


def median(values):
    if not isinstance(values[0], Cost):
        return statistics.median(values)
    return Cost(
        statistics.median(cost.cpu for cost in values), statistics.median(cost.wall for cost in values),
        max(cost.peak for cost in values))


def machine():
    model = ""
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    elif sys.platform == "darwin":
        model = output(["sysctl", "-n", "machdep.cpu.brand_string"]).strip()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    system = os.uname()
    return {
        "system": f"{system.sysname} {system.release} {system.machine}",
        "processor": model,
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "memory_gb": round(memory / 2**30, 1),
        "sqlite": output(["sqlite3", "--version"]).split()[0],
    }
