package codematche2e_test

import (
	"path/filepath"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Three functions, the same under other names, and others under the same names, comments and words.
const (
	sequences = `def moving_average(values, window):
    """The mean of each window of values."""
    total = 0.0
    result = []
    for index, value in enumerate(values):
        total += value
        if index >= window:
            total -= values[index - window]
        if index >= window - 1:
            result.append(total / window)
    return result


def longest_run(text):
    """The length of the longest run of one letter in text."""
    best = current = 0
    previous = None
    for letter in text:
        current = current + 1 if letter == previous else 1
        previous = letter
        best = max(best, current)
    return best


def merge_sorted(left, right):
    """Both sorted lists as one sorted list."""
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]
`
	sequencesRenamed = `def smooth(series, n):
    acc = 0.0
    out = []
    for k, x in enumerate(series):
        acc += x
        if k >= n:
            acc -= series[k - n]
        if k >= n - 1:
            out.append(acc / n)
    return out


def streak(word):
    top = now = 0
    last = None
    for c in word:
        if c == last:
            now += 1
        else:
            now = 1
        last = c
        if now > top:
            top = now
    return top


def zip_up(a, b):
    out = []
    p = q = 0
    while p < len(a) and q < len(b):
        if a[p] <= b[q]:
            out.append(a[p])
            p += 1
        else:
            out.append(b[q])
            q += 1
    out.extend(a[p:])
    out.extend(b[q:])
    return out
`
	sequencesLying = `def moving_average(values, window):
    """The mean of each window of values."""
    result = {}
    for value in values:
        total = str(value).count(window)
        result[value] = result.get(value, 0) + total
    index = sorted(result, key=result.get)
    return index[0] if index else window


def longest_run(text):
    """The length of the longest run of one letter in text."""
    current = text.split()
    best = [letter.upper() for letter in current if letter]
    previous = ", ".join(best)
    return previous.replace("max", text)


def merge_sorted(left, right):
    """Both sorted lists as one sorted list."""
    merged = {}
    for i in left:
        merged[i] = right.get(i)
    for j in right:
        if j not in merged:
            raise KeyError(j)
    return len(merged)
`
)

// A file that lies in all its words comes after one that does the same, once texts are compared.
func TestSearch_fileThatLies(t *testing.T) {
	t.Parallel()
	rest := e2etest.Serve(t, e2etest.Options{}).REST()
	upload(t, rest, "liar", zipped(t, map[string]string{"sequences.py": sequencesLying})).Ok(t)
	upload(t, rest, "honest", zipped(t, map[string]string{"fn.py": sequencesRenamed})).Ok(t)
	index(t, rest, filepath.Join(e2etest.Checkout, "internal", "store"))
	folder := t.TempDir()
	write(t, folder, map[string]string{"sequences.py": sequences})
	got := search(t, rest, "search_similar_file", "file_url", filepath.Join(folder, "sequences.py"))
	if len(got.Matches) < 2 || got.Matches[0].URL != "upload/honest" || got.Matches[1].URL != "upload/liar" || got.Matches[1].Verdict != "unrelated" {
		t.Errorf("%+v", got)
	}
}
