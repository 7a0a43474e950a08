"""The ratios as a grouped bar chart, in SVG."""

import math
from xml.sax.saxutils import escape

from .goals import geometric_mean
from .report import compared_variants, ratios_of
from .variants import BASELINE

MEAN = "geomean"
GROUPS_PER_PANEL = 12
PANEL_WIDTH, PANEL_HEIGHT, PANEL_GAP = 1180, 190, 50
LEFT, TOP, RIGHT = 60, 76, 20
TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200]


class LogScale:
    """Ratios to vertical offsets within a panel, the largest on top."""

    def __init__(self, ratios):
        self.low = max((t for t in TICKS if t <= min(ratios) / 1.05), default=TICKS[0])
        self.high = min((t for t in TICKS if t >= max(ratios) * 1.05), default=TICKS[-1])

    def offset(self, ratio):
        share = math.log(ratio / self.low) / math.log(self.high / self.low)
        return PANEL_HEIGHT * (1 - min(1, max(0, share)))

    def ticks(self):
        return [tick for tick in TICKS if self.low <= tick <= self.high]


def text(x, y, words, **attributes):
    named = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    return f'<text x="{x:.1f}" y="{y:.1f}"{named}>{escape(words)}</text>'


def line(x1, x2, y, color, width):
    return (f'<line x1="{x1:.1f}" x2="{x2:.1f}" y1="{y:.1f}" y2="{y:.1f}" '
            f'stroke="{color}" stroke-width="{width}"/>')


def bar(x, width, top, scale, ratio, color, title):
    """From the line at 1.0, up for a speed-up and down for a slowdown."""
    edges = sorted([scale.offset(ratio), scale.offset(1)])
    return (f'<rect x="{x:.1f}" y="{top + edges[0]:.1f}" width="{width:.1f}" '
            f'height="{max(0.5, edges[1] - edges[0]):.1f}" fill="{color}">'
            f'<title>{escape(title)}</title></rect>')


def legend(variants):
    parts, x = [], LEFT
    for variant in variants:
        parts.append(f'<rect x="{x}" y="38" width="14" height="14" fill="{variant.color}"/>')
        parts.append(text(x + 20, 50, variant.name))
        x += 34 + 7.5 * len(variant.name)
    parts.append(text(x, 50, "\N{MULTIPLICATION SIGN} failed or wrong", fill="#c00000"))
    return parts


def axis(top, width, scale):
    parts = []
    for tick in scale.ticks():
        y = top + scale.offset(tick)
        parts.append(line(LEFT, LEFT + width, y, "#e2e2e2", 1))
        parts.append(text(LEFT - 8, y + 4, f"{tick:g}", text_anchor="end", fill="#555"))
    return parts


def group(x, width, top, scale, name, ratios, variants):
    """The bars of one kernel; `ratios` holds None for a variant that failed."""
    slot = width * 0.86 / len(variants)
    parts = []
    for position, (variant, ratio) in enumerate(zip(variants, ratios)):
        left = x + width * 0.07 + position * slot
        if ratio is None:
            parts.append(text(left + slot / 2, top + scale.offset(1) - 3, "\N{MULTIPLICATION SIGN}",
                              text_anchor="middle", fill="#c00000"))
        else:
            parts.append(bar(left, slot * 0.94, top, scale, ratio, variant.color,
                             f"{name}, {variant.name}: {ratio:.2f}"))
    weight = "bold" if name == MEAN else "normal"
    parts.append(text(x + width / 2, top + PANEL_HEIGHT + 18, name, text_anchor="middle",
                      font_weight=weight))
    return parts


def panel(top, groups, group_width, scale, variants):
    width = group_width * len(groups)
    parts = axis(top, width, scale)
    for position, (name, ratios) in enumerate(groups):
        left = LEFT + position * group_width
        parts += group(left, group_width, top, scale, name, ratios, variants)
    parts.append(line(LEFT, LEFT + width, top + scale.offset(1), "#222", 1.5))
    return parts


def bar_groups(results, variants):
    """(name, ratio of each variant) of every kernel, and of their geometric mean at the end."""
    groups = [(r.kernel, [r.ratio(v.name) for v in variants]) for r in results]
    means = [geometric_mean(ratios_of(results, variant)) for variant in variants]
    return [*groups, (MEAN, means)]


def svg(results, variants, settings):
    compared = compared_variants(variants)
    groups = bar_groups(results, compared)
    scale = LogScale([ratio for _, ratios in groups for ratio in ratios if ratio] + [0.6, 1.7])
    panel_count = math.ceil(len(groups) / GROUPS_PER_PANEL)
    per_panel = math.ceil(len(groups) / panel_count)
    parts = [text(LEFT, 24, f"Speed-up over {BASELINE.name} -O3, {settings.preset} sizes "
                  f"{'fixed' if settings.fixed_preset else 'known at run time'}, "
                  f"{settings.threads} threads where parallel", font_size=16, font_weight="bold")]
    parts += legend(compared)
    for number in range(panel_count):
        top = TOP + number * (PANEL_HEIGHT + PANEL_GAP)
        chosen = groups[number * per_panel:(number + 1) * per_panel]
        parts += panel(top, chosen, PANEL_WIDTH / per_panel, scale, compared)
    width = LEFT + PANEL_WIDTH + RIGHT
    height = TOP + panel_count * (PANEL_HEIGHT + PANEL_GAP)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">')
    background = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, background, *parts, "</svg>"]) + "\n"
