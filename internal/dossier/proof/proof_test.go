package proof_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kadry/internal/dossier/proof"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

func now() time.Time { return time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC) }

func TestOfClaim_weighsByPlace(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		claim    proof.Claim
		from, to float64
		text     string
	}{
		"long dated work":      {proof.Claim{Where: proof.Position, Dated: true, Years: 6, LastUsed: "2026-05"}, 0.95, 0.95, "years: 6, last used 2026-05"},
		"short dated work":     {proof.Claim{Where: proof.Position, Dated: true, Years: 0.5, LastUsed: "2026-05"}, 0.54, 0.55, "Dated work"},
		"old dated work":       {proof.Claim{Where: proof.Position, Dated: true, Years: 6, LastUsed: "2012-05"}, 0.5, 0.53, "last used 2012-05"},
		"a year without month": {proof.Claim{Where: proof.Position, Dated: true, Years: 5, LastUsed: "2021"}, 0.7, 0.8, "last used 2021"},
		"work without dates":   {proof.Claim{Where: proof.Position, Years: 9}, 0.4, 0.4, "without dates"},
		"a project":            {proof.Claim{Where: proof.Project}, 0.4, 0.4, "project"},
		"a sentence":           {proof.Claim{Where: proof.Text}, 0.3, 0.3, "text"},
		"a list":               {proof.Claim{Where: proof.List, Years: 10}, 0.25, 0.25, "Only listed"},
		"endorsements":         {proof.Claim{Where: proof.List, Source: proof.LinkedIn, Endorsements: 99_999}, 0.4, 0.4, "endorsements: 99999"},
		"negative figures":     {proof.Claim{Where: proof.List, Endorsements: -5, Years: -1}, 0.25, 0.25, "Only listed"},
		"an overfull list":     {proof.Claim{Where: proof.List, Named: 61}, 0.1, 0.1, "more than 60"},
		"stuffing in a job":    {proof.Claim{Where: proof.Position, Dated: true, Years: 6, Beside: 31}, 0.25, 0.25, "Only listed"},
		"overfull, but a job":  {proof.Claim{Where: proof.Position, Dated: true, Years: 6, Named: 80, Beside: 12}, 0.95, 0.95, "Dated work"},
		"basic knowledge":      {proof.Claim{Where: proof.Position, Dated: true, Years: 6, Stance: skill.Weak}, 0.3, 0.3, "basic"},
		"something broader":    {proof.Claim{Where: proof.Position, Dated: true, Years: 6, How: skill.Broader, Found: "containers"}, 0.4, 0.4, "as containers"},
		"something narrower":   {proof.Claim{Where: proof.Position, Dated: true, Years: 6, How: skill.Narrower, Found: "GKE"}, 0.95, 0.95, "as GKE"},
		"no number":            {proof.Claim{Where: proof.Position, Dated: true, Years: math.NaN(), LastUsed: "lately"}, 0.5, 0.5, "Dated work."},
	} {
		c.claim.Skill = "go"
		got := proof.OfClaim(c.claim, now())
		if !got.Known || got.Strength < c.from || got.Strength > c.to || !strings.Contains(got.Text.EN, c.text) || got.Text.RU == "" {
			t.Errorf("%s: %+v, want %.2f to %.2f and %q", name, got, c.from, c.to, c.text)
		}
	}
}

func TestOfClaim_denialsAndRelatives(t *testing.T) {
	t.Parallel()
	for _, stance := range []skill.Stance{skill.Negated, skill.Planned} {
		p := proof.OfClaim(proof.Claim{Skill: "go", Where: proof.Position, Dated: true, Years: 9, Stance: stance}, now())
		if !p.Known || !p.Denied || p.Strength != 0 || proof.Join("go", []proof.Proof{p}).Status != proof.Denied {
			t.Errorf("%s: %+v", stance, p)
		}
	}
	p := proof.OfClaim(proof.Claim{Skill: "go", Where: proof.Position, Dated: true, Years: 9, How: skill.Related}, now())
	if p.Known || p.Strength != 0 || proof.Join("go", []proof.Proof{p}).Status != proof.Unknown {
		t.Errorf("related: %+v", p)
	}
}

func TestOfClaim_onlyDatedWorkReachesTheLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := proof.Claim{
			Skill: "go", Source: rapid.SampledFrom([]proof.Source{proof.CV, proof.LinkedIn}).Draw(t, "source"),
			Where:  rapid.SampledFrom([]proof.Where{proof.Position, proof.Project, proof.Text, proof.List, "elsewhere"}).Draw(t, "where"),
			Stance: rapid.SampledFrom([]skill.Stance{"", skill.Affirmed, skill.Weak, skill.Planned, skill.Negated}).Draw(t, "stance"),
			How:    rapid.SampledFrom([]skill.How{"", skill.Exact, skill.Alias, skill.Implied, skill.Narrower, skill.Broader, skill.Related}).Draw(t, "how"),
			Dated:  rapid.Bool().Draw(t, "dated"), Years: rapid.Float64().Draw(t, "years"),
			LastUsed:     rapid.SampledFrom([]string{"", "2026-10", "1999-01", "2031-01", "2010", "never"}).Draw(t, "last"),
			Endorsements: rapid.Int().Draw(t, "endorsements"), Beside: rapid.IntRange(0, 90).Draw(t, "beside"), Named: rapid.IntRange(0, 200).Draw(t, "named"),
		}
		p := proof.OfClaim(c, now())
		if !(p.Strength >= 0 && p.Strength < 1) {
			t.Fatalf("strength %v", p.Strength)
		}
		if p.Strength >= proof.Line && (c.Where != proof.Position || !c.Dated || c.Stance != "" && c.Stance != skill.Affirmed || c.How == skill.Broader) {
			t.Fatalf("%+v passes with %v", c, p.Strength)
		}
	})
}

func TestJoin_theStrongestCountsAndTheOthersStay(t *testing.T) {
	t.Parallel()
	all := []proof.Proof{
		proof.OfClaim(proof.Claim{Skill: "go", Source: proof.CV, Where: proof.List}, now()),
		proof.OfCode(proof.Code{Skill: "go", Shown: true, Score: 0.8, Why: fault.Say("Own commits: 40.", "Свои коммиты: 40.")}),
		proof.OfCode(proof.Code{Skill: "rust", Shown: true, Score: 1}),
		proof.OfInterview(proof.Answer{Skill: "go"}),
	}
	f := proof.Join("go", all)
	best, ok := f.Best()
	if !ok || best.Source != proof.GitHub || f.Strength != 0.8 || f.Status != proof.Met || len(f.Proofs) != 3 || f.Conflict {
		t.Errorf("got %+v", f)
	}
	if last := f.Proofs[2]; last.Known || last.Source != proof.Interview {
		t.Errorf("the silent source stands before others: %+v", f.Proofs)
	}
}

func TestJoin_unknownIsNotZero(t *testing.T) {
	t.Parallel()
	for name, all := range map[string][]proof.Proof{
		"no source": nil,
		"silence":   {proof.OfCode(proof.Code{Skill: "go", Score: 0.9}), proof.OfInterview(proof.Answer{Skill: "go", Score: 1})},
	} {
		f := proof.Join("go", all)
		if _, ok := f.Best(); ok || f.Status != proof.Unknown {
			t.Errorf("%s: %+v", name, f)
		}
	}
	silent := proof.OfCode(proof.Code{Skill: "go"})
	weak := proof.OfClaim(proof.Claim{Skill: "go", Source: proof.CV, Where: proof.List}, now())
	if f := proof.Join("go", []proof.Proof{silent, weak}); f.Status != proof.Weak || f.Strength != 0.25 {
		t.Errorf("silence took something away: %+v", f)
	}
}

func TestJoin_seesThatSourcesDisagree(t *testing.T) {
	t.Parallel()
	claim := proof.OfClaim(proof.Claim{Skill: "go", Source: proof.CV, Where: proof.Position, Dated: true, Years: 5}, now())
	asked := proof.OfInterview(proof.Answer{Skill: "go", Asked: 2, Score: 0.2})
	if f := proof.Join("go", []proof.Proof{claim, asked}); !f.Conflict || f.Status != proof.Met {
		t.Errorf("got %+v", f)
	}
	asked.Strength = 0.6
	if f := proof.Join("go", []proof.Proof{claim, asked}); f.Conflict {
		t.Errorf("got %+v", f)
	}
}

func TestProof_keepsForeignTextPlain(t *testing.T) {
	t.Parallel()
	p := proof.OfCode(proof.Code{
		Skill: "go", Shown: true, Score: math.Inf(1), Why: fault.Say("<b>x</b>", "<b>x</b>"),
		Place: proof.Place{Repository: "a/<script>b", Quote: strings.Repeat("я", 10_000), URL: "javascript:alert(1)", Section: "x\n\ny"},
	})
	if p.Strength != 1 || p.Text.EN != "x" || p.Place.Repository != "a/ b" ||
		len([]rune(p.Place.Quote)) > 200 || p.Place.URL != "" || p.Place.Section != "x y" {
		t.Errorf("got %+v", p)
	}
}
