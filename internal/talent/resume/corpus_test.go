package resume_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"kadry/internal/skill"
	"kadry/internal/talent/layout"
	"kadry/internal/talent/resume"
)

// corpus finds a file of labelled CVs, which is licensed and never part of the project.
func corpus(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	path := filepath.Join(root, "cv", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("SKIP: needs %s under KADRY_DATA_DIR", name)
	}
	return path
}

func readLines[T any](t *testing.T, path string) []T {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var rows []T
	scan := bufio.NewScanner(file)
	scan.Buffer(make([]byte, 1<<20), 16<<20)
	for scan.Scan() {
		var row T
		if err := json.Unmarshal(scan.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := scan.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func newExtractor(t testing.TB) (*resume.Extractor, *skill.Graph) {
	t.Helper()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	extractor, err := resume.New(graph)
	if err != nil {
		t.Fatal(err)
	}
	return extractor, graph
}

func month(t testing.TB, s string) resume.Month {
	t.Helper()
	m, err := resume.ParseMonth(s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type fictional struct {
	ID, Name, Title, Level, Text string
	Total                        int `json:"total_months"`
	Skills                       map[string]struct {
		Months int
		Via    []string
	}
	Negative  []string
	Positions []struct{ Title, Company, Start, End string }
}

func TestFictionalCorpus(t *testing.T) {
	t.Parallel()
	rows := readLines[fictional](t, corpus(t, "fictional_ru_en/cvs.jsonl"))
	x, graph := newExtractor(t)
	var level, total, name, title, skills, jobs, negatives score
	for _, row := range rows {
		rec := x.Extract(layout.Page{Text: row.Text}, month(t, "2026-11"))
		level.add(t, string(rec.Level) == row.Level, "%s level %s want %s (%s)", row.ID, rec.Level, row.Level, rec.LevelBasis)
		total.add(t, rec.TotalMonths == row.Total, "%s total %d want %d", row.ID, rec.TotalMonths, row.Total)
		name.add(t, rec.Name == row.Name, "%s name %q want %q", row.ID, rec.Name, row.Name)
		title.add(t, rec.Title == row.Title, "%s title %q want %q", row.ID, rec.Title, row.Title)
		months := map[skill.ID]resume.Skill{}
		for _, s := range rec.Skills {
			months[s.Skill] = s
		}
		for want, gold := range row.Skills {
			if gold.Via[0] == "concept" {
				continue
			}
			id := graph.Resolve(want).Skill
			got := months[id]
			d := got.Months - gold.Months
			skills.add(t, got.MonthsKnown && d >= -1 && d <= 1, "%s %s months %d want %d", row.ID, want, got.Months, gold.Months)
		}
		for _, want := range row.Negative {
			got, ok := months[graph.Resolve(want).Skill]
			negatives.add(t, !ok || got.Stance == skill.Negated || got.Stance == skill.Planned, "%s %s stance %s", row.ID, want, got.Stance)
		}
		for i, want := range row.Positions {
			ok := i < len(rec.Positions) && rec.Positions[i].Title == want.Title && rec.Positions[i].Company == want.Company && rec.Positions[i].From.String() == want.Start
			jobs.add(t, ok, "%s job %d got %+v want %+v", row.ID, i, rec.Positions, want)
		}
	}
	level.floor(t, "level", 0.97)
	total.floor(t, "total months", 0.97)
	name.floor(t, "name", 0.97)
	title.floor(t, "title", 0.97)
	skills.floor(t, "skill months within one", 0.95)
	negatives.floor(t, "negative stance", 0.95)
	jobs.floor(t, "positions", 0.97)
}

// TestStatedMonths compares with what the forms of a CV site state per skill, the longer
// figure where two rows name one skill.
func TestStatedMonths(t *testing.T) {
	t.Parallel()
	rows := readLines[struct {
		ID, Text string
		Months   map[string]int `json:"skill_months"`
	}](t, corpus(t, "updated_resume_it_dev.jsonl"))
	x, graph := newExtractor(t)
	var stated score
	for _, row := range rows {
		want := map[skill.ID]int{}
		for name, months := range row.Months {
			if r := graph.Resolve(name); r.Known {
				want[r.Skill] = max(want[r.Skill], months)
			}
		}
		got := map[skill.ID]resume.Skill{}
		for _, s := range x.Extract(layout.Page{Text: row.Text}, month(t, "2019-01")).Skills {
			got[s.Skill] = s
		}
		for id, months := range want {
			stated.add(t, got[id].Stated && got[id].Months == months, "%s %s stated %d want %d", row.ID, id, got[id].Months, months)
		}
	}
	stated.floor(t, "stated months", 0.95)
}

// TestSampleCorpus checks that jobs are found in CVs of every trade, and that headlines
// are not taken for people: the texts begin with a job title.
func TestSampleCorpus(t *testing.T) {
	t.Parallel()
	rows := readLines[struct{ ID, Text string }](t, corpus(t, "livecareer_dev.jsonl"))
	x, _ := newExtractor(t)
	var jobs, dated, titled, nameless score
	for _, row := range rows {
		rec := x.Extract(layout.Page{Text: row.Text}, month(t, "2022-01"))
		jobs.add(t, len(rec.Positions) > 0, "%s has no position", row.ID)
		dated.add(t, rec.TotalMonths > 0, "%s has no dated work", row.ID)
		nameless.add(t, rec.Name == "", "%s got a name", row.ID)
		for _, job := range rec.Positions {
			if job.Title != "" {
				titled.right++
			}
			titled.all++
		}
	}
	jobs.floor(t, "texts with positions", 0.97)
	dated.floor(t, "texts with dated work", 0.97)
	titled.floor(t, "positions with a title", 0.90)
	nameless.floor(t, "texts without a name", 0.98)
}

// score counts right answers.
type score struct{ right, all int }

func (s *score) add(t *testing.T, ok bool, format string, operands ...any) {
	t.Helper()
	s.all++
	if ok {
		s.right++
		return
	}
	t.Logf(format, operands...)
}

func (s *score) floor(t *testing.T, what string, least float64) {
	t.Helper()
	share := float64(s.right) / float64(max(s.all, 1))
	t.Logf("%s: %d of %d = %.3f", what, s.right, s.all, share)
	if share < least {
		t.Errorf("%s: %.3f, want at least %.3f", what, share, least)
	}
}
