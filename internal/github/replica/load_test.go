package replica

import (
	"maps"
	"strings"
	"testing"
)

const (
	oneUser = `{"login":"ada-example","id":1,"created_at":"2020-01-01T00:00:00Z","type":"User"}` + "\n"
	kitLine = `{"full_name":"ada-example/kit","id":1,"owner_type":"User","created_at":"2020-01-01T00:00:00Z","pushed_at":"2021-01-01T00:00:00Z","head_sha":"` + hash + `"}` + "\n"
	hash    = "0123456789012345678901234567890123456789"
)

func world(change map[string]string) map[string]string {
	out := map[string]string{"users.jsonl": oneUser, "repos.jsonl": kitLine, "contributions.jsonl": ""}
	maps.Copy(out, change)
	return out
}

func TestDamageIsNamedByFileAndLine(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		want       string
	}{
		"json":          {"users.jsonl", oneUser + "{", "users.jsonl:2: "},
		"login twice":   {"users.jsonl", oneUser + oneUser, `users.jsonl:2: login "ada-example" again`},
		"type":          {"users.jsonl", `{"login":"x","id":1,"type":"Robot"}`, `users.jsonl:1: type "Robot"`},
		"no name":       {"repos.jsonl", `{"id":1}`, `repos.jsonl:1: full_name ""`},
		"path as name":  {"repos.jsonl", `{"full_name":"a/..","id":1}`, `repos.jsonl:1: full_name "a/.."`},
		"time":          {"repos.jsonl", strings.Replace(kitLine, "2020-01-01T00:00:00Z", "yesterday", 1), "repos.jsonl:1: "},
		"unknown repo":  {"contributions.jsonl", `{"kind":"total","login":"a","full_name":"x/y"}`, `contributions.jsonl:1: full_name "x/y" is in no line of repos.jsonl`},
		"kind":          {"contributions.jsonl", `{"kind":"day","login":"a","full_name":"ada-example/kit"}`, `contributions.jsonl:1: kind "day"`},
		"too many":      {"contributions.jsonl", `{"kind":"total","login":"a","full_name":"ada-example/kit","total_commits_by_login":2000000}`, `contributions.jsonl:1: a number of commits outside`},
		"sha":           {"commits/ada-example__kit.jsonl", `{"login":"a","sha":"x","authored_at":"2020-01-01T00:00:00Z"}`, `commits/ada-example__kit.jsonl.gz:1: sha "x"`},
		"review":        {"pulls.jsonl", `{"full_name":"ada-example/kit","number":1,"created_at":"2020-01-01T00:00:00Z","reviews":[{"state":"FINE"}]}`, `pulls.jsonl:1: review state "FINE"`},
		"number":        {"issues.jsonl", `{"full_name":"ada-example/kit","number":0,"created_at":"2020-01-01T00:00:00Z"}`, `issues.jsonl:1: number 0`},
		"line too long": {"issues.jsonl", strings.Repeat("a", longestLine+1), "issues.jsonl:1: "},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeWorld(t, dir, world(map[string]string{c.file: c.text}), nil)
			if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		})
	}
}

func TestArchivesAreChecked(t *testing.T) {
	for name, b := range map[string][]byte{
		"no gzip":    []byte("plain"),
		"cut":        tarred([]tarFile{{"a/b", strings.Repeat("x", 5000)}})[:40],
		"outside":    tarred([]tarFile{{"a/../b", "x"}}),
		"twice":      tarred([]tarFile{{"a/b", "x"}, {"a/b", "y"}}),
		"both":       tarred([]tarFile{{"a/b", "x"}, {"a/b/c", "y"}}),
		"no folder":  tarred([]tarFile{{"b", "x"}}),
		"too nested": tarred([]tarFile{{strings.Repeat("a/", 100) + "b", "x"}}),
	} {
		dir := t.TempDir()
		writeWorld(t, dir, world(nil), map[string][]byte{"ada-example__kit": b})
		if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "tarballs/ada-example__kit.tar.gz: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAWorldMayBeSmall(t *testing.T) {
	dir := t.TempDir()
	writeWorld(t, dir, world(nil), nil)
	if _, err := Load(dir); err != nil {
		t.Error(err)
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("an empty folder is no world")
	}
}

func TestASampleIsFilledToItsYears(t *testing.T) {
	w := small(t)
	k := w.repository("ada-example", "ledger-kit")
	var ada *work
	for _, one := range k.works {
		if one.login == "ada-example" {
			ada = one
		}
	}
	perYear, names := map[int]int{}, map[string]bool{}
	for i, c := range ada.commits {
		perYear[c.at.Year()]++
		names[c.sha] = true
		if i > 0 && c.at.After(ada.commits[i-1].at) {
			t.Errorf("commit %d is newer than the one before it", i)
		}
	}
	if len(names) != 60 {
		t.Errorf("%d different commits, want 60", len(names))
	}
	for _, y := range ada.years {
		if perYear[y.year] != y.commits {
			t.Errorf("%d: %d commits, want %d", y.year, perYear[y.year], y.commits)
		}
	}
}
