package codematchweb_test

import (
	"fmt"
	"strings"
	"time"

	"kadry/internal/codematch/match"
)

const commit = "9f2c4e1ab37d5580cc1f0be2a7d84e6f13a95c02"

const given = `def chunks(items, size):
    """Cut a list into pieces of at most size items."""
    if size < 1:
        raise ValueError("size")
    out = []
    for start in range(0, len(items), size):
        out.append(items[start:start + size])
    return out
`

const twinCode = `// Splits an array into batches.
function batches(list, count) {
  const result = [];
  for (let i = 0; i < list.length; i += count) {
    result.push(list.slice(i, i + count));
  }
  return result;
}
`

// twin is the same in another language, but for what it does with a size of nothing.
func twin() found {
	return found{Item: match.Item{
		ID: "cs_code.1", RepositoryURL: "github.com/example-org/list-tools", Branch: "main", Commit: commit, FilePath: "src/list.js", StartLine: 41, EndLine: 48,
		Permalink: "https://github.com/example-org/list-tools/blob/" + commit + "/src/list.js#L41-L48", Name: "batches", Language: "javascript", Code: twinCode,
		Score: .93, Signals: match.Signals{Subtokens: 2.1, IR: 6.4, Plain: 3.2, API: 4.8, Literals: 1.25}, Clone: match.T4, Verdict: match.Similar, Confidence: .88,
		Reasons: []match.SaidReason{
			{Text: "Both walk over the list in steps of the same parameter and collect slices.", A: match.Range{Start: 6, End: 7}, B: match.Range{Start: 4, End: 6}},
			{Text: "Both return the collected list.", A: match.Range{Start: 8, End: 8}, B: match.Range{Start: 7, End: 7}},
		},
		Alignment: []match.Alignment{
			{AStart: 1, AEnd: 1, BStart: 2, BEnd: 2, Kind: match.Renamed},
			{AStart: 2, AEnd: 4, Kind: match.AOnly},
			{AStart: 5, AEnd: 5, BStart: 3, BEnd: 3, Kind: match.Renamed},
			{AStart: 6, AEnd: 7, BStart: 4, BEnd: 6, Kind: match.Changed},
			{AStart: 8, AEnd: 8, BStart: 7, BEnd: 7, Kind: match.Renamed},
			{BStart: 8, BEnd: 8, Kind: match.BOnly},
		},
		Differences: []match.SaidDifference{
			{Nature: match.Branch, Text: "The given code refuses a size below 1; the code found never ends on 0.", A: match.Range{Start: 3, End: 4}, B: match.Range{Start: 4, End: 4}, Material: true},
			{Nature: match.Textual, Text: "A docstring stands on one side alone.", A: match.Range{Start: 2, End: 2}},
		},
		Tests:   match.Tests{Run: 16, Agree: 15, Inputs: []match.Test{{Input: "[1,2,3], 2", A: "[[1, 2], [3]]", B: "[[1,2],[3]]", Agree: true}, {Input: "[1], 0", A: "ValueError", B: "timeout"}}},
		Licence: match.SaidLicence{SPDX: "MIT", Source: "LICENSE"}, VerifiedBy: "behaviour", CommitAge: int64((97 * 24 * time.Hour).Seconds()),
	}}
}

// full is a house with answers of every sort.
func full() *house {
	at := func(days int) *time.Time { t := asOf.AddDate(0, 0, -days); return &t }
	h := &house{answers: map[string][]answer{}}
	h.repositories = []repository{
		{
			URL: "github.com/example-org/list-tools", State: "ready", Branch: "main", Commit: commit, CommittedAt: at(97), IndexedAt: at(1), Files: 212, Units: 1840, Bytes: 1_900_000,
			Languages: map[string]int{"javascript": 1500, "typescript": 300, "python": 30, "go": 10}, Skipped: map[string]int{"vendored": 61, "minified": 3, "not code": 44, "binary": 12},
			Licence: match.SaidLicence{SPDX: "MIT", Source: "LICENSE"},
		},
		{URL: "github.com/example-org/billing", State: "indexing", Branch: "release/2026-11", Commit: commit, CommittedAt: at(3), IndexedAt: at(2), Files: 80, Units: 640, Bytes: 700_000, Languages: map[string]int{"java": 640}, Skipped: map[string]int{}},
		{URL: "gitlab.example.org/team/stats", State: "failed", Branch: "main", Commit: commit, CommittedAt: at(400), IndexedAt: at(30), Files: 30, Units: 210, Bytes: 90_000, Languages: map[string]int{"go": 210}, Skipped: map[string]int{"generated": 2}, Licence: match.SaidLicence{SPDX: "GPL-3.0-or-later", Source: "COPYING"}, Failure: "The host does not answer."},
		{URL: "upload/home-task", State: "failed", Languages: map[string]int{}, Skipped: map[string]int{}, Failure: "The archive is damaged."},
	}
	rest := []found{second(), third(), deeper(), wrapped(), other()}
	h.answers["cs_code"] = append(h.answers["cs_code"], answer{given, twin()})
	for _, m := range rest {
		h.answers["cs_code"] = append(h.answers["cs_code"], answer{given, m})
	}
	h.answers["cs_repository"] = []answer{{"", relative()}}
	h.answers["cs_empty"] = nil
	h.answers["cs_hostile"] = []answer{{evil + "\n" + evil, hostile()}}
	h.answers["cs_large"] = []answer{{large("a"), largeOne()}}
	h.searches = []search{
		{ID: "cs_code", Kind: "code", At: asOf, Asked: "def chunks(items, size):", Language: "python", Matches: 6, Best: .93},
		{ID: "cs_repository", Kind: "repository", At: asOf.Add(-time.Hour), Asked: "github.com/example-org/list-tools", Matches: 1, Best: .71},
		{ID: "cs_empty", Kind: "file", At: asOf.Add(-26 * time.Hour), Asked: "github.com/example-org/list-tools/src/odd.js", Language: "javascript"},
		{ID: "cs_hostile", Kind: "code", At: asOf.Add(-50 * time.Hour), Asked: evil, Language: "javascript", Matches: 1, Best: .2},
	}
	return h
}

func second() found {
	m := twin()
	m.ID, m.RepositoryURL, m.FilePath, m.Name, m.Language = "cs_code.2", "gitlab.example.org/team/stats", "internal/batch/batch.go", "Split", "go"
	m.Code = "func Split[T any](all []T, n int) (out [][]T) {\n\tfor len(all) > n {\n\t\tout, all = append(out, all[:n]), all[n:]\n\t}\n\treturn append(out, all)\n}\n"
	m.StartLine, m.EndLine, m.Score, m.Verdict, m.Confidence, m.VerifiedBy, m.Clone = 12, 17, .64, match.Overlapping, .7, "llm(example-model)", match.T4
	m.Alignment, m.Reasons, m.Tests = []match.Alignment{{AStart: 1, AEnd: 1, BStart: 1, BEnd: 1, Kind: match.Changed}, {AStart: 8, AEnd: 8, BStart: 5, BEnd: 5, Kind: match.Changed}}, m.Reasons[1:], match.Tests{}
	m.Reasons[0].B = match.Range{Start: 5, End: 5}
	m.Differences = nil
	m.Licence = match.SaidLicence{SPDX: "GPL-3.0-or-later", Source: "COPYING", Note: "Read in the repository."}
	m.Permalink = ""
	return m
}

func third() found {
	m := twin()
	m.ID, m.RepositoryURL, m.FilePath, m.Name, m.Language = "cs_code.3", "github.com/example-org/billing", "src/main/java/org/example/billing/invoice/PartitionedInvoiceRunner.java", "PartitionedInvoiceRunner.partition", "java"
	m.Code, m.Alignment, m.Reasons, m.Differences, m.Tests = "static <T> List<List<T>> partition(List<T> all, int n) {\n    return Lists.partition(all, n);\n}\n", nil, nil, nil, match.Tests{}
	m.StartLine, m.EndLine, m.Score, m.Verdict, m.Confidence, m.VerifiedBy, m.Clone = 88, 90, .41, match.Unknown, 0, "none", ""
	m.Licence = match.SaidLicence{}
	return m
}

func deeper() found {
	m := twin()
	m.ID, m.Depth, m.Via, m.Score = "cs_code.4", 1, "cs_code.1", .8
	m.Pairs = []pair{{Asked: place{"src/list.js", "chunksOf", 3, 6}, Found: place{"src/list.js", "batches", 41, 48}, Score: .8}}
	m.Alignment = []match.Alignment{{AStart: 1, AEnd: 2, BStart: 1, BEnd: 2, Kind: match.Changed}}
	m.Reasons, m.Differences, m.Tests = nil, nil, match.Tests{}
	return m
}

// other turned out to do something else, and its link leads to another host.
func other() found {
	m := third()
	m.ID, m.Name, m.RepositoryURL, m.Verdict, m.VerifiedBy, m.Confidence, m.Score = "cs_code.6", "shuffle", "upload/home-task", match.Unrelated, "static", .9, .04
	m.Permalink = "https://github.com/upload/home-task/blob/x/a.go"
	return m
}

// wrapped is a whole file, with its pairs.
func wrapped() found {
	m := twin()
	m.ID, m.Name, m.Score = "cs_code.5", "", .3
	m.Pairs = []pair{
		{Asked: place{"tools/lists.py", "chunks", 1, 8}, Found: place{"src/list.js", "batches", 41, 48}, Score: .93},
		{Asked: place{"tools/lists.py", "flatten", 11, 19}, Found: place{"src/list.js", "flat", 60, 66}, Score: .72},
	}
	return m
}

func relative() found {
	m := twin()
	m.ID, m.RepositoryURL, m.Score, m.Verdict, m.Confidence, m.VerifiedBy, m.Clone = "cs_repository.1", "gitlab.example.org/team/stats", .71, match.Unknown, 0, "none", ""
	m.FilePath, m.Permalink = "web/list.js", "https://gitlab.example.org/team/stats/-/blob/"+commit+"/web/list.js#L41-48"
	m.Alignment, m.Reasons, m.Differences, m.Tests, m.Cut = nil, nil, nil, match.Tests{}, true
	m.Kinship = &kinship{Score: .71, Coverage: .38, Compared: 184, Shared: []string{"batch", "partition", "sliding window"}, Dependency: []string{"lodash"}, AskedOnly: []string{"HTTP client"}, FoundOnly: []string{"statistics", "CSV"}}
	m.Pairs = wrapped().Pairs
	return m
}

// hostile is a match in which everything wants to be markup, and ranges lead nowhere.
func hostile() found {
	m := twin()
	m.ID, m.RepositoryURL, m.Branch, m.Commit, m.FilePath, m.Name, m.Language = "cs_hostile.1", evil, evil, evil, evil, evil, evil
	m.Permalink, m.Code, m.VerifiedBy = "javascript:alert(1)", evil+"\r\n\x00\x1b[31m"+evil, "llm("+evil+")"
	m.Alignment = []match.Alignment{
		{AStart: 1, AEnd: 900, BStart: 1, BEnd: 1, Kind: match.Same},
		{AStart: -4, AEnd: -2, BStart: 1, BEnd: 1, Kind: match.Same},
		{AStart: 2, AEnd: 2, BStart: 2, BEnd: 2, Kind: match.Same},
		{AStart: 1, AEnd: 1, BStart: 1, BEnd: 1, Kind: match.Changed},
	}
	m.Reasons = []match.SaidReason{{Text: evil, A: match.Range{Start: 900, End: 2}, B: match.Range{Start: -1, End: -1}}}
	m.Differences = []match.SaidDifference{{Nature: match.Order, Text: evil}}
	m.Tests.Inputs = []match.Test{{Input: evil, A: evil, B: evil}}
	m.Licence = match.SaidLicence{SPDX: evil, Source: evil, Note: evil}
	m.Pairs = []pair{{Asked: place{Path: evil, Name: evil}, Found: place{Path: evil, Name: evil}, Score: 17}}
	m.Kinship = &kinship{Shared: []string{evil}, AskedOnly: []string{evil}, FoundOnly: []string{}, Dependency: []string{}}
	m.Verdicts = []opinion{{Said: evil, Note: evil, Author: evil, At: asOf}}
	return m
}

// large is a text of the most that an answer keeps.
func large(word string) string {
	var text strings.Builder
	for n := 0; text.Len() < 64<<10; n++ {
		fmt.Fprintf(&text, "    %s_%d = compute(%d, other_%d) + %d\n", word, n*7919%1009, n, n*31%97, n*n%4093)
	}
	return text.String()
}

func largeOne() found {
	m := twin()
	m.ID, m.Code, m.StartLine, m.EndLine = "cs_large.1", large("b"), 1, 1200
	lines := min(strings.Count(m.Code, "\n"), strings.Count(large("a"), "\n"))
	m.Alignment, m.Reasons, m.Differences = []match.Alignment{{AStart: 1, AEnd: lines, BStart: 1, BEnd: lines, Kind: match.Changed}}, nil, nil
	return m
}
