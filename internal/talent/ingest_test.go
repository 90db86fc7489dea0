package talent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/talent"
)

func TestIngest_identityIsTheBytes(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ctx := context.Background()
	text := cv("Anna Sample", "Developer", "01/2020 - Present", "Python") + "\nanna.sample@example.com\n+7 900 000-00-01\n"
	first, err := b.Ingest(ctx, team, talent.File{Name: `C:\cvs\anna.txt`, Data: []byte(text)}, []string{"spring", "spring"})
	if err != nil {
		t.Fatal(err)
	}
	if first.Status != talent.Added || first.File != "anna.txt" || first.Understood.Name != "Anna Sample" || first.Understood.Positions != 1 || first.Understood.Skills == 0 {
		t.Errorf("first: %+v", first)
	}
	again, err := b.Ingest(ctx, team, talent.File{Text: text}, nil)
	if err != nil || again.Status != talent.Duplicate || again.ID != first.ID {
		t.Errorf("again: %+v, %v", again, err)
	}
	// The same person under another number format: two candidates, each naming the other.
	changed, err := b.Ingest(ctx, team, talent.File{Text: strings.ReplaceAll(text, "+7 900 000-00-01", "8 (900) 000 00 01")}, nil)
	if err != nil || changed.Status != talent.Added {
		t.Fatalf("changed: %+v, %v", changed, err)
	}
	if diff := cmp.Diff([]string{first.ID}, changed.PossibleDuplicates); diff != "" {
		t.Error(diff)
	}
	// A namesake is somebody else.
	namesake, err := b.Ingest(ctx, team, talent.File{Text: cv("Anna Sample", "Accountant", "01/2020 - Present", "Excel")}, nil)
	if err != nil || namesake.Status != talent.Added || len(namesake.PossibleDuplicates) != 0 {
		t.Errorf("namesake: %+v, %v", namesake, err)
	}
}

func TestIngest_badFilesAreOutcomes(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	ctx := context.Background()
	for name, file := range map[string]talent.File{
		"empty":  {Name: "a.txt"},
		"spaces": {Text: "   \n\t "},
		"broken": {Name: "a.pdf", Data: []byte("%PDF-1.4 broken")},
		"binary": {Name: "a.docx", Data: []byte{0, 1, 2, 3, 4}},
	} {
		o, err := b.Ingest(ctx, team, file, nil)
		if err != nil || o.Status != talent.Rejected || o.Problem == nil || o.Problem.Text.RU == "" {
			t.Errorf("%s: %+v, %v", name, o, err)
		}
	}
	stored.Fail(fault.E(fault.Unavailable, fault.Say("down", "недоступно"), nil))
	if _, err := b.Ingest(ctx, team, talent.File{Text: "text"}, nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("storage down: %v", err)
	}
}

func TestIngestFolder(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	files := fstest.MapFS{
		".hidden/x.txt": {Data: []byte("secret")}, ".DS_Store": {Data: []byte("x")},
		"broken.pdf": {Data: []byte("%PDF-1.4")}, "empty.txt": {},
	}
	for i := range 20 {
		files[fmt.Sprintf("sub/%02d.txt", i)] = &fstest.MapFile{Data: []byte(cv("Sample Person", "Developer", fmt.Sprintf("01/%d - Present", 2000+i), "Python"))}
	}
	files["sub/copy.txt"] = files["sub/00.txt"]
	last := 0
	report, err := b.IngestFolder(context.Background(), team, talent.Folder{Files: files, Progress: func(_ talent.Outcome, done, total int) {
		last = max(last, done)
		if total != 23 {
			t.Errorf("total %d", total)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if report.Total != 23 || report.Added != 20 || report.Duplicates != 1 || report.Rejected != 2 || report.Done != "sub/copy.txt" || last != 23 {
		t.Errorf("report %+v, last progress %d", report, last)
	}
	rest, err := b.IngestFolder(context.Background(), team, talent.Folder{Files: files, After: "sub/17.txt"})
	if err != nil || rest.Total != 3 || rest.Duplicates != 3 {
		t.Errorf("the rest: %+v, %v", rest, err)
	}
	stored.Fail(fault.E(fault.Unavailable, fault.Say("down", "недоступно"), nil))
	if _, err := b.IngestFolder(context.Background(), team, talent.Folder{Files: files}); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("storage down: %v", err)
	}
	stored.Fail(nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := b.IngestFolder(ctx, "late", talent.Folder{Files: files}); fault.KindOf(err) != fault.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func TestDetails_pagesAndRedaction(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ctx := context.Background()
	text := "Анна Примерова\nanna@example.com\n+7 900 000-00-01\nВозраст: 33 года\n\nО себе\nАнна Примерова знает Python и Docker.\n\n" +
		strings.TrimPrefix(cv("", "Разработчик", "01/2020 - Present", "Python", "Docker"), "\n") + strings.Repeat("Строка опыта. ", 40)
	id := stock(t, b, team, map[string]string{"a": text})["a"]
	for _, redact := range []bool{false, true} {
		var pages strings.Builder
		q := talent.DetailsQuery{ID: id, MaxChars: 150, Redact: redact}
		var whole int
		for {
			d, err := b.Details(ctx, team, q)
			if err != nil {
				t.Fatal(err)
			}
			pages.WriteString(d.Text)
			whole = d.TextChars
			if q.Cursor = d.NextCursor; q.Cursor == "" {
				break
			}
		}
		if n := utf8.RuneCountInString(pages.String()); n != whole {
			t.Errorf("pages have %d characters of %d", n, whole)
		}
		d, err := b.Details(ctx, team, talent.DetailsQuery{ID: id, MaxChars: 100_000, Redact: redact})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range d.Candidate.Record.Skills {
			for _, e := range s.Evidence {
				if got := d.Text[e.Start:e.End]; got != e.Surface {
					t.Errorf("redact %v: evidence of %s points at %q, want %q", redact, s.Name, got, e.Surface)
				}
			}
		}
		if !redact {
			continue
		}
		shown := fmt.Sprintf("%+v %s", d.Candidate, d.Text)
		for _, secret := range []string{"Анна", "Примерова", "anna@example", "900 000", "33 года"} {
			if strings.Contains(shown, secret) {
				t.Errorf("%q is shown in a redacted view", secret)
			}
		}
		if !strings.Contains(d.Text, "██") || !strings.HasPrefix(d.Candidate.Record.Name, "Candidate #") {
			t.Errorf("redacted name %q", d.Candidate.Record.Name)
		}
	}
	d, err := b.Details(ctx, team, talent.DetailsQuery{ID: id, MaxChars: 100, Parts: []string{talent.PartSkills}})
	if err != nil || d.Text != "" || len(d.Candidate.Record.Skills) == 0 || len(d.Candidate.Record.Positions) != 0 || len(d.Candidate.Record.Contacts.Emails) != 0 {
		t.Errorf("skills only: %+v, %v", d, err)
	}
	for name, q := range map[string]talent.DetailsQuery{
		"part": {ID: id, MaxChars: 100, Parts: []string{"photo"}}, "chars": {ID: id}, "cursor": {ID: id, MaxChars: 100, Cursor: "zz"}, "id": {MaxChars: 100},
	} {
		if _, err := b.Details(ctx, team, q); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ctx := context.Background()
	ids := stock(t, b, team, map[string]string{
		"a": cv("Anna Sample", "Developer", "01/2010 - Present", "Python", "Docker"),
		"b": cv("Boris Sample", "Developer", "01/2020 - Present", "Python"),
	})
	c, err := b.Compare(ctx, team, talent.CompareQuery{IDs: []string{ids["b"], ids["a"]}, Required: []string{"питон", "docker"}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range c.Rows {
		for _, cell := range row.Cells {
			got = append(got, fmt.Sprintf("%s %s %v %d", row.Name, cell.Asked, cell.Matched, len(cell.Match.Evidence)))
		}
	}
	if diff := cmp.Diff([]string{"Boris Sample питон true 2", "Boris Sample docker false 0", "Anna Sample питон true 2", "Anna Sample docker true 2"}, got); diff != "" {
		t.Error(diff)
	}
	free, err := b.Compare(ctx, team, talent.CompareQuery{IDs: []string{ids["a"], ids["b"]}})
	if err != nil || len(free.Skills) == 0 || free.Skills[0] != "Python" {
		t.Errorf("without skills: %+v, %v", free.Skills, err)
	}
	if _, err := b.Compare(ctx, team, talent.CompareQuery{IDs: []string{ids["a"], "cv_nobody"}}); fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown id: %v", err)
	}
	if _, err := b.Compare(ctx, team, talent.CompareQuery{IDs: []string{ids["a"], ids["a"]}}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("one id twice: %v", err)
	}
}

func TestSearchRole(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"devops":   cv("Anna Sample", "DevOps Engineer", "01/2016 - Present", "Docker", "Kubernetes", "Terraform", "Linux", "CI/CD", "AWS"),
		"frontend": cv("Boris Sample", "Frontend Developer", "01/2016 - Present", "React", "TypeScript", "CSS"),
	})
	answer, err := b.SearchRole(context.Background(), team, talent.RoleQuery{Role: "девопс-инженер", TopK: 5})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"devops"}, names(ids, answer.Candidates)); diff != "" {
		t.Errorf("%s: %s", answer.Role.ID, diff)
	}
	_, err = b.SearchRole(context.Background(), team, talent.RoleQuery{Role: "Devop Enginer Zzz Manger", TopK: 5}) //nolint:misspell // the slip is the case
	if err != nil && fault.KindOf(err) != fault.NotFound {
		t.Errorf("misspelt role: %v", err)
	}
	_, err = b.SearchRole(context.Background(), team, talent.RoleQuery{Role: "qqqq", TopK: 5})
	if fault.KindOf(err) != fault.NotFound {
		t.Errorf("unknown role: %v", err)
	}
}

func TestBlindReview_hidesThePersonInEveryList(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"wanda":  cv("Wanda Testova", "Go developer", "2018 - 2024", "Go", "Docker") + "\nwanda@example.org\nWanda Testova wrote services in Go.",
		"viktor": cv("Viktor Sampleton", "Go developer", "2019 - 2024", "Go", "Docker"),
	})
	search, err := b.Search(t.Context(), team, talent.Query{Required: []string{"Go"}, TopK: 5, Redact: true})
	if err != nil || len(search.Candidates) != 2 {
		t.Fatalf("got %d candidates, %v", len(search.Candidates), err)
	}
	free, err := b.Find(t.Context(), team, talent.FreeQuery{RefineOf: search.SearchID, TopK: 5})
	if err != nil {
		t.Fatal(err)
	}
	matrix, err := b.Compare(t.Context(), team, talent.CompareQuery{IDs: []string{ids["wanda"], ids["viktor"]}, Redact: true})
	if err != nil {
		t.Fatal(err)
	}
	for name, shown := range map[string]any{"search": search.Candidates, "refined search": free.Candidates, "comparison": matrix.Rows} {
		text := fmt.Sprintf("%+v", shown)
		for _, secret := range []string{"Wanda", "Testova", "Viktor", "Sampleton", "wanda@example.org"} {
			if strings.Contains(text, secret) {
				t.Errorf("the %s shows %q", name, secret)
			}
		}
	}
}
