package score_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/evidence/score"
	"kadry/internal/evidence/survey"
	"kadry/internal/evidence/tech"
	"kadry/internal/github"
)

var (
	load = sync.OnceValues(tech.Load)
	now  = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
)

type fataler interface {
	Helper()
	Fatal(args ...any)
}

// files of a repository by path.
type files map[string]string

func read(t fataler, repository string, bodies files) survey.Survey {
	t.Helper()
	table, err := load()
	if err != nil {
		t.Fatal(err)
	}
	reader := survey.NewReader(table)
	for path, body := range bodies {
		reader.Add(github.File{Path: path, Size: int64(len(body)), Body: []byte(body)})
	}
	return reader.Survey(github.Repository{FullName: repository}, github.Contents{Commit: "abc"})
}

// work is a repository in which a person made commits; what is not said is usual.
type work struct {
	name   string
	files  files
	mine   int
	others int
	traced int // own commits under each path that shows the skill; below zero histories were not read
	first  bool
	lines  int // of each of the newest commits; 0 is 40
	last   time.Time
	edit   func(*score.Share)
}

func (w work) share(t fataler, skill string) score.Share {
	t.Helper()
	if w.name == "" {
		w.name = "ann/work"
	}
	if w.lines == 0 {
		w.lines = 40
	}
	if w.last.IsZero() {
		w.last = now.AddDate(0, -1, 0)
	}
	s := score.Share{
		Detail: github.Detail{Repository: github.Repository{FullName: w.name}, All: w.mine + w.others, Mine: w.mine},
		Survey: read(t, w.name, w.files), Own: true, Years: []github.YearOwn{{Year: w.last.Year(), Commits: w.mine}},
	}
	for i := range min(w.mine, 20) {
		s.Newest = append(s.Newest, github.Commit{ID: fmt.Sprint(i), At: w.last.AddDate(0, 0, -i), Additions: w.lines, Files: 1})
	}
	if w.traced >= 0 {
		s.Traces = map[string]github.Traces{}
		u, _ := s.Survey.Use(skill)
		for _, p := range s.Survey.Paths(u) {
			s.Traces[p] = github.Traces{Mine: w.traced, All: w.traced + w.others, First: w.last.AddDate(0, -3, 0), Last: w.last, FirstOwn: w.first}
		}
	}
	if w.edit != nil {
		w.edit(&s)
	}
	return s
}

func rate(t fataler, skill string, works ...work) score.Rating {
	t.Helper()
	var shares []score.Share
	for _, w := range works {
		shares = append(shares, w.share(t, skill))
	}
	return rateShares(skill, shares)
}

func rateShares(skill string, shares []score.Share) score.Rating {
	var shown []score.Evidence
	for i := range shares {
		s := shares[i].Evidence([]string{skill})
		s.Paths = s.Survey.Paths(s.Use)
		s.Probes = s.Survey.Probes(s.Paths, s.Use)
		shown = append(shown, s)
	}
	return score.Rate(shown, now)
}

// view of Flask: routes, templates, requests.
const view = `from flask import Blueprint, abort, jsonify, render_template, request

pages = Blueprint("pages", __name__)


@pages.route("/")
def index():
    if not request.args:
        abort(404)
    return jsonify(render_template("index.html"))
`

// module is code in Python of about so many lines that uses nothing.
func module(lines int) string {
	var b strings.Builder
	for i := range lines / 2 {
		fmt.Fprintf(&b, "def function_%d(value):\n    return value * %d + 1\n", i, i)
	}
	return b.String()
}

var (
	site     = files{"app/views.py": view, "app/admin.py": view, "app/api.py": view, "app/models.py": module(40), "requirements.txt": "flask\n"}
	one      = files{"app/views.py": view, "app/models.py": module(40)}
	image    = "FROM python:3\n" + strings.Repeat("RUN pip install something\n", 30)
	services = "services:\n  app:\n    build: .\n" + strings.Repeat("    # an explanation\n", 20)
	declared = files{"app/main.py": module(40), "requirements.txt": "flask\n"}
)

const (
	mocked    = "<project><dependencies><dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId></dependency></dependencies></project>\n"
	junit     = "import org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.assertEquals;\n\nclass AppTest {\n    @Test\n    void adds() {\n        assertEquals(4, App.add(2, 2));\n    }\n}\n"
	resource  = "resource \"aws_s3_bucket\" \"logs\" {\n  bucket = \"logs\"\n  tags = {\n    owner = \"ops\"\n  }\n}\n\nresource \"aws_s3_bucket\" \"archive\" {\n  bucket = \"archive\"\n  tags = {\n    owner = \"ops\"\n  }\n}\n\noutput \"archive\" {\n  value = aws_s3_bucket.archive.arn\n}\n"
	terratest = "package test\n\nimport \"github.com/gruntwork-io/terratest/modules/terraform\"\n\nvar _ = terraform.Options{}\n"
)

// relicensed is the change of one line in each of many files.
func relicensed(s *score.Share) {
	for i := range s.Newest {
		s.Newest[i].Files, s.Newest[i].Additions, s.Newest[i].Deletions = 14, 14, 14
	}
}

// mixed is a folder of Python with a page in JavaScript among it.
var mixed = files{"README.md": "x\n", "site/a.py": module(400), "site/b.py": module(300), "site/page.js": "export const page = 1\n"}

// pages is a history of the mixed folder: own commits to the page, and to the modules.
func pages(page, modules int) func(*score.Share) {
	return func(s *score.Share) {
		s.Traces["site/page.js"] = github.Traces{Mine: page, All: 100}
		s.Traces["site/a.py"] = github.Traces{Mine: modules / 2, All: 300}
		s.Traces["site/b.py"] = github.Traces{Mine: modules / 2, All: 300}
	}
}

// formatted is what a formatter does: as many lines in as out, in many files.
func formatted(s *score.Share) {
	for i := range s.Newest {
		s.Newest[i].Files, s.Newest[i].Additions, s.Newest[i].Deletions = 12, 90, 90
	}
}

func TestSide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		skill string
		works []work
		shown bool
	}{
		{"the author of a site", "Flask", []work{{files: site, mine: 60, traced: 45, first: true}}, true},
		{"a member of a team", "Flask", []work{{name: "firm/site", files: site, mine: 40, others: 900, traced: 30}}, true},
		{"two small sites", "Flask", []work{{files: site, mine: 9, traced: 8, first: true}, {name: "ann/two", files: site, mine: 9, traced: 8, first: true}}, true},
		{"a typo mended", "Flask", []work{{name: "firm/site", files: site, mine: 1, others: 900, traced: 1, lines: 1}}, false},
		{"many typos mended", "Flask", []work{{name: "firm/site", files: site, mine: 30, others: 900, traced: 30, lines: 1}}, false},
		{"work on the rest of it", "Flask", []work{{name: "firm/site", files: files{"app/views.py": view, "engine/a.py": module(3000)}, mine: 60, others: 60, traced: 0}}, false},
		{"declared, never imported", "Flask", []work{{files: declared, mine: 80, traced: 4}}, false},
		{"one commit that uploads all", "Flask", []work{{files: site, mine: 1, traced: 1, lines: 9000}}, false},
		{"a site that was left", "Flask", []work{{files: site, mine: 60, traced: 45, last: now.AddDate(-9, 0, 0)}}, true},
		{"declared, often", "Flask", []work{{files: declared, mine: 300, traced: 300, first: true}}, false},
		{"two lines that use it, often touched", "Flask", []work{{files: files{"app/main.py": module(40), "ping.py": "import flask\nflask.Flask('x')\n"}, mine: 80, traced: 30}}, false},
		{"tests that do not use it", "Mockito", []work{{files: files{"pom.xml": mocked, "src/test/java/AppTest.java": strings.Repeat(junit, 4)}, mine: 80, traced: 60}}, false},
		{"tests that use it", "JUnit", []work{{files: files{"pom.xml": mocked, "src/test/java/AppTest.java": strings.Repeat(junit, 4)}, mine: 80, traced: 60}}, true},
		{"a few commits to a small service", "Flask", []work{{files: files{"service.py": view + module(60)}, mine: 8, traced: 8, lines: 12, first: true}}, true},
		{"a workflow of three lines, often touched", "GitHub Actions", []work{{files: files{"README.md": "x\n", ".github/workflows/a.yml": "on: push\njobs: {a: {runs-on: x, steps: []}}\n"}, mine: 300, traced: 200}}, false},
		{"infrastructure beside a test of it", "Terraform", []work{{files: files{"main.tf": resource, "net.tf": resource, "db.tf": resource, "test/a_test.go": terratest}, mine: 60, traced: 50}}, true},
		{"a line of a licence, file by file", "Flask", []work{{name: "firm/site", files: site, mine: 30, others: 90, traced: 30, edit: relicensed}}, false},
		{"formatted four times", "Flask", []work{{name: "firm/site", files: site, mine: 4, others: 90, traced: 4, edit: formatted}}, false},
		{"work on the pages of a server", "Python", []work{{name: "firm/site", files: mixed, mine: 60, others: 900, traced: 60, edit: pages(40, 0)}}, false},
		{"work on a server and its pages", "Python", []work{{name: "firm/site", files: mixed, mine: 60, others: 900, traced: 60, edit: pages(20, 20)}}, true},
		{"a language", "Python", []work{{files: files{"app/a.py": module(400), "app/b.py": module(400)}, mine: 50, traced: 40}}, true},
		{"a script in a language", "Python", []work{{files: files{"app/main.go": strings.Repeat("package main\n", 900), "tools/a.py": module(6)}, mine: 50, traced: 2}}, false},
		{"another language", "Kotlin", []work{{files: site, mine: 60, traced: 45}}, false},
		{"the maker of the thing", "Flask", []work{{name: "pallets/flask", files: files{"src/flask/app.py": module(900), "src/flask/b.py": module(90)}, mine: 40, others: 4000, traced: 30}}, true},
		{"charts kept for long", "Docker", []work{{files: files{"Dockerfile": image, "worker/Dockerfile": image, "compose.yaml": services, "a.py": module(20)}, mine: 40, traced: 12}}, true},
		{"a line of settings", "Docker", []work{{files: files{".dockerignore": "x\n", "a.py": module(20)}, mine: 40, traced: 1}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := rate(t, c.skill, c.works...)
			if shown := r.Score >= score.Line; shown != c.shown || (r.Status == score.Shown) != shown {
				t.Errorf("%.2f %s %s", r.Score, r.Status, r.Confidence)
			}
		})
	}
}

// script is shell of so many lines, of which each does something.
func script(lines int) string {
	return "#!/bin/sh\nset -eu\n" + strings.Repeat("if [ -s \"$1\" ]; then tar -cf \"$2\" \"$1\"; fi\n", lines-2)
}

const migration = `CREATE TABLE account (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    email text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX account_created_at ON account (created_at DESC);

ALTER TABLE invoice
    ADD COLUMN account_id bigint REFERENCES account (id) ON DELETE CASCADE;

UPDATE invoice SET account_id = account.id
FROM account
WHERE account.email = invoice.email;

CREATE VIEW open_invoice AS
SELECT a.email, sum(i.amount) AS owed, count(*) AS invoices
FROM invoice i
JOIN account a ON a.id = i.account_id
WHERE i.paid_at IS NULL
GROUP BY a.email;
`

// A little code shows a language where it is the person's own and was made there.
func TestText(t *testing.T) {
	t.Parallel()
	beside := func(f files) files { f["README.md"] = "x\n"; return f }
	migrations := func() files {
		return beside(files{"main.go": "package main\n\nfunc main() {}\n", "db/1.sql": migration, "db/2.sql": migration, "db/3.sql": migration})
	}
	brought := func(s *score.Share) { // one commit brought it, two touched it
		s.Newest = []github.Commit{{Files: 1, Additions: 5}, {Files: 1, Additions: 5}, {Files: 1, Additions: 900}}
	}
	app := func(lines int) files {
		view := strings.Repeat("    Text(entry.title).font(.headline)\n", lines/2)
		return beside(files{"App/List.swift": view, "App/Detail.swift": view})
	}
	for _, c := range []struct {
		name, skill string
		work        work
		least, most float64
	}{
		{"a script of sixty lines", "Bash", work{files: beside(files{"backup.sh": script(60)}), mine: 8, traced: 3, lines: 30}, score.Line, 0.75},
		{"a wrapper", "Bash", work{files: beside(files{"run.sh": script(5)}), mine: 8, traced: 5, lines: 4}, 0, 0.2},
		{"a script that arrived in one commit", "Bash", work{files: beside(files{"backup.sh": script(200)}), mine: 8, traced: 1, lines: 30}, 0, 0.3},
		{"a script in two commits", "Bash", work{files: beside(files{"backup.sh": script(200)}), mine: 8, traced: 2, lines: 30}, 0, 0.3},
		{"a script that was brought and touched", "Bash", work{files: beside(files{"backup.sh": script(200)}), mine: 3, traced: 3, edit: brought}, 0, 0.4},
		{"a script that others wrote as well", "Bash", work{files: beside(files{"backup.sh": script(60)}), mine: 8, traced: 3, others: 9, lines: 30}, 0, 0.3},
		{"a script that is touched", "Bash", work{files: beside(files{"backup.sh": script(60)}), mine: 20, traced: 20, lines: 1}, 0, 0.3},
		{"three migrations", "SQL", work{files: migrations(), mine: 40, traced: 3, lines: 30}, score.Line, 0.7},
		{"three migrations in one commit", "SQL", work{files: migrations(), mine: 40, traced: 1, lines: 30}, 0, 0.3},
		{"a vendored script", "Bash", work{files: beside(files{"vendor/backup.sh": script(60)}), mine: 8, traced: 3, lines: 30}, 0, 0},
		{"a small app", "Swift", work{files: app(150), mine: 6, traced: 6, lines: 60}, score.Line, 0.85},
		{"a small app in large commits", "Swift", work{files: app(300), mine: 6, traced: 6, lines: 120}, score.Line, 0.85},
	} {
		if r := rate(t, c.skill, c.work); r.Score < c.least || r.Score > c.most {
			t.Errorf("%s: %.2f, want %.2f-%.2f", c.name, r.Score, c.least, c.most)
		}
	}
}

// What is small adds up over repositories; what proves nothing by itself does not by repetition.
func TestSum(t *testing.T) {
	t.Parallel()
	tiny := func(f files, mine int) (list []work) {
		for _, name := range []string{"ann/a", "ann/b", "ann/c", "ann/d", "ann/e"} {
			list = append(list, work{name: name, files: f, mine: mine, traced: mine, first: true, lines: 15})
		}
		return list
	}
	small := tiny(files{"main.py": view + module(20), "README.md": "x\n"}, 4)
	if one, three := rate(t, "Flask", small[:1]...), rate(t, "Flask", small[:3]...); one.Score >= score.Line || three.Score < score.Line {
		t.Errorf("one %.2f, three %.2f", one.Score, three.Score)
	}
	for name, works := range map[string][]work{
		"declared": tiny(declared, 40), "uploaded": tiny(files{"main.py": view, "more.py": module(900)}, 2),
	} {
		if all := rate(t, "Flask", works...); all.Score >= score.Line || all.Score != rate(t, "Flask", works[0]).Score || len(all.Items) != len(works) {
			t.Errorf("%s: one %.2f, all %.2f", name, rate(t, "Flask", works[0]).Score, all.Score)
		}
	}
}

func TestNothing(t *testing.T) {
	t.Parallel()
	for name, works := range map[string][]work{
		"no repository":       nil,
		"no trace":            {{files: files{"a.py": module(9)}, mine: 50}},
		"no own commit":       {{files: site, mine: 0, others: 100}},
		"a mirror":            {{files: site, mine: 50, traced: 50, edit: func(s *score.Share) { s.Mirror = true }}},
		"a home without code": {{name: "pallets/flask", files: files{"README.md": "moved\n"}, mine: 50}},
	} {
		r := rate(t, "Flask", works...)
		if r.Score != 0 || r.Status != score.Unknown || r.Confidence != score.Low || len(r.Items) != 0 || r.Axes != (score.Axes{}) {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestWhy(t *testing.T) {
	t.Parallel()
	r := rate(t, "Flask",
		work{files: files{"a.py": "import flask\n"}, mine: 3}, work{name: "ann/two", files: files{"poetry.lock": "[[package]]\nname = \"flask\"\n"}, mine: 3},
		work{name: "ann/three", files: files{"b.py": "import flask\n"}, mine: 3})
	if want := []string{"transitive", "unused"}; !slices.Equal(r.Only, want) {
		t.Errorf("%q, want %q", r.Only, want)
	}
}

func TestConfidence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		works []work
		want  score.Confidence
	}{
		{"estimated", []work{{files: site, mine: 90, traced: -1}}, score.Low},
		{"counted, many", []work{{files: site, mine: 90, traced: 80}}, score.High},
		{"counted, few", []work{{files: site, mine: 20, traced: 18}}, score.Medium},
		{"counted, in two places", []work{{files: site, mine: 20, traced: 18}, {name: "ann/two", files: site, mine: 20, traced: 18}}, score.High},
	} {
		if r := rate(t, "Flask", c.works...); r.Confidence != c.want {
			t.Errorf("%s: %s, want %s: %+v", c.name, r.Confidence, c.want, r.Items[0])
		}
	}
}

func TestItem(t *testing.T) {
	t.Parallel()
	last := now.AddDate(0, -2, 0)
	r := rate(t, "Flask", work{name: "firm/site", files: site, mine: 60, others: 40, traced: 20, first: true, last: last, edit: func(s *score.Share) { s.Own = false }})
	i := r.Items[0]
	if i.Repository != "firm/site" || i.Commit != "abc" || i.Role != score.Contributor || i.Kind != survey.Used || i.Published || i.Own != 60 || i.Estimated || i.All != 60 ||
		!i.First || !i.To.Equal(last) || !i.From.Equal(last.AddDate(0, -3, 0)) || i.Symbols != 6 || i.Files != 4 {
		t.Errorf("%+v", i)
	}
	if i.Marks[0].Path != "app/admin.py" || i.Marks[0].Line != 1 {
		t.Errorf("%+v", i.Marks[0])
	}
}

// Old work is worth what it was worth; only recency tells its age.
func TestAge(t *testing.T) {
	t.Parallel()
	fresh := rate(t, "Flask", work{files: site, mine: 60, traced: 45, last: now})
	old := rate(t, "Flask", work{files: site, mine: 60, traced: 45, last: now.Add(-time.Duration((120 + 2*365.25) * 24 * float64(time.Hour)))})
	ancient := rate(t, "Flask", work{files: site, mine: 60, traced: 45, last: now.AddDate(-12, 0, 0)})
	if fresh.Score != old.Score || old.Score != ancient.Score || fresh.Axes.Depth != ancient.Axes.Depth || fresh.Axes.Breadth != ancient.Axes.Breadth {
		t.Errorf("%+v %+v %+v", fresh.Axes, old.Axes, ancient.Axes)
	}
	if fresh.Axes.Recency != 1 || old.Axes.Recency != 0.5 || ancient.Axes.Recency > 0.05 {
		t.Errorf("recency %v %v %v", fresh.Axes.Recency, old.Axes.Recency, ancient.Axes.Recency)
	}
	if ahead := rate(t, "Flask", work{files: site, mine: 60, traced: 45, last: now.AddDate(3, 0, 0)}); ahead.Axes.Recency != 1 {
		t.Errorf("a commit of the future: %v", ahead.Axes.Recency)
	}
}

// drawWork is any repository with any amount of work in it.
func drawWork(t *rapid.T, name string) work {
	bodies := files{}
	for i := range rapid.IntRange(0, 4).Draw(t, "views") {
		bodies[fmt.Sprintf("app/view%d.py", i)] = view
	}
	if n := rapid.IntRange(0, 3).Draw(t, "modules"); n > 0 {
		bodies["lib/a.py"] = module(n * 40)
	}
	if rapid.Bool().Draw(t, "declared") {
		bodies["requirements.txt"] = "flask\n"
	}
	if rapid.Bool().Draw(t, "documented") {
		bodies["docs/a.py"] = view
		bodies["README.md"] = "x\n"
	}
	w := work{
		name: name, files: bodies, mine: rapid.IntRange(0, 300).Draw(t, "mine"), others: rapid.IntRange(0, 300).Draw(t, "others"),
		first: rapid.Bool().Draw(t, "first"), lines: rapid.IntRange(1, 400).Draw(t, "lines"), last: now.AddDate(0, -rapid.IntRange(0, 100).Draw(t, "months"), 0),
	}
	w.traced = rapid.IntRange(-1, w.mine).Draw(t, "traced")
	return w
}

func drawWorks(t *rapid.T) (list []work) {
	for i := range rapid.IntRange(1, 4).Draw(t, "repositories") {
		list = append(list, drawWork(t, fmt.Sprintf("ann/r%d", i)))
	}
	return list
}

func skills(t *rapid.T) string {
	return rapid.SampledFrom([]string{"Flask", "Python"}).Draw(t, "skill")
}

func TestBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := rate(t, skills(t), drawWorks(t)...)
		for _, x := range []float64{r.Score, r.Axes.Breadth, r.Axes.Depth, r.Axes.Recency} {
			if math.IsNaN(x) || x < 0 || x > 1 {
				t.Fatalf("%+v", r)
			}
		}
		if (r.Score == 0) != (r.Status == score.Unknown) || (r.Score >= score.Line) != (r.Status == score.Shown) {
			t.Fatalf("%v is %s", r.Score, r.Status)
		}
		for _, i := range r.Items {
			if i.Own < 0 || i.Own > i.All || i.Weight <= 0 || len(i.Marks) == 0 || i.Files < 1 {
				t.Fatalf("%+v", i)
			}
		}
	})
}

// More of the person's own never counts for less.
func TestMonotone(t *testing.T) {
	t.Parallel()
	better := func(what string, change func(t *rapid.T, w *work)) {
		t.Run(what, rapid.MakeCheck(func(t *rapid.T) {
			skill, works := skills(t), drawWorks(t)
			before := rate(t, skill, works...)
			change(t, &works[rapid.IntRange(0, len(works)-1).Draw(t, "which")])
			if after := rate(t, skill, works...); after.Score < before.Score {
				t.Fatalf("%v became %v", before.Score, after.Score)
			}
		}))
	}
	better("own commits", func(t *rapid.T, w *work) {
		more := rapid.IntRange(1, 50).Draw(t, "more")
		w.mine += more
		if w.traced >= 0 {
			w.traced += rapid.IntRange(0, more).Draw(t, "there")
		}
	})
	better("first authorship", func(_ *rapid.T, w *work) { w.first = true })
	better("lines of a commit", func(_ *rapid.T, w *work) {
		if was := w.lines; was <= 90 || was > 100 { // between them a commit may begin to bring others' work
			w.lines += 10
		}
	})
	better("files", func(_ *rapid.T, w *work) {
		more := files{"app/further.py": view}
		maps.Copy(more, w.files)
		w.files = more
	})
	t.Run("repositories", rapid.MakeCheck(func(t *rapid.T) {
		skill, works := skills(t), drawWorks(t)
		before := rate(t, skill, works...)
		if after := rate(t, skill, append(works, drawWork(t, "ann/further"))...); after.Score < before.Score {
			t.Fatalf("%v became %v", before.Score, after.Score)
		}
	}))
}

// Fame is no skill, and neither is the order in which repositories are told.
func TestIndifferent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		skill := skills(t)
		var plain, famous []score.Share
		for _, w := range drawWorks(t) {
			s := w.share(t, skill)
			plain = append(plain, s)
			s.Stars, s.Forks, s.Description = rapid.IntRange(0, 1e6).Draw(t, "stars"), rapid.IntRange(0, 1e6).Draw(t, "forks"), "the best Flask of all"
			s.Topics, s.License, s.Archived, s.Template = []string{"flask", "awesome"}, "MIT", rapid.Bool().Draw(t, "archived"), rapid.Bool().Draw(t, "template")
			famous = append(famous, s)
		}
		famous = rapid.Permutation(famous).Draw(t, "order")
		a, b := rateShares(skill, plain), rateShares(skill, famous)
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v\nbecame\n%+v", a, b)
		}
	})
}

func TestMakersCountMore(t *testing.T) {
	t.Parallel()
	code := files{"src/flask/app.py": module(600), "src/flask/views.py": module(200)}
	uses := files{"src/shop/app.py": view + module(600), "src/shop/views.py": view + module(200)}
	makes := rate(t, "Flask", work{name: "pallets/flask", files: code, mine: 20, others: 20, traced: 10})
	takes := rate(t, "Flask", work{name: "ann/shop", files: uses, mine: 20, others: 20, traced: 10})
	if makes.Score <= takes.Score || !makes.Items[0].Published || makes.Items[0].Kind != survey.Published {
		t.Errorf("makes %v, uses %v", makes.Score, takes.Score)
	}
}

// What was only changed here and there counts less than what was written.
func TestTouches(t *testing.T) {
	t.Parallel()
	made := rate(t, "Flask", work{files: site, mine: 20, traced: 20, lines: 50})
	touched := rate(t, "Flask", work{files: site, mine: 20, traced: 20, lines: 2})
	untold := rate(t, "Flask", work{files: site, mine: 20, traced: 20, edit: func(s *score.Share) {
		for i := range s.Newest {
			s.Newest[i].Additions, s.Newest[i].Files = 0, 0
		}
	}})
	if touched.Score >= made.Score/2 || untold.Score != made.Score {
		t.Errorf("made %v, touched %v, lines not told %v", made.Score, touched.Score, untold.Score)
	}
}

// Touches alone stay little, however many; a single commit of work is more than all of them.
func TestTouches_many(t *testing.T) {
	t.Parallel()
	few := rate(t, "Flask", work{files: site, mine: 60, traced: 60, lines: 1})
	many := rate(t, "Flask", work{files: site, mine: 2000, traced: 2000, lines: 1})
	worked := rate(t, "Flask", work{files: site, mine: 60, traced: 60, lines: 1, edit: func(s *score.Share) {
		for i := range 5 {
			s.Newest[i].Additions = 50
		}
	}})
	if few.Score != many.Score || many.Score >= worked.Score || many.Score > 0.3 {
		t.Errorf("60 touches %v, 2000 %v, with work %v", few.Score, many.Score, worked.Score)
	}
}

// A file that is kept by hand says more with more of the tool in it.
func TestWords(t *testing.T) {
	t.Parallel()
	little := "server {\n  server_name a.test;\n  proxy_pass b;\n" + strings.Repeat("  # an explanation\n", 10) + "}\n"
	much := little + "limit_req zone=a;\nssl_certificate a;\nssl_certificate_key b;\nadd_header c d;\nproxy_cache e;\ntry_files f;\n"
	some := rate(t, "Nginx", work{files: files{"site.conf.j2": little}, mine: 6, traced: 6})
	more := rate(t, "Nginx", work{files: files{"site.conf.j2": much}, mine: 6, traced: 6})
	if some.Score == 0 || some.Score >= more.Score || more.Items[0].Symbols != 8 {
		t.Errorf("little %v, much %v with %d words", some.Score, more.Score, more.Items[0].Symbols)
	}
}

// One file is one file, however many imports it has.
func TestFilesAreFiles(t *testing.T) {
	t.Parallel()
	apart := "from flask import Blueprint\nfrom flask import request\nimport flask_login\nimport flask_cors\nBlueprint(request, flask_login.x, flask_cors.x)\n"
	r := rate(t, "Flask", work{files: files{"a.py": apart}, mine: 9, traced: 9})
	if r.Items[0].Files != 1 {
		t.Errorf("%d files", r.Items[0].Files)
	}
}

func TestHistoriesAlone(t *testing.T) {
	t.Parallel()
	if r := rate(t, "Flask", work{files: one, mine: 10, traced: 9, edit: func(s *score.Share) { s.Newest, s.Years = nil, nil }}); r.Score == 0 {
		t.Error("without years and newest commits the histories still count")
	}
}

// Who only reviewed is named a reviewer and never reaches the line, however much there is.
func TestReviewer(t *testing.T) {
	t.Parallel()
	for _, reviews := range []int{5, 50, 5000} {
		r := rate(t, "Flask", work{files: site, edit: func(s *score.Share) {
			s.Mine, s.Newest, s.Reviews = 0, nil, github.Reviews{Count: reviews, LastYear: 2026}
		}})
		if len(r.Items) != 1 || r.Items[0].Role != score.Reviewer || r.Items[0].Own != 0 || r.Items[0].Reviews != reviews ||
			r.Status != score.Weak || r.Confidence != score.Low {
			t.Errorf("%d reviews: %+v", reviews, r)
		}
	}
}
