package talent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/fault"
	"kadry/internal/talent"
	"kadry/internal/talent/resume"
)

func TestParse(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	for text, want := range map[string]talent.Query{
		"Senior Python developer with Docker, 5+ years":  {Required: []string{"Python", "Docker"}, Level: resume.Senior, MinYears: 5},
		"Старший разработчик на Java, опыт от 6 лет":     {Required: []string{"Java"}, Level: resume.Senior, MinYears: 6},
		"мидл Python, желательно Docker, Kubernetes":     {Required: []string{"Python"}, Preferred: []string{"Docker", "Kubernetes"}, Level: resume.Mid},
		"Python, Docker will be nice to have":            {Required: []string{"Python"}, Preferred: []string{"Docker"}},
		"Java without Kotlin":                            {Required: []string{"Java"}, Excluded: []string{"Kotlin"}},
		"Python без Java, с Docker":                      {Required: []string{"Python", "Docker"}, Excluded: []string{"Java"}},
		"React, Java не нужна":                           {Required: []string{"React"}, Excluded: []string{"Java"}},
		"Go 3+ years and 5 years of PostgreSQL":          {Required: []string{"Go", "PostgreSQL"}, SkillYears: []talent.SkillYears{{Skill: "Go", Years: 3}, {Skill: "PostgreSQL", Years: 5}}},
		"Python в Москве":                                {Required: []string{"Python"}, Location: "moscow"},
		"Python based in Sampleford":                     {Required: []string{"Python"}, Location: "Sampleford"},
		"Python, English B2, fluent German":              {Required: []string{"Python"}, Languages: []talent.Speaks{{Language: "en", CEFR: "B2"}, {Language: "de", CEFR: "C1"}}},
		"Python, 3-6 лет":                                {Required: []string{"Python"}, MinYears: 3, MaxYears: 6},
		"junior C++ up to 2 years":                       {Required: []string{"C++"}, Level: resume.Junior, MaxYears: 2},
		"python, знание Django будет плюсом, Москва":     {Required: []string{"python"}, Preferred: []string{"Django"}, Location: "moscow"},
		"Data scientist 3+ years of PyTorch":             {Required: []string{"PyTorch"}, SkillYears: []talent.SkillYears{{Skill: "PyTorch", Years: 3}}},
		"тимлид на Java":                                 {Required: []string{"Java"}, Level: resume.Senior},
		"C++ программист без опыта":                      {Required: []string{"C++"}, Level: resume.Junior},
		"backend developer who knows C# but not Java":    {Required: []string{"C#"}, Excluded: []string{"Java"}},
		"Python, 6 years tops":                           {Required: []string{"Python"}, MaxYears: 6},
		"Python, not over 12 years of experience":        {Required: []string{"Python"}, MaxYears: 12},
		"Python, опыт 4 года максимум":                   {Required: []string{"Python"}, MaxYears: 4},
		"Python, от 5 лет, максимум 300 тысяч":           {Required: []string{"Python"}, MinYears: 5},
		"accountant, must hold the ACCA":                 {Required: []string{"ACCA"}},
		"React, GraphQL would be appreciated":            {Required: []string{"React"}, Preferred: []string{"GraphQL"}},
		"MySQL, WordPress мимо":                          {Required: []string{"MySQL"}, Excluded: []string{"WordPress"}},
		"C++, leave out Arduino":                         {Required: []string{"C++"}, Excluded: []string{"Arduino"}},
		"welder foobaring, barqux":                       {Required: []string{"foobaring", "barqux"}},
		"сварщик 6 разряд, без бракоделия":               {Required: []string{"6 разряд"}, Excluded: []string{"бракоделия"}},
		"plumber from foobaria for our barqux project":   {},
		"electrician, own tools, honest, starts monday":  {},
		"java developer spring postgresql 3+ years":      {Required: []string{"java", "spring", "postgresql"}, MinYears: 3},
		"Python, no fewer than 3 years":                  {Required: []string{"Python"}, MinYears: 3},
		"Python, желательно Docker, Казань":              {Required: []string{"Python"}, Preferred: []string{"Docker"}, Location: "kazan"},
		"надо медсестру":                                 {},
		"French, native speaker, Docker":                 {Required: []string{"Docker"}, Languages: []talent.Speaks{{Language: "fr", CEFR: "native"}}},
		"welder " + strings.Repeat("zorb barq quux ", 3): {}, // a text that was pasted
		"Python, Люблино":                                {Required: []string{"Python"}, Location: "lyublino"},
		"Python with a master's degree":                  {Required: []string{"Python"}, EducationLevel: "master"},
	} {
		got := b.Parse(team, text).Query
		got.Text, got.Occupations = "", nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

func TestFind_refinesWithoutState(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"senior": cv("Anna Sample", "Python Developer", "01/2010 - Present", "Python", "Docker"),
		"junior": cv("Boris Sample", "Python Developer", "01/2026 - Present", "Python"),
	})
	find := func(b *talent.Base, f talent.FreeQuery) talent.FreeAnswer {
		f.TopK = 5
		answer, err := b.Find(context.Background(), team, f)
		if err != nil {
			t.Fatalf("%+v: %v", f, err)
		}
		return answer
	}
	first := find(b, talent.FreeQuery{Text: "Python"})
	if first.Total != 2 {
		t.Fatalf("python finds %d", first.Total)
	}
	// Another replica, started later, understands the search id.
	parts, err := knowledge()
	if err != nil {
		t.Fatal(err)
	}
	parts.Store, parts.Feed, parts.Now = stored, stored, b.Now
	other := talent.New(parts)
	narrow := find(other, talent.FreeQuery{RefineOf: first.SearchID, Text: "only seniors"})
	if diff := cmp.Diff([]string{"senior"}, names(ids, narrow.Candidates)); diff != "" {
		t.Error(diff)
	}
	wide := find(other, talent.FreeQuery{RefineOf: narrow.SearchID, Remove: talent.Query{Level: resume.Senior}})
	if wide.Total != 2 || wide.SearchID != first.SearchID {
		t.Errorf("widened to %d; same query, ids equal: %v", wide.Total, wide.SearchID == first.SearchID)
	}
	switched := find(other, talent.FreeQuery{RefineOf: wide.SearchID, Add: talent.Query{Excluded: []string{"docker"}}, Set: talent.Query{Required: []string{"питон"}}})
	if diff := cmp.Diff([]string{"junior"}, names(ids, switched.Candidates)); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"xx", first.SearchID[:len(first.SearchID)-3], "A" + first.SearchID[1:] + "A", string(make([]byte, 1<<20))} {
		if _, err := b.Find(context.Background(), team, talent.FreeQuery{RefineOf: bad, TopK: 5}); fault.KindOf(err) != fault.Invalid {
			t.Errorf("search id %.10q...: %v", bad, err)
		}
	}
}

func TestFind_tradesByTitle(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"cook":   cv("Anna Sample", "Executive Chef", "01/2010 - Present", "menu planning"),
		"clerk":  cv("Boris Sample", "Clerk", "01/2010 - Present", "data entry"),
		"helper": cv("Clara Sample", "Clerk", "01/2010 - Present", "helping the chef"),
	})
	answer, err := b.Find(context.Background(), team, talent.FreeQuery{Text: "chef", TopK: 5})
	if err != nil {
		t.Fatal(err)
	}
	if got := names(ids, answer.Candidates); len(got) == 0 || got[0] != "cook" {
		t.Errorf("chef finds %q", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"senior Python 5+ лет без Java", "желательно", "5 years of", "\xff C++ B2", "Go - - 99 years, not, ;"} {
		f.Add(seed)
	}
	b, _ := newBase(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		_, err := b.Find(context.Background(), team, talent.FreeQuery{Text: text, TopK: 3})
		if err != nil && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// TestParse_firms takes former employers and schools as they are written, and no more of them than a
// question has.
func TestParse_firms(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	for text, want := range map[string]talent.Query{
		"Python, ex-Acme or ex-Globex":                {Required: []string{"Python"}, AnyOf: [][]string{{"Acme", "Globex"}}},
		"Python, not from Acme":                       {Required: []string{"Python"}, Excluded: []string{"Acme"}},
		"Python, graduate of University of Lagos":     {Required: []string{"Python", "University of Lagos"}},
		"Python, экономическое образование":           {Required: []string{"Python", "экономическое"}},
		"Python, первая или высшая категория":         {Required: []string{"Python"}, AnyOf: [][]string{{"первая категория", "высшая категория"}}},
		"Python, без опыта в банках не смотреть":      {Required: []string{"Python", "банках"}},
		"Python, $18/hr, до 35 лет":                   {Required: []string{"Python"}},
		"Python, speaks Urdu, Hong Kong":              {Required: []string{"Python"}, Languages: []talent.Speaks{{Language: "ur"}}, Location: "hong kong"},
		"питoн, Docker":                               {Required: []string{"питoн", "Docker"}},
		"developer Kenya Python Docker a plus":        {Required: []string{"Python"}, Preferred: []string{"Docker"}, Location: "kenya"},
		"репетитор французского с уровнем C1, Python": {Required: []string{"Python"}, Languages: []talent.Speaks{{Language: "fr", CEFR: "C1"}}},
	} {
		got := b.Parse(team, text).Query
		got.Text, got.Occupations = "", nil
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
	if got := b.Parse(team, "ex "+strings.Repeat("acmea/globex/", 200)).Query; len(got.Required)+len(got.AnyOf) > 8 {
		t.Errorf("%d conditions", len(got.Required)+len(got.AnyOf))
	}
}
