"""Results as a picture: how fast each peer is beside ours, which is 1."""

import re
from xml.sax.saxutils import escape

from table import duration

INK, FAINT, GRID, PAPER = "#24292f", "#57606a", "#e4e7eb", "#ffffff"
OURS = "#1f6feb"
PEERS = ["#d29922", "#8250df", "#2da44e", "#bf3989", "#cf5b1f", "#6e7781"]
LEFT, WIDTH, RIGHT, TOP, BAR, GAP = 220, 560, 70, 78, 9, 10
MOST = 1.5  # times our speed; a longer bar ends here, and its number says how long it is


def text(x, y, content, size=12, anchor="start", fill=INK, weight="normal"):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" '
        f'font-weight="{weight}">{escape(content)}</text>\n'
    )


def rectangle(x, y, width, height, fill, tip=""):
    title = f"<title>{escape(tip)}</title>" if tip else ""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}">{title}</rect>\n'


def at(speed):
    return LEFT + WIDTH * min(speed, MOST) / MOST


def legend(colours):
    x, parts = LEFT, ""
    for name, colour in [("typeformer", OURS), *colours.items()]:
        parts += rectangle(x, 48, 10, 10, colour) + text(x + 15, 57, name, fill=FAINT)
        x += 40 + 7 * len(name)
    return parts


def bars(entry, y, colours):
    parts = text(LEFT - 10, y + BAR, entry["row"], anchor="end")
    parts += rectangle(LEFT, y, at(1) - LEFT, BAR, OURS, f"typeformer: {duration(entry['ours_ms'])}")
    parts += text(at(1) + 6, y + BAR - 0.5, duration(entry["ours_ms"]), 9, fill=FAINT)
    for name, ms in sorted(entry["peers"].items(), key=lambda peer: peer[1]):
        y += BAR + 1
        speed = entry["ours_ms"] / ms
        parts += rectangle(LEFT, y, at(speed) - LEFT, BAR, colours[name], f"{name}: {duration(ms)}")
        parts += text(at(speed) + 6, y + BAR - 0.5, f"{speed:.2f}", 9, fill=FAINT)
    return parts


def draw(entries, rows=""):
    """The rows that have peers and whose name begins so, at the largest number of threads. A peer has the same colour
    whatever rows are drawn."""
    threads = max(e["threads"] for e in entries)
    shown = [e for e in entries if e["threads"] == threads and e["peers"] and re.match(rows, e["row"])]
    names = dict.fromkeys(name for e in entries for name in e["peers"])
    drawn = {name for e in shown for name in e["peers"]}
    colours = {name: PEERS[i % len(PEERS)] for i, name in enumerate(names) if name in drawn}
    y, body = TOP, ""
    for entry in shown:
        body += bars(entry, y, colours)
        y += (BAR + 1) * (1 + len(entry["peers"])) + GAP
    grid = ""
    for tenth in range(0, int(10 * MOST) + 1, 5):
        x = at(tenth / 10)
        grid += f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{y}" stroke="{GRID}"/>\n'
        grid += text(x, y + 14, f"{tenth / 10:g}", 10, "middle", FAINT)
    width, height = LEFT + WIDTH + RIGHT, y + 26
    title = f"Speed beside typeformer's, {threads} thread{'s' if threads > 1 else ''}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" role="img">\n<title>{escape(title)}</title>\n'
        + rectangle(0, 0, width, height, PAPER)
        + text(LEFT, 28, title, 16, weight="bold")
        + legend(colours)
        + grid
        + body
        + "</svg>\n"
    )
