"""Runs the tools and the programs of a comparison."""

import os
import subprocess


def run_tool(command, limit, environment=None):
    """Exit status, standard output and standard error; a tool beyond its limit counts as failed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit,
                              env={**os.environ, **(environment or {})})
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return -1, "", f"took more than {limit} s"
    except OSError as error:
        return -1, "", f"{os.path.basename(command[0])}: {error.strerror}"


def complaint(status, errors):
    """The line of a tool's error output that tells most, or the status if there is none."""
    lines = [line.strip() for line in errors.splitlines() if line.strip()]
    telling = [line for line in lines if "error" in line.lower()] or lines
    return telling[0] if telling else f"exit status {status}"


def with_threads(count):
    """The environment of a program that may use so many threads."""
    return {"OMP_NUM_THREADS": str(count), "OPENBLAS_NUM_THREADS": str(count)}
