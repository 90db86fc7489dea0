package place_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/market/place"
)

func load(t testing.TB) *place.Tree {
	t.Helper()
	tree, err := place.Load()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// outcome is the id that was found, or the word for what was.
func outcome(r place.Resolution) string {
	switch r.How {
	case place.Ambiguous, place.Anywhere:
		return string(r.How)
	case place.Unresolved:
		return "none"
	}
	return r.Area.ID
}

// TestResolveUnderstandsWhatPeopleType holds the reading of spellings to 98 %.
func TestResolveUnderstandsWhatPeopleType(t *testing.T) {
	t.Parallel()
	tree := load(t)
	text, err := os.ReadFile("testdata/places.tsv")
	if err != nil {
		t.Fatal(err)
	}
	asked, right := 0, 0
	for line := range strings.Lines(string(text)) {
		cols := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || len(cols) < 2 {
			continue
		}
		asked++
		got := tree.Resolve(cols[0])
		if outcome(got) == cols[1] {
			right++
		} else {
			t.Logf("%q means %s (%s, %v), want %v", cols[0], outcome(got), got.How, got.Path, cols[1:])
		}
	}
	if asked < 200 || right*100 < asked*98 {
		t.Errorf("%d of %d spellings are understood, want 98 %% of 200 and more", right, asked)
	}
}

func TestResolveTellsHow(t *testing.T) {
	t.Parallel()
	tree := load(t)
	for asked, want := range map[string]place.How{
		"1": place.ByID, "Москва": place.Exact, "г. москва": place.Case, "мск": place.Alias, "в Казани": place.Inflected,
		"Cherepovets": place.Translit, "rfpfym": place.Layout, "Новосебирск": place.Typo, "Железногорск, Курская область": place.Case,
		"Березовский Кемеровская область": place.Case, "Россия, Самара": place.Compound, "удалёнка": place.Anywhere,
		"Троицк": place.Ambiguous, "Мордор": place.Unresolved, "": place.Unresolved,
	} {
		if got := tree.Resolve(asked); got.How != want {
			t.Errorf("%q is found by %s, want %s", asked, got.How, want)
		}
	}
}

func TestRemoteWorkKeepsThePlaceBesideIt(t *testing.T) {
	t.Parallel()
	tree := load(t)
	for asked, id := range map[string]string{"удалённо, Казань": "88", "Москва удаленно": "1", "remote": "", "можно из дома": ""} {
		if got := tree.Resolve(asked); !got.Remote || got.Area.ID != id || got.Err() != nil {
			t.Errorf("%q: remote %v, area %q, %v", asked, got.Remote, got.Area.ID, got.Err())
		}
	}
	if got := tree.Resolve("Казань"); got.Remote {
		t.Error("a town is taken for remote work")
	}
}

func TestErrNamesCandidatesInBothLanguages(t *testing.T) {
	t.Parallel()
	tree := load(t)
	several := tree.Resolve("Железногорск")
	failure := fault.From(several.Err())
	if failure.Kind != fault.Invalid || len(failure.Candidates) != 2 || several.Others != 2 {
		t.Errorf("an ambiguous name answers %v with %v", failure.Kind, failure.Candidates)
	}
	if !strings.Contains(failure.Text.EN, "2 places") || !strings.Contains(failure.Text.RU, `"Железногорск": 2`) {
		t.Errorf("texts: %q, %q", failure.Text.EN, failure.Text.RU)
	}
	missing := fault.From(tree.Resolve("Ввоординск").Err())
	if missing.Kind != fault.NotFound {
		t.Errorf("an unknown name answers %v", missing.Kind)
	}
	if near := tree.Resolve("Уффа"); !slices.ContainsFunc(near.Candidates, func(c place.Candidate) bool { return c.Area.Name == "Уфа" }) {
		t.Errorf("nearest of Уффа: %v", near.Candidates)
	}
}

func TestRegionCountryAndPath(t *testing.T) {
	t.Parallel()
	tree := load(t)
	for id, want := range map[string]struct{ code, country, path string }{
		"1":    {"77", "113", "Россия/Москва"},
		"2":    {"78", "113", "Россия/Санкт-Петербург"},
		"88":   {"16", "113", "Россия/Республика Татарстан/Казань"},
		"130":  {"92", "113", "Россия/Республика Крым/Севастополь"},
		"131":  {"91", "113", "Россия/Республика Крым/Симферополь"},
		"160":  {"", "40", "Казахстан/Алматы"},
		"27":   {"", "27", "Германия"},
		"113":  {"", "113", "Россия"},
		"none": {"", "", ""},
	} {
		code, _ := tree.Region(id)
		country, _ := tree.Country(id)
		if path := strings.Join(tree.Path(id), "/"); code != want.code || country.ID != want.country || path != want.path {
			t.Errorf("%s: region %q, country %q, path %q, want %v", id, code, country.ID, path, want)
		}
	}
	if !tree.Within("88", "1624") || !tree.Within("88", "113") || !tree.Within("88", "88") || tree.Within("1624", "88") || tree.Within("x", "113") {
		t.Error("Within does not follow the tree")
	}
}

// TestEveryAreaIsFoundByItsName reads names back, in any case: the area itself is the answer
// or one of several bearers.
func TestEveryAreaIsFoundByItsName(t *testing.T) {
	t.Parallel()
	tree := load(t)
	ids := areaIDs(t)
	rapid.Check(t, func(t *rapid.T) {
		area, _ := tree.Area(rapid.SampledFrom(ids).Draw(t, "id"))
		change := rapid.SampledFrom([]func(string) string{strings.ToLower, strings.ToUpper, strings.TrimSpace}).Draw(t, "case")
		got := tree.Resolve(change(area.Name))
		same := func(c place.Candidate) bool { return c.Area.ID == area.ID }
		if got.Area.ID != area.ID && !slices.ContainsFunc(got.Candidates, same) && got.Others <= len(got.Candidates) {
			t.Fatalf("%q means %v", area.Name, got)
		}
		if got.Known() == (got.Err() != nil) {
			t.Fatalf("%q: known %v, error %v", area.Name, got.Known(), got.Err())
		}
	})
}

func areaIDs(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("data/areas.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for line := range strings.Lines(string(text)) {
		if id, _, ok := strings.Cut(line, "\t"); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) < 9000 {
		t.Fatalf("%d areas", len(ids))
	}
	return ids
}

func FuzzResolve(f *testing.F) {
	tree := load(f)
	for _, s := range []string{"Москва", "в Казани", "Moscow, Russia", "vjcrdf", "удалённо, Уфа", "\xff\xfe", "((()))", "и и и", strings.Repeat("Новосибирск ", 20), "обл обл обл"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, asked string) {
		got := tree.Resolve(asked)
		if len(got.Candidates) > 8 || got.Others < len(got.Candidates) {
			t.Errorf("%d candidates of %d", len(got.Candidates), got.Others)
		}
		if got.Known() != (len(got.Path) > 0) || got.Known() && got.Err() != nil {
			t.Errorf("known %v, path %v, error %v", got.Known(), got.Path, got.Err())
		}
	})
}

func BenchmarkResolveUnknown(b *testing.B) {
	tree := load(b)
	for b.Loop() {
		tree.Resolve("Несуществующеград Заозёрский")
	}
}

func TestTownWithoutAnAreaIsItsCountryAndSaysSo(t *testing.T) {
	t.Parallel()
	tree := load(t)
	for asked, wider := range map[string]bool{"Ереван": true, "Yerevan": true, "Армения": false, "Казань": false} {
		if got := tree.Resolve(asked); got.Wider != wider || !got.Known() {
			t.Errorf("%q: wider %v, area %q", asked, got.Wider, got.Area.ID)
		}
	}
}

func TestPrepositionTellsACaseFromASlip(t *testing.T) {
	t.Parallel()
	tree := load(t)
	if got := tree.Resolve("Красноярк"); got.How != place.Typo || got.Area.Name != "Красноярск" || len(got.Candidates) == 0 {
		t.Errorf("a slip in a city means %v by %s", got.Path, got.How)
	}
	if got := tree.Resolve("в Красноярке"); got.How != place.Inflected {
		t.Errorf("a village in a case is found by %s: %v", got.How, got.Path)
	}
}
