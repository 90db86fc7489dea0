package kinship

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func named(t *testing.T, cards []Card, repository string) (Card, int) {
	t.Helper()
	i := slices.IndexFunc(cards, func(c Card) bool { return c.Repository == repository })
	if i < 0 {
		t.Fatalf("no card %q", repository)
	}
	return cards[i], i
}

func TestRankSaysWhy(t *testing.T) {
	t.Parallel()
	cards, _ := fictional(t)
	query, self := named(t, cards, "mosskit/mossy")
	scores := Rank(query, cards, Options{Limit: 3, Without: []int{self}})
	if len(scores) != 3 {
		t.Fatalf("%d scores, want 3", len(scores))
	}
	found := []string{cards[scores[0].Card].Repository, cards[scores[1].Card].Repository}
	slices.Sort(found)
	if diff := cmp.Diff([]string{"heron/heron-mq", "rumq/rumqd"}, found); diff != "" {
		t.Error(diff)
	}
	if !slices.Contains(scores[0].Reasons.Words, "broker") {
		t.Errorf("reasons are %v, want the word broker", scores[0].Reasons.Words)
	}
	if scores[1].Similarity < .5 || scores[2].Similarity > .5 {
		t.Errorf("likelihoods %.2f and %.2f, want the second above a half and the third below", scores[1].Similarity, scores[2].Similarity)
	}
}

// A repository that has a little of everything must not stand before the real alternatives.
func TestGenericRepositoryAttractsNothing(t *testing.T) {
	t.Parallel()
	cards, labels := fictional(t)
	_, starter := named(t, cards, "boilerplatez/fullstack-starter")
	collection := NewCollection(cards)
	for i, query := range cards {
		if i == starter {
			continue
		}
		scores := collection.Rank(query, Options{Without: []int{i}, Limit: 2})
		for _, s := range scores {
			if s.Card == starter && s.Similarity > .5 {
				t.Errorf("%s %v is found like the starter by %.2f", query.Repository, labels[i], s.Similarity)
			}
		}
	}
}

func TestUsualPartsChangeNothing(t *testing.T) {
	t.Parallel()
	cards, _ := fictional(t)
	a, _ := named(t, cards, "granite-db/granite")
	b, _ := named(t, cards, "olga-k/pogoda-bot")
	before := Compare(a, b, -1)
	a.Readme += usualParts[0] + usualParts[1] + usualParts[2]
	b.Readme += usualParts[0] + usualParts[1] + usualParts[2]
	after := Compare(a, b, -1)
	if after.Similarity > before.Similarity+.02 {
		t.Errorf("likelihood %.3f with the same licence, badges and installation, %.3f without", after.Similarity, before.Similarity)
	}
}

func TestCoverage(t *testing.T) {
	t.Parallel()
	cards, _ := fictional(t)
	a, _ := named(t, cards, "gemblog/slate")
	b, _ := named(t, cards, "cmarkup/cmd0")
	last := -1.
	for _, share := range []float64{0, .05, .2, .33} {
		got := Compare(a, b, share).Similarity
		if got <= last {
			t.Errorf("share %.2f has likelihood %.3f, a smaller one %.3f", share, got, last)
		}
		last = got
	}
	unknown, none := Compare(a, b, -1).Similarity, Compare(a, b, 0).Similarity
	if none >= unknown || last < .7 || Compare(a, b, 7).Similarity != last {
		t.Errorf("unknown %.3f, nothing shared %.3f, a third shared %.3f", unknown, none, last)
	}
}

func TestCapabilitiesAcrossEcosystems(t *testing.T) {
	t.Parallel()
	a := Card{Repository: "x/alpha", Imports: map[string]int{"requests": 3, "pytest": 1, "sqlalchemy.orm": 2}}
	b := Card{Repository: "y/beta", Imports: map[string]int{"axios": 1, "jest": 1, "@sentry/node": 4}}
	r := Compare(a, b, -1).Reasons
	for i := range 2 {
		slices.Sort([][]string{r.Capabilities, r.OnlyA}[i])
	}
	want := Reasons{Capabilities: []string{"http client", "test"}, OnlyA: []string{"relational database"}, OnlyB: []string{"measuring"}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
}

func TestNothingInCommonAndNothingAtAll(t *testing.T) {
	t.Parallel()
	if got := Rank(Card{}, nil, Options{}); len(got) != 0 {
		t.Errorf("%v among no cards", got)
	}
	cards, _ := fictional(t)
	for _, s := range Rank(Card{}, cards, Options{Coverage: map[int]float64{-5: 1, 1000: 1}, Without: []int{-1, 999}}) {
		if s.Similarity > .5 || s.Signals[Topic] != missing {
			t.Fatalf("an empty card is like %s by %.2f", cards[s.Card].Repository, s.Similarity)
		}
	}
	if got := Compare(Card{}, Card{}, -1); got.Similarity > .3 || math.IsNaN(got.Similarity) {
		t.Errorf("two empty cards are alike by %.2f", got.Similarity)
	}
}

func anyCard(t *rapid.T, label string) Card {
	word := rapid.SampledFrom([]string{"parse", "token", "weather", "погода", "chess", "x", "getHTTPServer", "naïve", "\xff", "", "日本"})
	counts := rapid.MapOfN(word, rapid.IntRange(-3, 1000), 0, 8)
	words := rapid.SliceOfN(word, 0, 8)
	return Card{
		Repository: word.Draw(t, label+" repository"), Files: rapid.Int().Draw(t, label+" files"), Paths: words.Draw(t, label+" paths"),
		Extensions: counts.Draw(t, label+" extensions"), Subtokens: counts.Draw(t, label+" subtokens"), Imports: counts.Draw(t, label+" imports"),
		Dependencies: words.Draw(t, label+" dependencies"), Symbols: words.Draw(t, label+" symbols"), Routes: words.Draw(t, label+" routes"),
		Readme: rapid.String().Draw(t, label+" readme"),
	}
}

func TestScoresAreOrderedLikelihoods(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var cards []Card
		for range rapid.IntRange(0, 6).Draw(t, "cards") {
			cards = append(cards, anyCard(t, "card"))
		}
		limit := rapid.IntRange(0, 7).Draw(t, "limit")
		scores := Rank(anyCard(t, "query"), cards, Options{Limit: limit})
		if want := len(cards); limit == 0 && len(scores) != want || limit > 0 && len(scores) != min(limit, want) {
			t.Fatalf("%d scores of %d cards with limit %d", len(scores), len(cards), limit)
		}
		seen := map[int]bool{}
		for i, s := range scores {
			if !(s.Similarity >= 0 && s.Similarity <= 1) || seen[s.Card] {
				t.Fatalf("score %+v", s)
			}
			seen[s.Card] = true
			if i > 0 && s.Similarity > scores[i-1].Similarity {
				t.Fatalf("score %d is above the one before", i)
			}
			for field, signal := range s.Signals {
				if signal != missing && !(signal >= 0 && signal <= 1) {
					t.Fatalf("%s is %v", Field(field), signal)
				}
			}
		}
	})
}

func TestCompareIsTheSameBothWays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyCard(t, "a"), anyCard(t, "b")
		forth, back := Compare(a, b, -1), Compare(b, a, -1)
		if math.Abs(forth.Similarity-back.Similarity) > 1e-9 {
			t.Fatalf("%v and %v", forth.Similarity, back.Similarity)
		}
		if diff := cmp.Diff(forth.Reasons.OnlyA, back.Reasons.OnlyB); diff != "" {
			t.Fatal(diff)
		}
	})
}
