package archive_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// drawer keeps snapshots in memory. It implements archive.Keeper.
type drawer struct {
	kept      map[string][]archive.Kept // by tenant, the newest first
	snapshots map[string]posting.Snapshot
	loads     int
}

func (d *drawer) Put(_ context.Context, tenant, name string, s posting.Snapshot) (archive.Kept, error) {
	k := archive.Kept{ID: name, Name: name, Source: s.Source, Taken: s.Taken, Postings: len(s.Postings)}
	d.kept[tenant] = append(d.kept[tenant], k)
	slices.SortFunc(d.kept[tenant], func(a, b archive.Kept) int { return b.Taken.Compare(a.Taken) })
	d.snapshots[tenant+"/"+name] = s
	return k, nil
}

func (d *drawer) List(_ context.Context, tenant string) ([]archive.Kept, error) {
	return slices.Clone(d.kept[tenant]), nil
}

func (d *drawer) Load(_ context.Context, tenant, id string) (posting.Snapshot, error) {
	d.loads++
	s, ok := d.snapshots[tenant+"/"+id]
	if !ok {
		return s, fault.E(fault.NotFound, fault.Say("There is no snapshot.", "Снимка нет."), nil)
	}
	return s, nil
}

func (d *drawer) Earlier(context.Context, string, posting.Source, posting.Query) ([]posting.Snapshot, error) {
	return nil, nil
}

func (d *drawer) Delete(_ context.Context, tenant, id string) (bool, error) {
	d.kept[tenant] = slices.DeleteFunc(d.kept[tenant], func(k archive.Kept) bool { return k.ID == id })
	return true, nil
}

func newArchive(t *testing.T) (*archive.Archive, *drawer) {
	t.Helper()
	graph, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	d := &drawer{kept: map[string][]archive.Kept{}, snapshots: map[string]posting.Snapshot{}}
	within := func(area, in string) bool { return area == in || in == "113" && area != "" }
	return &archive.Archive{Keeper: d, Skills: graph, Within: within}, d
}

// post is a posting published so many days before noon.
func post(id, title string, days int, change func(*posting.Posting)) posting.Posting {
	p := posting.Posting{Source: posting.HH, ID: id, Title: title, Published: noon.AddDate(0, 0, -days)}
	if change != nil {
		change(&p)
	}
	return p
}

func keep(t *testing.T, a *archive.Archive, tenant, name string, days int, list ...posting.Posting) {
	t.Helper()
	if _, err := a.Put(t.Context(), tenant, name, posting.Snapshot{Source: list[0].Source, Taken: noon.AddDate(0, 0, -days), Postings: list}); err != nil {
		t.Fatal(err)
	}
}

func found(t *testing.T, a *archive.Archive, tenant, snapshot string, q posting.Query) (ids []string) {
	t.Helper()
	answer, err := a.Search(t.Context(), tenant, pickOf(snapshot), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range answer.Postings {
		ids = append(ids, p.ID)
	}
	return ids
}

func TestSearch_matches(t *testing.T) {
	t.Parallel()
	a, _ := newArchive(t)
	keep(t, a, "acme", "one", 0,
		post("go", "Go-разработчик", 1, func(p *posting.Posting) {
			p.Area, p.Experience, p.Formats = posting.Named{ID: "88"}, posting.ThreeToSix, []posting.Format{posting.Remote}
			p.Pay, p.Roles = &posting.Pay{From: 200, Currency: "RUB"}, []posting.Named{{ID: "96"}}
		}),
		post("py", "Python developer", 2, func(p *posting.Posting) {
			p.Area, p.Experience, p.Description = posting.Named{ID: "1"}, posting.OneToThree, "Пишем на питоне и golang, PostgreSQL."
		}),
		post("bare", "Сварщик", 40, nil),
	)
	for name, c := range map[string]struct {
		query posting.Query
		want  []string
	}{
		"everything, the newest first":  {posting.Query{}, []string{"go", "py", "bare"}},
		"a skill in any spelling":       {posting.Query{Text: "golang"}, []string{"go", "py"}},
		"in the title alone":            {posting.Query{Text: "golang", TitleOnly: true}, []string{"go"}},
		"an occupation in the other":    {posting.Query{Text: "developer"}, []string{"go", "py"}},
		"all words":                     {posting.Query{Text: "Go developer", TitleOnly: true}, []string{"go"}},
		"a phrase":                      {posting.Query{Text: `"на питоне"`}, []string{"py"}},
		"a word that is not there":      {posting.Query{Text: "Rust"}, nil},
		"an area":                       {posting.Query{Areas: []string{"88", "2"}}, []string{"go"}},
		"a country":                     {posting.Query{Areas: []string{"113"}}, []string{"go", "py"}},
		"experience, or none told":      {posting.Query{Experience: []posting.Experience{posting.ThreeToSix}}, []string{"go", "bare"}},
		"a role, or none told":          {posting.Query{Roles: []string{"10"}}, []string{"py", "bare"}},
		"a format, or none told":        {posting.Query{Formats: []posting.Format{posting.OnSite}}, []string{"py", "bare"}},
		"paid ones":                     {posting.Query{PaidOnly: true}, []string{"go"}},
		"since":                         {posting.Query{After: noon.AddDate(0, 0, -30)}, []string{"go", "py"}},
		"before":                        {posting.Query{Before: noon.AddDate(0, 0, -30)}, []string{"bare"}},
		"signs alone ask for all":       {posting.Query{Text: ` , ; "" `}, []string{"go", "py", "bare"}},
		"a quote without a fellow":      {posting.Query{Text: `golang "`}, []string{"go", "py"}},
		"more words than are looked at": {posting.Query{Text: "go go go go go go go go go go go go go go go go go go go go go go go go rust"}, []string{"go", "py"}},
	} {
		if diff := cmp.Diff(c.want, found(t, a, "acme", "", c.query)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// Of several copies the newest snapshot's counts, postings of other sources are others, and the
// answer says how old what it rests on is.
func TestSearch_newestCopyWins(t *testing.T) {
	t.Parallel()
	a, _ := newArchive(t)
	keep(t, a, "acme", "old", 10, post("1", "Old title", 12, nil), post("2", "Only old", 12, nil))
	keep(t, a, "acme", "new", 1, post("1", "New title", 2, nil))
	keep(t, a, "acme", "other", 5, post("1", "Other source", 6, func(p *posting.Posting) { p.Source = posting.Trudvsem }))
	answer, err := a.Search(t.Context(), "acme", nil, posting.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, p := range answer.Postings {
		titles = append(titles, p.Title)
	}
	if diff := cmp.Diff([]string{"New title", "Other source", "Only old"}, titles); diff != "" {
		t.Error(diff)
	}
	if !answer.Oldest.Equal(noon.AddDate(0, 0, -10)) || !answer.Newest.Equal(noon.AddDate(0, 0, -1)) || !slices.Equal(answer.Sources, []posting.Source{posting.HH, posting.Trudvsem}) || answer.Searched != 3 {
		t.Errorf("%v %v %v %d", answer.Oldest, answer.Newest, answer.Sources, answer.Searched)
	}
	if diff := cmp.Diff([]string{"1", "2"}, found(t, a, "acme", "old", posting.Query{})); diff != "" {
		t.Errorf("of one snapshot: %s", diff)
	}
	if ids := found(t, a, "acme", "none", posting.Query{}); len(ids) != 0 {
		t.Errorf("of none: %v", ids)
	}
}

// Each tenant finds its own; what was read stays in memory until something else is kept.
func TestSearch_tenantsAndChanges(t *testing.T) {
	t.Parallel()
	a, d := newArchive(t)
	keep(t, a, "acme", "one", 1, post("a", "Go", 1, nil))
	keep(t, a, "globex", "one", 1, post("g", "Go", 1, nil))
	for range 3 {
		if ids := found(t, a, "acme", "", posting.Query{}); !slices.Equal(ids, []string{"a"}) {
			t.Errorf("acme finds %v", ids)
		}
		if ids := found(t, a, "globex", "", posting.Query{}); !slices.Equal(ids, []string{"g"}) {
			t.Errorf("globex finds %v", ids)
		}
	}
	if d.loads != 2 {
		t.Errorf("read %d times", d.loads)
	}
	keep(t, a, "acme", "two", 0, post("b", "Go", 0, nil))
	if ids := found(t, a, "acme", "", posting.Query{}); !slices.Equal(ids, []string{"b", "a"}) {
		t.Errorf("acme finds %v", ids)
	}
	if _, err := a.Delete(t.Context(), "acme", "one"); err != nil {
		t.Fatal(err)
	}
	if ids := found(t, a, "acme", "", posting.Query{}); !slices.Equal(ids, []string{"b"}) {
		t.Errorf("after the deletion acme finds %v", ids)
	}
}

// pickOf chooses one snapshot, all where none is named.
func pickOf(id string) func(archive.Kept) bool {
	if id == "" {
		return nil
	}
	return func(k archive.Kept) bool { return k.ID == id }
}
