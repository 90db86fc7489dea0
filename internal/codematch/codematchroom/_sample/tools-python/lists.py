"""Small helpers for lists."""


def chunks(items, size):
    """Split items into parts that have at most size entries."""
    return [items[i:i + size] for i in range(0, len(items), size)]


def merge_ranges(ranges):
    """Join ranges that overlap or touch."""
    result = []
    for begin, end in sorted(ranges):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((begin, end))
    return result


def flatten(nested):
    """Bring nested lists into one."""
    flat = []
    for entry in nested:
        if isinstance(entry, list):
            flat.extend(flatten(entry))
        else:
            flat.append(entry)
    return flat


def group_by(rows, key):
    """Gather rows by the value of a key."""
    groups = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    return groups
