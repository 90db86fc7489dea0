package talent_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/talent"
)

var vocabulary = []string{"Python", "Docker", "Kubernetes", "AWS", "Terraform", "Java", "PostgreSQL", "Kafka", "Redis", "React"}

// person draws a CV with some skills of the vocabulary.
func person(t *rapid.T, label string) (string, []string) {
	skills := rapid.SliceOfNDistinct(rapid.SampledFrom(vocabulary), 1, 6, rapid.ID[string]).Draw(t, label+" skills")
	year := rapid.IntRange(2010, 2024).Draw(t, label+" since")
	return cv("Sample Person"+label, "Developer", fmt.Sprintf("01/%d - 06/2025", year), skills...), skills
}

func TestOrder_moreCoverageNeverRanksBelow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b, _ := newBase(t)
		n := rapid.IntRange(1, 6).Draw(rt, "people")
		cvs := map[string]string{}
		for i := range n {
			cvs[fmt.Sprint(i)], _ = person(rt, fmt.Sprint("p", i))
		}
		stock(t, b, team, cvs)
		asked := rapid.SliceOfNDistinct(rapid.SampledFrom(vocabulary), 1, 4, rapid.ID[string]).Draw(rt, "asked")
		hits := search(t, b, talent.Query{Required: asked, Match: talent.MatchAny}).Candidates
		for i := 1; i < len(hits); i++ {
			if len(hits[i].MatchedRequired) > len(hits[i-1].MatchedRequired) {
				rt.Fatalf("%v is behind %v", hits[i].MatchedRequired, hits[i-1].MatchedRequired)
			}
		}
		// The order of the asked skills changes nothing but the order they are reported in.
		shuffled := slices.Clone(asked)
		rand.New(rand.NewPCG(1, 2)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		again := search(t, b, talent.Query{Required: shuffled, Match: talent.MatchAny}).Candidates
		for i := range hits {
			if hits[i].CandidateID != again[i].CandidateID || hits[i].Score != again[i].Score {
				rt.Fatalf("asked %v and %v: place %d differs", asked, shuffled, i)
			}
		}
	})
}

func TestOrder_addingARequiredSkillNeverHurts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		asked := rapid.SliceOfNDistinct(rapid.SampledFrom(vocabulary), 2, 4, rapid.ID[string]).Draw(rt, "asked")
		_, skills := person(rt, "me")
		added := rapid.SampledFrom(asked).Draw(rt, "added")
		if slices.Contains(skills, added) || !slices.ContainsFunc(skills, func(s string) bool { return slices.Contains(asked, s) }) {
			rt.Skip("nothing to add, or not found before")
		}
		others := map[string]string{}
		for i := range 4 {
			others[fmt.Sprint(i)], _ = person(rt, fmt.Sprint("p", i))
		}
		place := func(mine []string) (int, float64) {
			b, _ := newBase(t)
			stock(t, b, team, others)
			me := stock(t, b, team, map[string]string{"me": cv("Mia Sample", "Developer", "01/2015 - 06/2025", mine...)})
			hits := search(t, b, talent.Query{Required: asked, Match: talent.MatchAny}).Candidates
			at := slices.IndexFunc(hits, func(h talent.Hit) bool { return h.CandidateID == me["me"] })
			return at, hits[at].Score
		}
		before, low := place(skills)
		after, high := place(append(slices.Clone(skills), added))
		if after > before || high < low {
			rt.Fatalf("with %s: place %d -> %d, score %.4f -> %.4f", added, before, after, low, high)
		}
	})
}

func TestOrder_preferredRanksHigher(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	ids := stock(t, b, team, map[string]string{
		"without": cv("Anna Sample", "Developer", "01/2010 - Present", "Python"),
		"with":    cv("Boris Sample", "Developer", "01/2024 - Present", "Python", "AWS"),
	})
	got := names(ids, search(t, b, talent.Query{Required: []string{"Python"}, Preferred: []string{"AWS"}}).Candidates)
	if diff := cmp.Diff([]string{"with", "without"}, got); diff != "" {
		t.Error(diff)
	}
}

// The three searches page by offset as well as by cursor, and go on by cursor from there.
func TestPages_byOffset(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	cvs := map[string]string{}
	for i := range 12 {
		cvs[fmt.Sprint(i)] = cv(fmt.Sprintf("Sample Person%c", 'a'+i), "Go Developer", fmt.Sprintf("01/%d - Present", 2000+i), "Go", "PostgreSQL", "Docker")
	}
	stock(t, b, team, cvs)
	for name, input := range map[string]string{
		"search_by_skills":  `{"required_skills":["Go"]`,
		"search_by_profile": `{"profile_name":"Backend Go"`,
		"search_candidates": `{"query":"Go developer"`,
	} {
		ask := func(further string) (ids []string, next string, err error) {
			var page struct {
				Candidates []struct {
					ID string `json:"candidate_id"`
				}
				Next string `json:"next_cursor"`
			}
			err = called(t, b, talent.Roots{}, op.Caller{Tenant: team}, name, input+further+"}", &page)
			for _, c := range page.Candidates {
				ids = append(ids, c.ID)
			}
			return ids, page.Next, err
		}
		whole, _, err := ask(`,"top_k":12`)
		if err != nil || len(whole) != 12 {
			t.Fatalf("%s: %v, %v", name, whole, err)
		}
		third, next, err := ask(`,"top_k":3,"offset":6`)
		if err != nil || !slices.Equal(third, whole[6:9]) {
			t.Errorf("%s: got %v, want %v, %v", name, third, whole[6:9], err)
		}
		if last, _, err := ask(`,"top_k":3,"cursor":"` + next + `"`); err != nil || !slices.Equal(last, whole[9:]) {
			t.Errorf("%s: got %v, want %v, %v", name, last, whole[9:], err)
		}
		if beyond, _, err := ask(`,"offset":500`); err != nil || len(beyond) != 0 {
			t.Errorf("%s: behind the end there are %v, %v", name, beyond, err)
		}
		if _, _, err := ask(`,"offset":3,"cursor":"` + next + `"`); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: both at once: %v", name, err)
		}
	}
}

func TestPages_visitEveryoneOnce(t *testing.T) {
	t.Parallel()
	b, stored := newBase(t)
	cvs := map[string]string{}
	for i := range 23 {
		cvs[fmt.Sprint(i)] = cv(fmt.Sprintf("Sample Person%c", 'a'+i), "Developer", fmt.Sprintf("01/%d - Present", 2000+i), "Python")
	}
	stock(t, b, team, cvs)
	q := talent.Query{Required: []string{"Python"}, TopK: 5}
	var seen []string
	for {
		answer := search(t, b, q)
		for _, h := range answer.Candidates {
			if slices.Contains(seen, h.CandidateID) {
				t.Fatalf("%s is shown twice", h.CandidateID)
			}
			seen = append(seen, h.CandidateID)
		}
		if answer.NextCursor == "" {
			break
		}
		q.Cursor = answer.NextCursor
		if len(seen) == 10 { // somebody seen goes between two pages
			if err := stored.Remove(context.Background(), team, seen[0], "test"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(seen) != 23 {
		t.Errorf("%d of 23 seen", len(seen))
	}
}

func TestCursor_isBoundToTheQuery(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	stock(t, b, team, map[string]string{
		"a": cv("Anna Sample", "Developer", "01/2010 - Present", "Python"),
		"b": cv("Boris Sample", "Developer", "01/2011 - Present", "Python"),
	})
	q := talent.Query{Required: []string{"Python"}, TopK: 1}
	q.Cursor = search(t, b, q).NextCursor
	if q.Cursor == "" {
		t.Fatal("no second page")
	}
	search(t, b, q)
	other := q
	other.Required = []string{"python"}
	raw, err := base64.RawURLEncoding.DecodeString(q.Cursor)
	if err != nil {
		t.Fatal(err)
	}
	for name, tampered := range map[string]talent.Query{
		"another query": other,
		"cut":           {Required: q.Required, TopK: 1, Cursor: q.Cursor[:len(q.Cursor)-4]},
		"not base64":    {Required: q.Required, TopK: 1, Cursor: "%%%"},
		"huge":          {Required: q.Required, TopK: 1, Cursor: string(make([]byte, 4096))},
	} {
		if _, err := b.Search(context.Background(), team, tampered); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := range raw {
		flipped := slices.Clone(raw)
		flipped[i] ^= 0x40
		q.Cursor = base64.RawURLEncoding.EncodeToString(flipped)
		if _, err := b.Search(context.Background(), team, q); fault.KindOf(err) != fault.Invalid {
			t.Errorf("byte %d flipped: %v", i, err)
		}
	}
}
