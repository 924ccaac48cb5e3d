"""Results as lines of text."""

ROW, THREADS, OURS, PEER, BEST, LIMIT = 32, 8, 10, 9, 13, 10


def duration(ms):
    """As numbers that can be read: 12.3 ms, 4.56 µs, 789 ns."""
    for unit, scale in ("s", 1e-3), ("ms", 1), ("µs", 1e3):
        if ms * scale >= 1:
            return f"{ms * scale:.3g} {unit}" if ms * scale < 1000 else f"{ms * scale:.0f} {unit}"
    return f"{ms * 1e6:.0f} ns"


def header(peers):
    cells = "".join(f"{name:>{max(PEER, len(name) + 2)}}" for name in peers)
    return f"{'row':{ROW}}{'threads':>{THREADS}}{'ours':>{OURS}}{cells}{'× best peer':>{BEST}}{'of limit':>{LIMIT}}"


def line(entry, peers):
    """Peers stand as how many times as long they take."""
    cells = ""
    for name in peers:
        ms = entry["peers"].get(name)
        times = "-" if ms is None else f"{ms / entry['ours_ms']:.2f}"
        cells += f" {times:>{max(PEER, len(name) + 2) - 1}}"
    ratio = "-" if entry["ratio"] is None else f"{entry['ratio']:.2f}"
    limit = "-" if entry["of_limit"] is None else f"{entry['of_limit']:.2f}"
    said = f"{entry['row']:{ROW}}{entry['threads']:>{THREADS}}{duration(entry['ours_ms']):>{OURS}}{cells}"
    said += f"{ratio:>{BEST}}{limit:>{LIMIT}}"
    if entry["items_per_second"]:
        said += f"   {entry['items_per_second']:,.0f} words/s"
    if entry["results"] > 1 and entry["agreement"]:
        said += "   alike: " + ", ".join(f"{100 * x:.4g} % {name}" for name, x in entry["agreement"].items())
    if setting := entry["settings"].get(entry["best_peer"]):
        said += f"   {entry['best_peer']}: {setting}"
    if entry["differ"]:
        said += f"   not the same result: {', '.join(entry['differ'])}"
    return said
