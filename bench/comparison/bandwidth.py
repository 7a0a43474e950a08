"""The bandwidth of memory and caches, as bandwidth.c measures it."""

from dataclasses import dataclass
from pathlib import Path

from .tools import complaint, run_tool, with_threads
from .variants import FLAGS

SOURCE = "bench/comparison/bandwidth.c"
LARGEST_ARRAY = 256 << 20  # bytes; four times the largest cache if that is less
STREAM_ARRAYS = {"sum": 1, "triad": 3}  # of the patterns that are measured beyond all caches


@dataclass
class Memory:
    """Bandwidth beyond the caches."""

    array_bytes: int
    speeds: dict[tuple[str, bool], float]  # bytes per second, by (pattern, is_parallel)


class BandwidthMeter:
    """Measures on as many threads as the variants of a comparison have."""

    def __init__(self, settings):
        self.settings = settings
        self.program = f"./{settings.work_folder}/bandwidth"
        command = ["gcc", *FLAGS, "-fopenmp", SOURCE, "-o", self.program]
        status, _, errors = run_tool(command, settings.limit)
        if status != 0:
            raise RuntimeError(f"{SOURCE}: {complaint(status, errors)}")

    def measure(self, pattern, total_bytes, is_parallel):
        """Bytes per second on arrays of so many bytes together."""
        threads = self.settings.threads if is_parallel else 1
        status, output, errors = run_tool([self.program, pattern, str(total_bytes)],
                                          self.settings.limit, with_threads(threads))
        if status != 0:
            raise RuntimeError(f"bandwidth, {pattern}: {complaint(status, errors)}")
        return float(output)

    def memory(self):
        array_bytes = min(LARGEST_ARRAY, 4 * largest_cache())
        return Memory(array_bytes, {
            (pattern, is_parallel): self.measure(pattern, count * array_bytes, is_parallel)
            for pattern, count in STREAM_ARRAYS.items() for is_parallel in (False, True)})


def largest_cache():
    """Bytes; as if it were very large where the system does not say."""
    texts = [path.read_text().strip()
             for path in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")]
    return max((int(text.removesuffix("K")) << 10 for text in texts if text.endswith("K")),
               default=LARGEST_ARRAY)
