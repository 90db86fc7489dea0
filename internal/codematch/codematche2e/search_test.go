package codematche2e_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// shelf is a server with the repositories of the searches, and their folders by name.
func shelf(t testing.TB, options e2etest.Options) (e2etest.REST, map[string]string) {
	t.Helper()
	rest := e2etest.Serve(t, options).REST()
	return rest, stock(t, rest)
}

// stock indexes the repositories of the searches.
func stock(t testing.TB, rest e2etest.REST) map[string]string {
	t.Helper()
	for name, files := range map[string]map[string]string{
		"python": {"LICENSE": mit, "src/lists.py": pythonLists, "README.md": "# Pieces\nCuts lists into pieces and averages them.\n"},
		"script": {"lib/lists.js": scriptLists, "README.md": "# Groups\nSplits lists into groups and averages them.\n"},
		"golang": {"lists.go": goLists, "go.mod": "module example.org/lists\n"},
		"java":   {"LICENSE": mit, "src/main/java/org/example/Parts.java": javaLists},
	} {
		upload(t, rest, name, zipped(t, files)).Ok(t)
	}
	// How sure a match is shows among code of all sorts only.
	crowd := index(t, rest, filepath.Join(e2etest.Checkout, "internal", "store"))
	folders := map[string]string{"crowd": crowd.URL}
	for url := range listed(t, rest) {
		if name, ok := strings.CutPrefix(url, "upload/"); ok {
			folders[name] = url
		}
	}
	return folders
}

// A function is found in other languages, under other names, with where it stands.
func TestSearch_code(t *testing.T) {
	t.Parallel()
	rest, at := shelf(t, e2etest.Options{})
	batches := function(t, goLists, "func Batches", "\n}\n")
	t.Run("across languages", func(t *testing.T) {
		t.Parallel()
		got := similar(t, rest, batches)
		if got.Language != "go" || len(got.Matches) < 4 {
			t.Fatalf("%+v", got)
		}
		if want := []string{"Batches", "Parts.partition", "chunks", "splitIntoGroups"}; !slices.Equal(want, slices.Sorted(slices.Values(got.names()[:4]))) {
			t.Errorf("%v, want %v first", got.names(), want)
		}
		m := got.Matches[0]
		if m.Start < 1 || m.End <= m.Start || m.Code == "" || m.Commit == "" || m.Score <= 0 || m.Score > 1 || m.VerifiedBy != "static" || len(m.Reasons) == 0 || len(m.Alignment) == 0 {
			t.Errorf("%+v", m)
		}
	})
	t.Run("in other words of the same language", func(t *testing.T) {
		t.Parallel()
		got := similar(t, rest, strings.NewReplacer("xs", "numbers", "total", "acc", "Sum", "AddUp", " x ", " each ", "+= x", "+= each").Replace(function(t, goLists, "func Sum", "\n}\n")))
		if m := got.Matches[0]; m.Name != "Sum" || m.Clone != "T2" || m.Verdict != "equivalent" {
			t.Errorf("%+v", m)
		}
	})
	t.Run("filters", func(t *testing.T) {
		t.Parallel()
		for name, c := range map[string]struct {
			field string
			value any
			want  func(i int) bool
		}{
			"one repository": {"allow_repositories", []string{at["java"]}, nil},
			"languages":      {"languages", []string{"java"}, nil},
			"paths":          {"paths", []string{"src/main/**"}, nil},
		} {
			got := similar(t, rest, batches, c.field, c.value)
			if len(got.Matches) == 0 {
				t.Errorf("%s: nothing", name)
			}
			for _, m := range got.Matches {
				if m.URL != at["java"] {
					t.Errorf("%s: %s is found", name, m.URL)
				}
			}
		}
		if got := similar(t, rest, batches, "allow_repositories", []string{"upload/"}); len(got.Matches) < 4 {
			t.Errorf("all of an owner: %v", got.names())
		}
		for _, m := range similar(t, rest, batches, "exclude_repositories", []string{at["java"]}).Matches {
			if m.URL == at["java"] {
				t.Error("what is excluded is found")
			}
		}
	})
	t.Run("licences", func(t *testing.T) {
		t.Parallel()
		for policy, want := range map[string][]string{
			"permissive": {at["java"], at["python"]}, "licensed": {at["java"], at["python"], at["script"]}, "no_copyleft": {at["golang"], at["java"], at["python"], at["crowd"]},
		} {
			seen := map[string]bool{}
			for _, m := range similar(t, rest, batches, "license_policy", policy, "top_k", 50).Matches {
				seen[m.URL] = true
				if m.URL == at["script"] && m.Licence.SPDX != "GPL-3.0-only" {
					t.Errorf("the licence of its header is not shown: %+v", m.Licence)
				}
			}
			for url := range seen {
				if !slices.Contains(want, url) {
					t.Errorf("%s: %s is found", policy, url)
				}
			}
			if len(seen) != len(want) {
				t.Errorf("%s: found in %v, want %v", policy, seen, want)
			}
		}
	})
	t.Run("an unknown repository", func(t *testing.T) {
		t.Parallel()
		p := rest.Post(t, "search_similar_code", object(t, "code", batches, "allow_repositories", []string{"upload/pyton"})).Refused(t, 404, "not_found")
		if len(p.Candidates) == 0 || p.Candidates[0] != at["python"] || p.Hint == "" {
			t.Errorf("%+v", p)
		}
	})
	t.Run("pages", func(t *testing.T) {
		t.Parallel()
		whole := similar(t, rest, batches, "top_k", 6).names()
		var paged []string
		cursor := ""
		for range 3 {
			got := similar(t, rest, batches, "top_k", 2, "cursor", cursor)
			paged = append(paged, got.names()...)
			if cursor = got.NextCursor; !got.HasMore {
				break
			}
		}
		if !slices.Equal(whole, paged) {
			t.Errorf("whole %v, in pages %v", whole, paged)
		}
		rest.Post(t, "search_similar_code", object(t, "code", "something else", "top_k", 2, "cursor", cursor)).Refused(t, 400, "invalid_argument")
	})
	t.Run("levels", func(t *testing.T) {
		t.Parallel()
		for _, m := range similar(t, rest, batches, "verify", "none").Matches {
			if m.VerifiedBy != "none" || m.Verdict != "unknown" || len(m.Alignment) != 0 {
				t.Errorf("unverified: %+v", m)
			}
		}
		if p := rest.Post(t, "search_similar_code", object(t, "code", batches, "verify", "behaviour")).Refused(t, 403, "denied"); !strings.Contains(p.Hint, "code_behaviour") {
			t.Errorf("%+v", p)
		}
	})
	t.Run("modes", func(t *testing.T) {
		t.Parallel()
		sum := strings.NewReplacer("xs", "numbers", "total", "acc").Replace(function(t, goLists, "func Sum", "\n}\n"))
		for mode, allowed := range map[string][]string{"exact": {"T1", "T2"}, "near": {"T1", "T2", "T3"}} {
			got := similar(t, rest, sum, "mode", mode)
			if len(got.Matches) == 0 || got.Matches[0].Name != "Sum" {
				t.Errorf("%s: %v", mode, got.names())
			}
			for _, m := range got.Matches {
				if !slices.Contains(allowed, m.Clone) {
					t.Errorf("%s: %s is %q", mode, m.Name, m.Clone)
				}
			}
		}
		for _, m := range similar(t, rest, sum, "mode", "functional").Matches {
			if m.Clone == "" && m.Verdict != "equivalent" && m.Verdict != "similar" {
				t.Errorf("%s is %s", m.Name, m.Verdict)
			}
		}
		if got := similar(t, rest, "func Nothing(q chan<- struct{}) { close(q); panic(recover()) }", "mode", "exact"); len(got.Matches) != 0 || got.HasMore {
			t.Errorf("nothing is like it: %v", got.names())
		}
		rest.Post(t, "search_similar_code", object(t, "code", sum, "mode", "exact", "verify", "none")).Refused(t, 400, "invalid_argument")
		rest.Post(t, "search_similar_code", object(t, "code", sum, "mode", "vaguely")).Refused(t, 400, "invalid_argument")
	})
	t.Run("deeper", func(t *testing.T) {
		t.Parallel()
		chunks := function(t, pythonLists, "def chunks", "return pieces\n")
		got := similar(t, rest, chunks, "top_k", 2, "depth", 2, "verify", "static")
		deeper := 0
		for _, m := range got.Matches {
			if m.Depth > 0 {
				deeper++
				if m.Via == "" || len(m.Pairs) == 0 {
					t.Errorf("nothing says how it was found: %+v", m)
				}
			}
		}
		if deeper == 0 {
			t.Errorf("nothing is found at depth 2: %v", got.names())
		}
	})
}

// What calls a match, and what it calls, is followed into other files of its repository.
func TestSearch_deeperAcrossFiles(t *testing.T) {
	t.Parallel()
	rest := e2etest.Serve(t, e2etest.Options{}).REST()
	report := "def %s(rows, log):\n    for number, part in enumerate(%s(rows, 50)):\n        if not part:\n            continue\n        log.write(str(number) + ': ' + ','.join(sorted(part)))\n    log.flush()\n"
	squeeze := "def %s(word):\n    kept = ''\n    for letter in word:\n        if not kept or kept[-1] != letter:\n            kept += letter\n    return kept.strip()\n"
	cut := "def %s(items, size):\n    pieces = []\n    for start in range(0, len(items), size):\n        pieces.append(%s(items[start:start + size]))\n    return pieces\n"
	upload(t, rest, "first", zipped(t, map[string]string{
		"cut.py": fmt.Sprintf(cut, "cut_up", "squeeze"), "deep/use.py": fmt.Sprintf(report, "report", "cut_up"), "text.py": fmt.Sprintf(squeeze, "squeeze"),
	})).Ok(t)
	upload(t, rest, "second", zipped(t, map[string]string{"all.py": fmt.Sprintf(report, "show", "other") + "\n\n" + fmt.Sprintf(squeeze, "unrepeated")})).Ok(t)
	index(t, rest, filepath.Join(e2etest.Checkout, "internal", "store"))
	got := similar(t, rest, fmt.Sprintf(cut, "chunked", "tidy"), "top_k", 1, "depth", 1)
	by := map[string]string{}
	for _, m := range got.Matches {
		if m.Depth == 1 && len(m.Pairs) == 1 {
			by[m.Name] = m.Pairs[0].Asked.Path
		}
	}
	if by["show"] != "deep/use.py" || by["unrepeated"] != "text.py" {
		t.Errorf("found by way of %v: %v", by, got.names())
	}
}

// A file and a repository are found by what their functions do.
func TestSearch_whole(t *testing.T) {
	t.Parallel()
	rest, at := shelf(t, e2etest.Options{})
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		got := search(t, rest, "search_similar_file", "file_url", at["python"]+"/src/lists.py")
		if len(got.Matches) == 0 || got.Matches[0].Path != "lib/lists.js" || len(got.Matches[0].Pairs) == 0 {
			t.Fatalf("%+v", got)
		}
		for _, m := range got.Matches {
			if m.URL == at["python"] {
				t.Error("the file itself is found")
			}
		}
		for _, p := range got.Matches[0].Pairs {
			if want := map[string]string{"chunks": "splitIntoGroups", "moving_average": "rollingMean"}[p.Asked.Name]; p.Found.Name != want {
				t.Errorf("%s answers to %s", p.Found.Name, p.Asked.Name)
			}
		}
	})
	t.Run("deeper", func(t *testing.T) {
		t.Parallel()
		for operation, asked := range map[string][]any{
			"search_similar_file": {"file_url", at["python"] + "/src/lists.py"}, "search_similar_repository": {"repository_url", at["python"]},
		} {
			got := search(t, rest, operation, append(asked, "top_k", 2, "depth", 1)...)
			i := slices.IndexFunc(got.Matches, func(m foundMatch) bool { return m.Depth == 1 })
			if i < 0 {
				t.Errorf("%s finds nothing deeper: %v", operation, got.names())
				continue
			}
			if m := got.Matches[i]; m.Via == "" || len(m.Pairs) != 1 || m.URL == at["python"] {
				t.Errorf("%s: %+v", operation, m)
			}
			rest.Post(t, "explain_code_match", object(t, "match_id", got.Matches[i].ID)).Ok(t)
		}
	})
	t.Run("a file that is not indexed", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		write(t, folder, map[string]string{"parts.rb": "def parts(list, n)\n  result = []\n  i = 0\n  while i < list.length\n    result.push(list[i, n])\n    i += n\n  end\n  result\nend\n"})
		if got := search(t, rest, "search_similar_file", "file_url", filepath.Join(folder, "parts.rb")); got.Language != "ruby" || len(got.Matches) == 0 {
			t.Errorf("%+v", got)
		}
		rest.Post(t, "search_similar_file", object(t, "file_url", filepath.Join(folder, "nothing.rb"))).Refused(t, 404, "not_found")
		rest.Post(t, "search_similar_file", object(t, "file_url", at["python"]+"/src/nothing.py")).Refused(t, 404, "not_found") // and not "no address"
	})
	t.Run("repository", func(t *testing.T) {
		t.Parallel()
		got := search(t, rest, "search_similar_repository", "repository_url", at["python"])
		i := slices.IndexFunc(got.Matches, func(m foundMatch) bool { return m.URL == at["script"] })
		if i < 0 || i > 1 {
			t.Fatalf("%+v", got)
		}
		if m := got.Matches[i]; m.Path != "lib/lists.js" || m.Code == "" || len(m.Pairs) == 0 {
			t.Errorf("%+v", m)
		}
	})
	t.Run("a repository that is not indexed", func(t *testing.T) {
		t.Parallel()
		folder := repository(t, map[string]string{"lists.js": strings.ReplaceAll(scriptLists, "groups", "bins")})
		got := search(t, rest, "search_similar_repository", "repository_url", folder)
		if len(got.Matches) == 0 || got.Matches[0].URL != at["script"] {
			t.Fatalf("%+v", got)
		}
		if _, there := listed(t, rest)[folder]; there {
			t.Error("asking about a repository indexes it")
		}
	})
}

// A match can be looked at whole, judged by a person, and exported; what was said of a pair is
// shown whoever searches.
func TestSearch_kept(t *testing.T) {
	t.Parallel()
	e2etest.EachEngine(t, func(t *testing.T, env []string) {
		rest, _ := shelf(t, e2etest.Options{Env: env})
		batches := function(t, goLists, "func Batches", "\n}\n")
		got := similar(t, rest, batches, "top_k", 3)
		id := got.Matches[0].ID
		a := rest.Post(t, "explain_code_match", object(t, "match_id", id))
		a.Ok(t)
		explained := e2etest.Decode[struct {
			Asked    string `json:"asked_code"`
			Evidence string `json:"evidence_pack"`
		}](t, a.Body)
		if explained.Asked != batches || !strings.Contains(explained.Evidence, "Batches") || !strings.Contains(explained.Evidence, "record_verdict") {
			t.Errorf("%s", a.Body)
		}
		rest.Post(t, "record_verdict", object(t, "match_id", id, "verdict", "same", "note", "line 3 does it")).Ok(t)
		rest.Post(t, "record_verdict", object(t, "match_id", id, "verdict", "not_same", "note", "fails below one")).Ok(t)
		again := similar(t, rest, batches, "top_k", 3).Matches[0].Verdicts
		if len(again) != 2 || again[0].Verdict != "same" || again[1].Verdict != "not_same" || again[1].Note != "fails below one" {
			t.Errorf("%+v", again)
		}
		rest.Post(t, "record_verdict", object(t, "match_id", id, "verdict", "maybe")).Refused(t, 400, "invalid_argument")
		rest.Post(t, "record_verdict", object(t, "match_id", got.ID+".99", "verdict", "same")).Refused(t, 404, "not_found")
		rest.Post(t, "explain_code_match", object(t, "match_id", "cs_nothing.1")).Refused(t, 404, "not_found")
		wantExports(t, rest, got)
	})
}

func wantExports(t *testing.T, rest e2etest.REST, got found) {
	t.Helper()
	export := func(format string) string {
		a := rest.Post(t, "export_code_search", object(t, "search_id", got.ID, "format", format))
		a.Ok(t)
		return e2etest.Decode[struct{ Text string }](t, a.Body).Text
	}
	markdown := export("markdown")
	for _, m := range got.Matches {
		if !strings.Contains(markdown, m.Path) || !strings.Contains(markdown, fmt.Sprint(m.Start)) {
			t.Errorf("%s is not in the text:\n%s", m.Path, markdown)
		}
	}
	if !strings.Contains(markdown, "fails below one") {
		t.Error("the verdict of a person is not in the text")
	}
	told := e2etest.Decode[map[string]any](t, []byte(export("json")))
	if len(told) == 0 || !strings.Contains(export("json"), got.Matches[0].Path) {
		t.Errorf("%v", told)
	}
	sarif := e2etest.Decode[struct {
		Version string
		Runs    []struct {
			Results []struct{ RuleID string }
		}
	}](t, []byte(export("sarif")))
	if sarif.Version != "2.1.0" || len(sarif.Runs) != 1 || len(sarif.Runs[0].Results) != len(got.Matches) {
		t.Errorf("%+v", sarif)
	}
}
