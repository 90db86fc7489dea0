package codematche2e_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

const mit = `MIT License

Copyright (c) 2026 Example

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

// The same three things in three languages, under names of their own.
const (
	pythonLists = `"""Lists in pieces."""


def chunks(items, size):
    """Pieces of a list, each of the given size but for the last."""
    if size < 1:
        raise ValueError("size must be positive")
    pieces = []
    for start in range(0, len(items), size):
        pieces.append(items[start:start + size])
    return pieces


def moving_average(values, window):
    total = 0.0
    result = []
    for i, value in enumerate(values):
        total += value
        if i >= window:
            total -= values[i - window]
        if i >= window - 1:
            result.append(total / window)
    return result


def longest_run(text):
    best = current = 0
    previous = None
    for letter in text:
        current = current + 1 if letter == previous else 1
        previous = letter
        best = max(best, current)
    return best
`
	scriptLists = `// SPDX-License-Identifier: GPL-3.0-only
function splitIntoGroups(list, n) {
  if (n < 1) {
    throw new RangeError("n must be positive");
  }
  const groups = [];
  for (let i = 0; i < list.length; i += n) {
    groups.push(list.slice(i, i + n));
  }
  return groups;
}

function rollingMean(numbers, width) {
  let sum = 0;
  const means = [];
  for (let i = 0; i < numbers.length; i++) {
    sum += numbers[i];
    if (i >= width) {
      sum -= numbers[i - width];
    }
    if (i >= width - 1) {
      means.push(sum / width);
    }
  }
  return means;
}

module.exports = { splitIntoGroups, rollingMean };
`
	goLists = `package lists

// Batches cuts a list into pieces.
func Batches(xs []int, k int) [][]int {
	var out [][]int
	for i := 0; i < len(xs); i += k {
		out = append(out, xs[i:min(i+k, len(xs))])
	}
	return out
}

// Sum adds numbers up.
func Sum(xs []int) int {
	total := 0
	for _, x := range xs {
		total += x
	}
	return total
}

// CountVowels counts vowels.
func CountVowels(s string) int {
	n := 0
	for _, r := range s {
		switch r {
		case 'a', 'e', 'i', 'o', 'u':
			n++
		}
	}
	return n
}
`
	javaLists = `package org.example;

import java.util.ArrayList;
import java.util.List;

class Parts {
    static <T> List<List<T>> partition(List<T> all, int size) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be positive");
        }
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < all.size(); from += size) {
            parts.add(all.subList(from, Math.min(from + size, all.size())));
        }
        return parts;
    }
}
`
)

// write writes files below a folder.
func write(t testing.TB, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// git runs the git binary in a folder and returns what it printed.
func git(t testing.TB, folder string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git on this machine")
	}
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=Ada", "GIT_AUTHOR_EMAIL=ada@example.org", "GIT_COMMITTER_NAME=Ada", "GIT_COMMITTER_EMAIL=ada@example.org",
		"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// repository makes a git repository of one commit and returns its folder.
func repository(t testing.TB, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, files)
	git(t, folder, "init", "-q", "-b", "main")
	commit(t, folder)
	return folder
}

// commit commits everything there is and returns the hash.
func commit(t testing.TB, folder string) string {
	t.Helper()
	git(t, folder, "add", "-A")
	git(t, folder, "commit", "-q", "-m", "work")
	return git(t, folder, "rev-parse", "HEAD")
}

// zipped packs texts into a ZIP file.
func zipped(t testing.TB, files map[string]string) []byte {
	t.Helper()
	entries := map[string]io.Reader{}
	for name, text := range files {
		entries[name] = strings.NewReader(text)
	}
	packed, err := e2etest.Zipped(entries)
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// entry is one of a tar archive.
type entry struct {
	name, text, link string
	kind             byte
}

func tarred(t testing.TB, entries ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	w := tar.NewWriter(packed)
	for _, e := range entries {
		header := &tar.Header{Name: e.name, Linkname: e.link, Typeflag: e.kind, Mode: 0o644, Size: int64(len(e.text))}
		if e.kind == 0 {
			header.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(header); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, e.text); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// object writes fields as JSON: name, value, name, value.
func object(t testing.TB, pairs ...any) string {
	t.Helper()
	fields := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		fields[pairs[i].(string)] = pairs[i+1]
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// indexed is what tests look at of a repository.
type indexed struct {
	URL         string         `json:"repository_url"`
	State       string         `json:"state"`
	Branch      string         `json:"branch"`
	Commit      string         `json:"commit"`
	CommittedAt string         `json:"committed_at"`
	Files       int            `json:"files"`
	Units       int            `json:"units"`
	Languages   map[string]int `json:"languages"`
	Skipped     map[string]int `json:"skipped_files"`
	Licence     struct {
		SPDX string `json:"spdx"`
	} `json:"license"`
	Failure string `json:"failure"`
	Changed bool   `json:"changed"`
}

// index indexes a place that can be indexed.
func index(t testing.TB, rest e2etest.REST, place string) indexed {
	t.Helper()
	a := rest.Post(t, "index_repository", object(t, "repository_url", place))
	a.Ok(t)
	return e2etest.Decode[indexed](t, a.Body)
}

// upload indexes an archive that is sent along.
func upload(t testing.TB, rest e2etest.REST, name string, packed []byte) e2etest.Answer {
	t.Helper()
	return rest.Post(t, "index_repository", object(t, "name", name, "content", base64.StdEncoding.EncodeToString(packed)))
}

func listed(t testing.TB, rest e2etest.REST) map[string]indexed {
	t.Helper()
	a := rest.Post(t, "list_repositories", `{}`)
	a.Ok(t)
	got := e2etest.Decode[struct {
		Items []indexed `json:"items"`
	}](t, a.Body)
	all := map[string]indexed{}
	for _, r := range got.Items {
		all[r.URL] = r
	}
	return all
}

// foundMatch is what tests look at of a match.
type foundMatch struct {
	ID         string  `json:"id"`
	URL        string  `json:"repository_url"`
	Branch     string  `json:"branch"`
	Commit     string  `json:"commit"`
	Path       string  `json:"file_path"`
	Start      int     `json:"start_line"`
	End        int     `json:"end_line"`
	Name       string  `json:"name"`
	Language   string  `json:"language"`
	Code       string  `json:"code"`
	Score      float64 `json:"score"`
	Clone      string  `json:"clone_type"`
	Verdict    string  `json:"verdict"`
	Confidence float64 `json:"confidence"`
	Reasons    []struct {
		Text string `json:"text"`
	} `json:"reasons"`
	Alignment []struct {
		Kind string `json:"kind"`
	} `json:"alignment"`
	Tests struct {
		Run   int `json:"run"`
		Agree int `json:"agree"`
	} `json:"tests"`
	Licence struct {
		SPDX string `json:"spdx"`
	} `json:"license"`
	Signals struct {
		Embedding float64 `json:"embedding"`
	} `json:"rank_signals"`
	VerifiedBy string `json:"verified_by"`
	Depth      int    `json:"depth"`
	Via        string `json:"via"`
	Pairs      []struct {
		Asked, Found struct{ Path, Name string }
	} `json:"pairs"`
	Verdicts []struct {
		Verdict string `json:"verdict"`
		Note    string `json:"note"`
	} `json:"verdicts"`
}

// found is what tests look at of an answer.
type found struct {
	ID         string       `json:"search_id"`
	Language   string       `json:"language"`
	Matches    []foundMatch `json:"matches"`
	Searched   int          `json:"searched_units"`
	HasMore    bool         `json:"has_more"`
	NextCursor string       `json:"next_cursor"`
	Note       string       `json:"note"`
}

// names are those of the functions found, best first.
func (f found) names() (list []string) {
	for _, m := range f.Matches {
		list = append(list, m.Name)
	}
	return list
}

func search(t testing.TB, rest e2etest.REST, operation string, pairs ...any) found {
	t.Helper()
	a := rest.Post(t, operation, object(t, pairs...))
	a.Ok(t)
	return e2etest.Decode[found](t, a.Body)
}

// similar searches for code.
func similar(t testing.TB, rest e2etest.REST, code string, more ...any) found {
	t.Helper()
	return search(t, rest, "search_similar_code", append([]any{"code", code}, more...)...)
}

// function cuts a function out of a text: from a beginning to an end.
func function(t testing.TB, text, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, from)
	body, _, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("no function %q", from)
	}
	return from + body + to
}
