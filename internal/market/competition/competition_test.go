package competition_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/market/competition"
	"kadry/internal/market/currency"
	"kadry/internal/market/demand"
	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

var today = time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)

// wanted takes the key skills and the requirement's words as they are.
func wanted(p *posting.Posting) []demand.Wanted {
	var all []demand.Wanted
	for _, name := range p.KeySkills {
		all = append(all, demand.Wanted{ID: skill.ID(name), Name: name, Sources: []demand.Origin{demand.KeySkills}})
	}
	for name := range strings.FieldsSeq(p.Requirement) {
		if !slices.Contains(p.KeySkills, name) {
			all = append(all, demand.Wanted{ID: skill.ID(name), Name: name, Sources: []demand.Origin{demand.Requirement}})
		}
	}
	return all
}

func sampleOf(postings ...posting.Posting) competition.Sample {
	return competition.Sample{
		Now:   posting.Snapshot{Source: posting.HH, Taken: today, Found: len(postings), Complete: true, Postings: postings},
		Rates: currency.Rates{Date: today, Origin: currency.CBR, Units: map[string]float64{"USD": 80}}, Wanted: wanted,
	}
}

// market draws vacancies of 60 employers. Seniors earn twice as much and are asked for "go" three
// times as often, which is worth 20 % by itself; "sql" is worth nothing.
func market(n int) []posting.Posting {
	random := rand.New(rand.NewPCG(9, 9))
	all := make([]posting.Posting, n)
	for i := range all {
		employer := random.IntN(60)
		senior := random.IntN(2) == 0
		middle, experience, goes := 100_000., posting.OneToThree, 0.2
		if senior {
			middle, experience, goes = 200_000, posting.ThreeToSix, 0.6
		}
		p := posting.Posting{
			Source: posting.HH, ID: fmt.Sprint(i), Title: fmt.Sprint("Разработчик ", i), Experience: experience,
			Employer:  posting.Employer{ID: fmt.Sprint(employer), Name: fmt.Sprint("Компания ", employer), Agency: employer == 0},
			KeySkills: []string{"git"}, Formats: []posting.Format{posting.Remote, posting.OnSite}[:1+i%2], Employment: posting.Full,
		}
		if random.Float64() < goes {
			p.KeySkills = append(p.KeySkills, "go")
			middle *= 1.2
		}
		if random.IntN(2) == 0 {
			p.KeySkills = append(p.KeySkills, "sql")
		}
		from := math.Round(middle*math.Exp(0.15*random.NormFloat64())/5000) * 5000
		p.Pay = &posting.Pay{From: from, To: from * 1.2, Currency: "RUB", Basis: posting.Net, Per: posting.Month}
		if i%3 == 0 {
			p.Pay.To = 0
		}
		all[i] = p
	}
	return all
}

func of(t *testing.T, q competition.Question, s competition.Sample) competition.Answer {
	t.Helper()
	if q.Resamples == 0 {
		q.Resamples = 100
	}
	a, err := competition.Of(t.Context(), q, s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// reason is why a field is left out, "" where it is not.
func reason(a competition.Answer, field string) string {
	for _, u := range a.Unknown {
		if u.Field == field {
			return u.Reason.EN
		}
	}
	return ""
}

func bySkill(t *testing.T, a competition.Answer, name string) competition.Skill {
	t.Helper()
	i := slices.IndexFunc(a.BySkill, func(s competition.Skill) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("%s is not among %d skills", name, len(a.BySkill))
	}
	return a.BySkill[i]
}

func TestOf_premiumIsInsideExperience(t *testing.T) {
	t.Parallel()
	a := of(t, competition.Question{Resamples: 400}, sampleOf(market(600)...))
	inGo, inSQL := bySkill(t, a, "go"), bySkill(t, a, "sql")
	if p := inGo.Premium; p == nil || p.Percent < 12 || p.Percent > 28 || p.CI95[0] <= 0 || p.Adjusted > 0.05 {
		t.Errorf("go is worth 20 %%, told is %+v", p)
	}
	if p := inSQL.Premium; p == nil || p.CI95[0] > 0 || p.CI95[1] < 0 || p.Adjusted < p.P {
		t.Errorf("sql is worth nothing, told is %+v", p)
	}
	// Without strata go would seem to be worth far more, so the test can fail.
	if rest := bySkill(t, a, "git").Pay; inGo.Pay.P50.Value < 1.4*rest.P50.Value*0.8 {
		t.Errorf("the medians are %v with go and %v in all", inGo.Pay.P50.Value, rest.P50.Value)
	}
	if p := bySkill(t, a, "git").Premium; p != nil {
		t.Errorf("everybody asks for git, and it has the premium %+v", p)
	}
	if s := inGo.ShareCI95; s == nil || !(s[0] < inGo.Share && inGo.Share < s[1]) {
		t.Errorf("the share %v is within %v", inGo.Share, s)
	}
}

func TestOf_salary(t *testing.T) {
	t.Parallel()
	postings := market(300)
	postings[0].Pay.Per = posting.Hour
	postings[1].Pay.Currency = "XYZ"
	postings[2].Pay.From, postings[2].Pay.To = 500, 600
	a := of(t, competition.Question{Offer: pay.Offer{From: 250_000, To: 300_000}}, sampleOf(postings...))
	s := a.Salary
	if s.N != 297 || s.Excluded != (pay.Excluded{NotMonthly: 1, BadCurrency: 1, Implausible: 1}) || s.Unit != "RUB/month" || s.Basis != posting.Net {
		t.Errorf("salary of %d, excluded %+v, in %s %s", s.N, s.Excluded, s.Unit, s.Basis)
	}
	if s.P10 == nil || s.P90 == nil || s.Exchange != nil {
		t.Errorf("percentiles %v and %v, rates %v", s.P10, s.P90, s.Exchange)
	}
	if len(s.ByExperience) != 2 || s.ByExperience[1].P50.Value < 1.6*s.ByExperience[0].P50.Value {
		t.Errorf("by experience: %+v", s.ByExperience)
	}
	if juniors, seniors := s.ByExperience[0].Offer, s.ByExperience[1].Offer; juniors.From.Value <= seniors.From.Value || juniors.Verdict != pay.Above {
		t.Errorf("the offer stands at %+v among juniors, at %+v among seniors", juniors, seniors)
	}
	if a.Offer == nil || a.Offer.Verdict == pay.Below || reason(a, "offer") != "" {
		t.Errorf("the offer stands at %+v", a.Offer)
	}
	dollars := of(t, competition.Question{Currency: "usd", Offer: pay.Offer{From: 250_000 / 80., To: 300_000 / 80.}}, sampleOf(postings...))
	if got, want := dollars.Salary.P50.Value*80, s.P50.Value; math.Abs(got-want) > 40 || dollars.Salary.Unit != "USD/month" || dollars.Salary.Exchange == nil {
		t.Errorf("in dollars the median is %v roubles, not %v; %s", got, want, dollars.Salary.Unit)
	}
	if *dollars.Offer != *a.Offer && dollars.Offer.From.Value != a.Offer.From.Value {
		t.Errorf("in dollars the offer stands at %+v", dollars.Offer)
	}
	gross := of(t, competition.Question{Basis: posting.Gross}, sampleOf(postings...))
	if got, want := gross.Salary.P50.Value, pay.Gross(s.P50.Value); math.Abs(got/want-1) > 0.02 {
		t.Errorf("the gross median is %v, that of the net one %v", got, want)
	}
}

func TestOf_currencyWithoutRate(t *testing.T) {
	t.Parallel()
	_, err := competition.Of(t.Context(), competition.Question{Currency: "ZZZ"}, sampleOf(market(20)...))
	if fault.KindOf(err) != fault.Invalid {
		t.Errorf("refused with %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := competition.Of(ctx, competition.Question{}, sampleOf(market(20)...)); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// Of a small sample nothing is invented: every part that is missing says why, in both languages.
func TestOf_unknown(t *testing.T) {
	t.Parallel()
	for n, fields := range map[int][]string{
		0:  {"salary", "by_skill", "employers", "offer", "trending", "posting_time", "demand_supply.responses_per_vacancy", "demand_supply.hh_index", "structure.work_format", "structure.education"},
		4:  {"salary", "by_skill.premium", "offer"},
		10: {"salary.p25, salary.p75", "salary.p10, salary.p90", "offer", "by_skill.cobol"},
		40: {"salary.p10, salary.p90", "trending"},
	} {
		a := of(t, competition.Question{Offer: pay.Offer{From: 100_000}, Skills: []skill.ID{"cobol"}}, sampleOf(market(n)...))
		for _, field := range fields {
			if reason(a, field) == "" {
				t.Errorf("%d vacancies: %s is not said to be unknown", n, field)
			}
		}
		for _, u := range a.Unknown {
			if u.Reason.EN == "" || u.Reason.RU == "" || strings.Contains(u.Reason.EN+u.Reason.RU, "%!") {
				t.Errorf("%s: %q, %q", u.Field, u.Reason.EN, u.Reason.RU)
			}
		}
	}
}

// Whatever the postings hold, the answer is the same each time and holds no null and no NaN.
func TestOf_anything(t *testing.T) {
	t.Parallel()
	word := rapid.SampledFrom([]string{"", "go", "sql", "Go разработчик", "Казань"})
	rapid.Check(t, func(t *rapid.T) {
		postings := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) posting.Posting {
			p := posting.Posting{
				ID: word.Draw(t, "id"), Title: word.Draw(t, "title"), Employer: posting.Employer{Name: word.Draw(t, "employer")},
				Experience: posting.Experience(rapid.SampledFrom([]string{"", "0", "1-3", "x"}).Draw(t, "experience")), Requirement: word.Draw(t, "requirement"),
			}
			if rapid.Bool().Draw(t, "paid") {
				p.Pay = &posting.Pay{From: rapid.Float64().Draw(t, "from"), To: rapid.Float64Range(0, 1e6).Draw(t, "to"), Currency: rapid.SampledFrom([]string{"RUB", "USD", ""}).Draw(t, "code")}
			}
			return p
		}), 0, 25).Draw(t, "postings")
		var texts []string
		for range 2 {
			a, err := competition.Of(context.Background(), competition.Question{Resamples: 20, Resumes: 3, Offer: pay.Offer{To: 1}}, sampleOf(postings...))
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(a)
			if err != nil || strings.Contains(string(text), "null") {
				t.Fatalf("%s, %v", text, err)
			}
			texts = append(texts, string(text))
		}
		if texts[0] != texts[1] {
			t.Fatalf("two answers:\n%s\n%s", texts[0], texts[1])
		}
	})
}

func TestOf_employersAndStructure(t *testing.T) {
	t.Parallel()
	one := func(id, employer, title string, formats ...posting.Format) posting.Posting {
		return posting.Posting{Source: posting.HH, ID: id, Title: title, Employer: posting.Employer{ID: employer, Name: "Имя " + employer}, Formats: formats}
	}
	s := sampleOf(
		one("1", "a", "Продавец", posting.Remote, posting.Hybrid), one("2", "a", "Продавец"), one("3", "a", "Кассир"),
		one("4", "b", "Продавец", posting.OnSite), one("5", "c", "Продавец", posting.Remote),
	)
	s.Now.Found, s.Now.Complete = 10, false
	a := of(t, competition.Question{Resumes: 65}, s)
	if e := a.Employers; len(e) != 3 || e[0].Name != "Имя a" || e[0].Unique != 2 || e[0].Total != 3 || e[0].Intensity != 1.5 || e[0].Median != 0 {
		t.Errorf("employers: %+v", e)
	}
	if b := a.Sample; b.Unique != 4 || b.Fetched != 5 || b.Coverage != 0.5 || b.Intensity != 1.25 || !b.Partial {
		t.Errorf("sample: %+v", b)
	}
	if d := a.Supply; d.HHI != 6./16 || d.LargestShare != 0.5 || d.Vacancies != 10 || d.Index != 6.5 || d.Band != competition.Moderate {
		t.Errorf("supply: %+v", d)
	}
	if f := a.Structure.Formats; len(f) != 3 || f[0].Value != "remote" || f[0].N != 2 || f[0].Of != 3 || f[0].CI95[0] >= f[0].Share {
		t.Errorf("formats: %+v", f)
	}
	if len(a.Warnings) == 0 {
		t.Error("half of the postings are missing and nothing warns of it")
	}
}

// What a reader must know is said, and nothing else.
func TestOf_warnings(t *testing.T) {
	t.Parallel()
	if w := of(t, competition.Question{}, sampleOf(market(60)...)).Warnings; len(w) != 0 {
		t.Errorf("a whole sample in roubles is warned of: %v", w)
	}
	for name, c := range map[string]struct {
		change func(*competition.Sample)
		says   string
	}{
		"a part":        {func(s *competition.Sample) { s.Now.Found = 100 }, "60 of 100 found"},
		"mixed sources": {func(s *competition.Sample) { s.Now.Postings[7].Source = posting.Trudvsem }, "mixes 2 sources"},
		"no basis": {func(s *competition.Sample) {
			for i := range s.Now.Postings {
				s.Now.Postings[i].Pay.Basis = ""
			}
		}, "60 of 60 offers do not say"},
		"old rates": {func(s *competition.Sample) {
			s.Rates.Stale = true
			s.Now.Postings[7].Pay = &posting.Pay{From: 2000, Currency: "USD", Basis: posting.Net}
		}, "are of 2026-11-20"},
		"foreign tax": {func(s *competition.Sample) {
			s.Now.Postings[7].Pay = &posting.Pay{From: 2000, Currency: "USD", Basis: posting.Gross}
		}, "1 offers in other currencies"},
		"little pay": {func(s *competition.Sample) {
			for i := range 40 {
				s.Now.Postings[i].Pay = nil
			}
		}, "only 20 of 60"},
	} {
		s := sampleOf(market(60)...)
		c.change(&s)
		w := of(t, competition.Question{}, s).Warnings
		if len(w) != 1 || !strings.Contains(w[0].EN, c.says) || w[0].RU == "" {
			t.Errorf("%s: warned of %v, want %q", name, w, c.says)
		}
	}
}

func TestOf_bands(t *testing.T) {
	t.Parallel()
	for resumes, want := range map[int]competition.Band{
		19: competition.AcuteShortage, 20: competition.Shortage, 40: competition.Moderate, 80: competition.HighCompetition, 120: competition.ExtremeCompetition,
	} {
		if got := of(t, competition.Question{Resumes: resumes}, sampleOf(market(10)...)).Supply.Band; got != want {
			t.Errorf("%d resumes for 10 vacancies: %s, want %s", resumes, got, want)
		}
	}
}

func TestOf_responses(t *testing.T) {
	t.Parallel()
	postings := market(6)
	for i := range postings {
		n := 10 * i
		postings[i].Responses = &n
	}
	if got := of(t, competition.Question{}, sampleOf(postings...)).Supply; got.Responses != 25 || got.RespondedN != 6 {
		t.Errorf("%+v", got)
	}
	if a := of(t, competition.Question{}, sampleOf(postings[:3]...)); a.Supply.Responses != 0 || reason(a, "demand_supply.responses_per_vacancy") == "" {
		t.Errorf("of three: %+v", a.Supply)
	}
}
