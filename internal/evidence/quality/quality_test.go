package quality_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/evidence/quality"
	"kadry/internal/github"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func after(hours float64) time.Time { return start.Add(time.Duration(hours * float64(time.Hour))) }

// said are words on a pull request: "ann:3" is ann's after three hours, "+" marks a bot.
func said(t *testing.T, words string) (voices []github.Voice) {
	t.Helper()
	for word := range strings.FieldsSeq(words) {
		by, at, _ := strings.Cut(word, ":")
		wait, err := time.ParseDuration(at + "h")
		if err != nil {
			t.Fatal(err)
		}
		name, bot := strings.CutPrefix(by, "+")
		voices = append(voices, github.Voice{By: name, Bot: bot, At: start.Add(wait)})
	}
	return voices
}

func TestPulls(t *testing.T) {
	t.Parallel()
	p := github.Participation{PullsTotal: 9, ReviewedTotal: 11, Answered: 4}
	for _, hours := range []float64{1, 2, 4, 8, 100, 30} { // merged
		p.Pulls = append(p.Pulls, github.Pull{CreatedAt: start, MergedAt: after(hours), ClosedAt: after(hours)})
	}
	p.Pulls = append(p.Pulls, github.Pull{CreatedAt: start, ClosedAt: after(1)}, github.Pull{CreatedAt: start, ClosedAt: after(2)}, github.Pull{CreatedAt: start})
	for i := range 10 {
		issue := github.Issue{CreatedAt: start}
		if i < 8 {
			issue.ClosedAt = after(float64(i))
		}
		p.Issues = append(p.Issues, issue)
	}
	q := quality.Of("ann", p)
	if q.Opened != 9 || q.Merged != 6 || q.Declined != 2 || q.Open != 1 {
		t.Errorf("%+v", q)
	}
	if want := (quality.Ratio{N: 8, Value: 0.75, Low: 0.409, High: 0.929, Sufficient: true}); q.Acceptance != want { // open ones are neither
		t.Errorf("acceptance %+v", q.Acceptance)
	}
	if want := (quality.Span{N: 6, Hours: 6, Sufficient: true}); q.ToMerge != want { // between 4 and 8
		t.Errorf("to merge %+v", q.ToMerge)
	}
	if q.Issues != 10 || q.IssuesClosed != 8 || q.Answered != 4 || q.ToClose.Hours != 3.5 {
		t.Errorf("issues %+v", q)
	}
	if want := (quality.Ratio{N: 20, Value: 0.55, Low: 0.342, High: 0.742, Sufficient: true}); q.Participation != want {
		t.Errorf("participation %+v", q.Participation)
	}
}

// The intervals are those of published tables and of other programs.
func TestWilson(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		hits, n         int
		value, low, top float64
	}{
		{8, 10, 0.8, 0.490, 0.943},
		{0, 10, 0, 0, 0.278},
		{10, 10, 1, 0.722, 1},
		{81, 263, 0.308, 0.255, 0.366}, // Newcombe 1998, method 3
		{15, 148, 0.101, 0.062, 0.16},  // likewise
		{0, 20, 0, 0, 0.161},           // likewise
		{1, 29, 0.034, 0.006, 0.172},   // likewise
		{50, 100, 0.5, 0.404, 0.596},
	} {
		p := github.Participation{}
		for i := range c.n {
			issue := github.Issue{CreatedAt: start}
			if i < c.hits {
				issue.ClosedAt = after(1)
			}
			p.Issues = append(p.Issues, issue)
		}
		want := quality.Ratio{N: c.n, Value: c.value, Low: c.low, High: c.top, Sufficient: true}
		if got := quality.Of("ann", p).IssueClosure; got != want {
			t.Errorf("%d of %d: %+v, want %+v", c.hits, c.n, got, want)
		}
	}
}

// Under five cases there is a number of cases and no figure.
func TestInsufficient(t *testing.T) {
	t.Parallel()
	p := github.Participation{ReviewedTotal: 2, PullsTotal: 2}
	for range quality.Enough - 1 {
		p.Pulls = append(p.Pulls, github.Pull{CreatedAt: start, MergedAt: after(5), Voices: said(t, "bob:1 ann:2")})
		p.Issues = append(p.Issues, github.Issue{CreatedAt: start, ClosedAt: after(5)})
	}
	q := quality.Of("ann", p)
	for name, r := range map[string]quality.Ratio{"acceptance": q.Acceptance, "participation": q.Participation, "closure": q.IssueClosure} {
		if r != (quality.Ratio{N: 4}) {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for name, s := range map[string]quality.Span{"merge": q.ToMerge, "first": q.FirstResponse, "turns": q.Responsiveness, "close": q.ToClose} {
		if s != (quality.Span{N: 4}) {
			t.Errorf("%s: %+v", name, s)
		}
	}
	if none := quality.Of("ann", github.Participation{}); none.Acceptance.Sufficient || none.Participation != (quality.Ratio{}) {
		t.Errorf("nobody: %+v", none)
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, words  string
		first, turns int     // cases, of five pull requests that are alike
		at, wait     float64 // hours
	}{
		{"nobody said anything", "", 0, 0, 0, 0},
		{"the person alone", "ann:1 ANN:2", 0, 0, 0, 0},
		{"a program alone", "+ci:1 ann:2 +ci:3", 0, 0, 0, 0},
		{"somebody, unanswered", "bob:3", 5, 0, 3, 0},
		{"an answer", "bob:3 ann:7", 5, 5, 3, 4},
		{"of several words the first waits", "bob:3 eve:4 bob:5 ann:7", 5, 5, 3, 4},
		{"of several answers the first counts", "bob:3 ann:7 ann:9", 5, 5, 3, 4},
		{"programs between", "+ci:1 bob:3 +ci:4 ann:7", 5, 5, 3, 4},
		{"two turns", "bob:1 ann:3 eve:10 Ann:20", 5, 10, 1, 6},
		{"the person first", "ann:1 bob:2 ann:4", 5, 5, 2, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := github.Participation{}
			for range 5 {
				p.Pulls = append(p.Pulls, github.Pull{CreatedAt: start, Voices: said(t, c.words)})
			}
			q := quality.Of("Ann", p)
			if q.FirstResponse.N != c.first || q.FirstResponse.Hours != c.at || q.Responsiveness.N != c.turns || q.Responsiveness.Hours != c.wait {
				t.Errorf("first %+v, turns %+v", q.FirstResponse, q.Responsiveness)
			}
		})
	}
}

func TestReviews(t *testing.T) {
	t.Parallel()
	p := github.Participation{ReviewedTotal: 7}
	for i := range 5 {
		p.Reviewed = append(p.Reviewed, github.Review{
			Author: "bob", CreatedAt: start, States: []string{"COMMENTED", "APPROVED"}, At: []time.Time{after(float64(10 + i)), after(float64(2 + i))},
		})
	}
	p.Reviewed = append(p.Reviewed,
		github.Review{Author: "dependabot[bot]", CreatedAt: start, States: []string{"APPROVED"}, At: []time.Time{after(9000)}},
		github.Review{Author: "bob", CreatedAt: start})
	q := quality.Of("ann", p)
	if q.ReviewDelay != (quality.Span{N: 5, Hours: 4, Sufficient: true}) {
		t.Errorf("delay %+v", q.ReviewDelay)
	}
	if q.ReviewStates["APPROVED"] != 6 || q.ReviewStates["COMMENTED"] != 5 || q.Reviewed != 7 {
		t.Errorf("%+v", q)
	}
}

// Whatever GitHub says, ratios lie in their intervals and times are not negative.
func TestOf_any(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		moment := rapid.Custom(func(t *rapid.T) time.Time {
			if rapid.Bool().Draw(t, "none") {
				return time.Time{}
			}
			return after(rapid.Float64Range(-1e4, 1e4).Draw(t, "at"))
		})
		p := github.Participation{ReviewedTotal: rapid.IntRange(0, 99).Draw(t, "reviewed"), PullsTotal: rapid.IntRange(0, 99).Draw(t, "total")}
		for range rapid.IntRange(0, 12).Draw(t, "pulls") {
			pull := github.Pull{CreatedAt: moment.Draw(t, "created"), MergedAt: moment.Draw(t, "merged"), ClosedAt: moment.Draw(t, "closed")}
			for range rapid.IntRange(0, 4).Draw(t, "voices") {
				pull.Voices = append(pull.Voices, github.Voice{By: rapid.SampledFrom([]string{"", "ann", "bob"}).Draw(t, "by"), Bot: rapid.Bool().Draw(t, "bot"), At: moment.Draw(t, "said")})
			}
			p.Pulls = append(p.Pulls, pull)
			p.Issues = append(p.Issues, github.Issue{CreatedAt: pull.CreatedAt, ClosedAt: pull.ClosedAt})
		}
		q := quality.Of("ann", p)
		if q.Merged+q.Declined+q.Open != q.Opened {
			t.Fatalf("%+v", q)
		}
		for _, r := range []quality.Ratio{q.Acceptance, q.Participation, q.IssueClosure} {
			if r.Low < 0 || r.Low > r.Value || r.Value > r.High || r.High > 1 || r.Sufficient != (r.N >= quality.Enough) {
				t.Fatalf("%+v", r)
			}
		}
		for _, s := range []quality.Span{q.ToMerge, q.FirstResponse, q.Responsiveness, q.ToClose} {
			if s.Hours < 0 || math.IsNaN(s.Hours) {
				t.Fatalf("%+v", s)
			}
		}
	})
}
