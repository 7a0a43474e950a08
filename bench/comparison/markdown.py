"""Tables in Markdown."""


def table_row(cells):
    return "| " + " | ".join(cells) + " |"


def table_head(names):
    return [table_row(names), "|" + "|".join(["---"] + ["---:"] * (len(names) - 1)) + "|"]


def section(title, explanation, table):
    return [f"## {title}", "", explanation, "", *table, ""]


def number_cell(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def seconds_cell(seconds):
    """At least three digits that count."""
    return number_cell(seconds, 4 if seconds and seconds >= 0.01 else 6)


def judged_cell(value, is_met, cell=number_cell):
    """Bold where a goal is missed."""
    if value is None:
        return "-"
    return cell(value) if is_met else f"**{cell(value)}**"
