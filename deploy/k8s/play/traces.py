"""The trace of an order: {"span", "parent", "name", "program"} of each span."""

# The programs that an order needs; billing hears of it.
PROGRAMS = {"gateway", "order", "catalog", "inventory", "notification", "billing"}


def programs(spans):
    return {span["program"] for span in spans}


def is_whole(spans):
    """True if the spans are one tree of all programs, from the gateway down to the mail server."""
    known = {span["span"] for span in spans}
    roots = [span["name"] for span in spans if span["parent"] not in known]
    return (
        roots == ["POST /api/v1/users/orders/create/"]
        and any(span["name"] == "smtp send" for span in spans)
        and programs(spans) == PROGRAMS
    )


def named(spans):
    """The programs and names of spans, for a failed test."""
    return sorted({(span["program"], span["name"]) for span in spans})


def told(spans):
    return f"{len(spans)} spans of {', '.join(sorted(programs(spans)))} are one tree"
