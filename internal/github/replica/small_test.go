package replica

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The small world is made here: go test -run TestSmallWorld -write writes its folder anew.
var write = flag.Bool("write", false, "write testdata/small")

const smallDir = "testdata/small"

// smallNow is a moment after everything in the small world.
var smallNow = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

type smallRepo struct {
	name, about, branch, license, parent string
	org, fork, archived, template, empty bool
	created, pushed                      string
	all                                  int // commits, unknown authors' included
	topics                               []string
	languages                            map[string]int64
	files                                map[string]string
	works                                []smallWork
}

// smallWork is a login's commits: total of them from the first month on, of which the
// sample lists the given number.
type smallWork struct {
	login         string
	first         string
	total, sample int
	everyDays     int
	paths         []string // taken in turn
}

var smallUsers = []map[string]any{
	{"login": "ada-example", "id": 101, "node_id": "U_ada", "name": "Ada Example", "created_at": "2020-01-05T08:00:00Z", "type": "User", "bio": "Ledgers and queues.", "hireable": true},
	{"login": "bora-sample", "id": 102, "node_id": "U_bora", "name": "Bora Sample", "created_at": "2021-03-01T08:00:00Z", "type": "User"},
	{"login": "cyan-demo", "id": 103, "node_id": "U_cyan", "name": "Cyan Demo", "created_at": "2022-02-01T08:00:00Z", "type": "User"},
	{"login": "dmitri-fixture", "id": 104, "node_id": "U_dmitri", "name": "Dmitri Fixture", "created_at": "2023-04-01T08:00:00Z", "type": "User"},
	{"login": "emi-placeholder", "id": 105, "node_id": "U_emi", "name": "Emi Placeholder", "created_at": "2023-05-01T08:00:00Z", "type": "User"},
	{"login": "finn-blank", "id": 106, "node_id": "U_finn", "name": "Finn Blank", "created_at": "2026-01-01T08:00:00Z", "type": "User"},
	{"login": "grace-mock", "id": 107, "node_id": "U_grace", "name": "Grace Mock", "created_at": "2019-06-01T08:00:00Z", "type": "User"},
	{"login": "tidy-helper[bot]", "id": 108, "node_id": "BOT_tidy", "name": "", "created_at": "2022-01-01T08:00:00Z", "type": "Bot"},
}

var smallRepos = []smallRepo{
	{
		name: "ada-example/ledger-kit", about: "Double-entry ledgers over PostgreSQL", branch: "main", license: "MIT", created: "2024-01-10T09:00:00Z", pushed: "2026-05-20T09:00:00Z",
		all: 70, topics: []string{"ledger", "postgresql"}, languages: map[string]int64{"Go": 42000, "SQL": 3100, "Makefile": 240},
		files: map[string]string{
			"README.md": "# ledger-kit\n", "go.mod": "module example.org/ledger-kit\n\ngo 1.26\n\nrequire github.com/jackc/pgx/v5 v5.7.0\n",
			"book/book.go":    "package book\n\nimport \"github.com/jackc/pgx/v5\"\n\n// Open begins a ledger.\nfunc Open(c *pgx.Conn) error { return c.Ping(nil) }\n",
			"book/schema.sql": "create table entry (id bigint primary key);\n", "Makefile": "test:\n\tgo test ./...\n",
		},
		works: []smallWork{
			{"ada-example", "2024-01-10T09:00:00Z", 60, 20, 14, []string{"book/book.go", "book/schema.sql", "README.md", "go.mod"}},
			{"grace-mock", "2024-06-01T10:00:00Z", 4, 4, 20, []string{"Makefile"}},
		},
	},
	{
		name: "orchard-org/weather-desk", about: "Weather reports as a service", branch: "trunk", license: "Apache-2.0", org: true, created: "2023-02-01T09:00:00Z", pushed: "2026-05-28T09:00:00Z",
		all: 100, topics: []string{"fastapi", "weather"}, languages: map[string]int64{"Python": 51000, "Dockerfile": 300},
		files: map[string]string{
			"pyproject.toml": "[project]\nname = \"weather-desk\"\ndependencies = [\"fastapi[standard]\", \"sqlalchemy\"]\n",
			"desk/app.py":    "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get(\"/\")\ndef root():\n    return {}\n", "Dockerfile": "FROM python:3.13\n",
			"tests/test_app.py": "from desk.app import app\n\n\ndef test_root():\n    assert app\n",
		},
		works: []smallWork{
			{"bora-sample", "2023-02-01T09:00:00Z", 40, 40, 21, []string{"desk/app.py", "tests/test_app.py", "pyproject.toml"}},
			{"ada-example", "2024-03-01T09:00:00Z", 6, 6, 40, []string{"desk/app.py"}},
			{"a-stranger", "2023-03-01T09:00:00Z", 3, 3, 30, []string{"Dockerfile"}},
		},
	},
	{
		name: "cyan-demo/tile-board", about: "A board of tiles", branch: "main", license: "MIT", created: "2025-01-15T09:00:00Z", pushed: "2026-05-10T09:00:00Z",
		all: 25, topics: []string{"react"}, languages: map[string]int64{"TypeScript": 18000, "CSS": 2200},
		files: map[string]string{
			"package.json": "{\"name\":\"tile-board\",\"dependencies\":{\"react\":\"^19.0.0\"}}\n",
			"src/Tile.tsx": "import { useState } from \"react\";\n\nexport function Tile() {\n  const [on, set] = useState(false);\n  return <b onClick={() => set(!on)} />;\n}\n", "src/tile.css": "b { color: teal }\n",
		},
		works: []smallWork{{"cyan-demo", "2025-01-15T09:00:00Z", 25, 25, 19, []string{"src/Tile.tsx", "package.json", "src/tile.css"}}},
	},
	{
		name: "dmitri-fixture/weather-desk", about: "Weather reports as a service", branch: "trunk", license: "Apache-2.0", fork: true, parent: "orchard-org/weather-desk", created: "2025-06-01T09:00:00Z", pushed: "2025-06-01T09:00:00Z",
		all: 90, languages: map[string]int64{"Python": 50000}, files: map[string]string{"desk/app.py": "from fastapi import FastAPI\n\napp = FastAPI()\n"},
	},
	{name: "finn-blank/untouched", branch: "main", created: "2026-01-02T09:00:00Z", pushed: "2026-01-02T09:00:00Z", empty: true},
	{
		name: "emi-placeholder/site-pages", about: "Pages of a small site", branch: "main", created: "2024-05-01T09:00:00Z", pushed: "2024-08-01T09:00:00Z", all: 6, languages: map[string]int64{"HTML": 900},
		files: map[string]string{
			"index.html": "<!doctype html>\n<title>Pages</title>\n", "vendor/react/index.js": "// bundled\nmodule.exports = require(\"react\");\n",
			"node_modules/react/package.json": "{\"name\":\"react\",\"version\":\"19.0.0\"}\n",
		},
		works: []smallWork{{"emi-placeholder", "2024-05-01T09:00:00Z", 6, 6, 15, []string{"index.html", "vendor/react/index.js"}}},
	},
	{
		name: "bora-sample/notes", branch: "main", archived: true, created: "2022-01-01T09:00:00Z", pushed: "2022-03-01T09:00:00Z", all: 3, languages: map[string]int64{},
		files: map[string]string{"README.md": "notes about Kubernetes\n"}, works: []smallWork{{"bora-sample", "2022-01-01T09:00:00Z", 3, 3, 10, []string{"README.md"}}},
	},
	{
		name: "grace-mock/starter", about: "A template", branch: "main", license: "MIT OR Apache-2.0", template: true, created: "2021-01-01T09:00:00Z", pushed: "2021-02-01T09:00:00Z", all: 2, languages: map[string]int64{"Rust": 1200},
		files: map[string]string{"Cargo.toml": "[package]\nname = \"starter\"\n", "src/main.rs": "fn main() {}\n"}, works: []smallWork{{"grace-mock", "2021-01-01T09:00:00Z", 2, 2, 9, []string{"src/main.rs"}}},
	},
}

const smallPulls = `{"full_name":"orchard-org/weather-desk","number":1,"author":"ada-example","created_at":"2025-09-01T10:00:00Z","merged_at":"2025-09-03T10:00:00Z","closed_at":"2025-09-03T10:00:00Z","merged_by":"bora-sample","title":"Cache the forecasts","additions":120,"deletions":14,"changed_files":3,"reviews":[{"author":"bora-sample","state":"CHANGES_REQUESTED","submitted_at":"2025-09-01T15:00:00Z"},{"author":"bora-sample","state":"APPROVED","submitted_at":"2025-09-02T15:00:00Z"}],"comments":[{"author":"tidy-helper[bot]","created_at":"2025-09-01T10:01:00Z"},{"author":"bora-sample","created_at":"2025-09-01T14:00:00Z"}]}
{"full_name":"orchard-org/weather-desk","number":2,"author":"ada-example","created_at":"2026-02-01T10:00:00Z","merged_at":null,"closed_at":"2026-02-10T10:00:00Z","reviews":[],"comments":[]}
{"full_name":"orchard-org/weather-desk","number":4,"author":"cyan-demo","created_at":"2026-05-01T10:00:00Z","merged_at":null,"closed_at":null,"reviews":[{"author":"ada-example","state":"COMMENTED","submitted_at":"2026-05-02T10:00:00Z"}],"comments":[]}
{"full_name":"ada-example/ledger-kit","number":1,"author":"tidy-helper[bot]","created_at":"2025-10-01T10:00:00Z","merged_at":"2025-10-01T12:00:00Z","closed_at":"2025-10-01T12:00:00Z","reviews":[],"comments":[]}
`

const smallIssues = `{"full_name":"orchard-org/weather-desk","number":3,"author":"ada-example","created_at":"2026-02-20T10:00:00Z","closed_at":"2026-02-25T10:00:00Z","closed_by":"bora-sample","comments":[{"author":"bora-sample","created_at":"2026-02-20T18:00:00Z"}]}
{"full_name":"ada-example/ledger-kit","number":2,"author":"cyan-demo","created_at":"2026-03-01T10:00:00Z","closed_at":null,"closed_by":"","comments":[{"author":"","created_at":"2026-03-02T10:00:00Z"}]}
`

func at(s string) time.Time {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil {
		panic(err)
	}
	return t
}

func digest(s string) string {
	sum := sha1.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

// smallFiles is the folder: contents by path, packed ones unpacked.
func smallFiles() (plain map[string]string, tarballs map[string][]tarFile) {
	var users, repos, contributions bytes.Buffer
	plain, tarballs = map[string]string{}, map[string][]tarFile{}
	for _, u := range smallUsers {
		line(&users, u)
	}
	for i, r := range smallRepos {
		file := strings.ReplaceAll(r.name, "/", "__")
		head := ""
		if !r.empty {
			head = digest("head " + r.name)
			tarballs[file] = packOf(r, head)
		}
		line(&repos, repoLine(r, 201+i, head))
		var commits bytes.Buffer
		for _, w := range r.works {
			w.lines(&commits, &contributions, r)
		}
		if commits.Len() > 0 {
			plain["commits/"+file+".jsonl"] = commits.String()
		}
	}
	plain["users.jsonl"], plain["repos.jsonl"], plain["contributions.jsonl"] = users.String(), repos.String(), contributions.String()
	plain["pulls.jsonl"], plain["issues.jsonl"] = smallPulls, smallIssues
	return plain, tarballs
}

func line(out *bytes.Buffer, v any) {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
}

func repoLine(r smallRepo, id int, head string) map[string]any {
	owner, name, _ := strings.Cut(r.name, "/")
	kind := "User"
	if r.org {
		kind = "Organization"
	}
	null := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	return map[string]any{
		"full_name": r.name, "id": id, "node_id": fmt.Sprintf("R_%d", id), "owner": owner, "owner_type": kind, "name": name, "description": r.about,
		"topics": r.topics, "fork": r.fork, "archived": r.archived, "mirror": false, "template": r.template, "parent": null(r.parent),
		"default_branch": r.branch, "head_sha": null(head), "created_at": r.created, "pushed_at": r.pushed, "size_kb": 40 + id,
		"license_spdx": null(r.license), "languages": r.languages, "stargazers_count": nil, "forks_count": nil, "synthetic": true,
	}
}

// lines writes a work's commits and its contribution lines.
func (w smallWork) lines(commits, contributions *bytes.Buffer, r smallRepo) {
	perYear := map[int][]time.Time{}
	var years []int
	for i := range w.total {
		t := at(w.first).AddDate(0, 0, i*w.everyDays)
		if len(perYear[t.Year()]) == 0 {
			years = append(years, t.Year())
		}
		perYear[t.Year()] = append(perYear[t.Year()], t)
		if at := i * (w.sample - 1) / max(1, w.total-1); i > 0 && at == (i-1)*(w.sample-1)/max(1, w.total-1) {
			continue
		}
		path := w.paths[i%len(w.paths)]
		line(commits, map[string]any{
			"login": w.login, "sha": digest(fmt.Sprint(w.login, r.name, i)), "authored_at": t.Format(time.RFC3339), "files_total": 1,
			"files": []map[string]any{{"path": path, "additions": 5 + i, "deletions": i % 3}},
		})
	}
	for _, y := range years {
		list := perYear[y]
		line(contributions, map[string]any{
			"kind": "year", "login": w.login, "full_name": r.name, "year": y, "commits": len(list),
			"first_commit_at": list[0].Format(time.RFC3339), "last_commit_at": list[len(list)-1].Format(time.RFC3339),
		})
	}
	line(contributions, map[string]any{
		"kind": "total", "login": w.login, "full_name": r.name, "total_commits_by_login": w.total, "total_commits_human": r.all, "total_commits_all": r.all,
		"wrote_root_commit": w.first == r.created, "first_commit_at": w.first, "last_commit_at": at(w.first).AddDate(0, 0, (w.total-1)*w.everyDays).Format(time.RFC3339),
	})
}

type tarFile struct{ Name, Content string }

func packOf(r smallRepo, head string) []tarFile {
	top := strings.ReplaceAll(r.name, "/", "-") + "-" + head[:7] + "/"
	var out []tarFile
	for name, content := range r.files {
		out = append(out, tarFile{top + name, content})
	}
	slices.SortFunc(out, func(a, b tarFile) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b)
	_ = z.Close()
	return out.Bytes()
}

func tarred(files []tarFile) []byte {
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		_ = w.WriteHeader(&tar.Header{Name: f.Name, Mode: 0o644, Size: int64(len(f.Content)), ModTime: at("2026-01-01T00:00:00Z"), Format: tar.FormatPAX})
		_, _ = w.Write([]byte(f.Content))
	}
	_ = w.Close()
	return zipped(out.Bytes())
}

// writeWorld writes plain files and tarballs as a world's folder.
func writeWorld(t *testing.T, dir string, plain map[string]string, tarballs map[string][]byte) {
	t.Helper()
	put := func(name string, b []byte) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range plain {
		if strings.HasPrefix(name, "commits/") {
			put(name+".gz", zipped([]byte(text)))
			continue
		}
		put(name, []byte(text))
	}
	for name, b := range tarballs {
		put("tarballs/"+name+".tar.gz", b)
	}
}

func TestSmallWorldIsWhatItsMakerMakes(t *testing.T) {
	plain, tarballs := smallFiles()
	if *write {
		packed := map[string][]byte{}
		for name, files := range tarballs {
			packed[name] = tarred(files)
		}
		writeWorld(t, smallDir, plain, packed)
	}
	for name, want := range plain {
		if strings.HasPrefix(name, "commits/") {
			continue // read below, as loaded
		}
		got, err := os.ReadFile(filepath.Join(smallDir, name))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, string(got)); d != "" {
			t.Errorf("%s: -made +committed:\n%s", name, d)
		}
	}
	w := small(t)
	for name, files := range tarballs {
		owner, repo, _ := strings.Cut(name, "__")
		k := w.repository(owner, repo)
		for _, f := range files {
			_, path, _ := strings.Cut(f.Name, "/")
			if e := k.archive.byPath[path]; e == nil || string(e.content) != f.Content {
				t.Errorf("%s: %s differs", name, f.Name)
			}
		}
	}
}

// small is the committed world.
func small(t testing.TB) *World {
	t.Helper()
	w, err := Load(smallDir)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
