package unique_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/posting"
	"kadry/internal/market/unique"
)

func TestTitle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ title, area, want string }{
		{"Go-разработчик", "Казань", "go-разработчик"},
		{"Go-разработчик (удалённо)", "Казань", "go-разработчик"},
		{"🚀 Go-разработчик [Senior] г. Казань", "Казань", "go-разработчик г"},
		{"Go-разработчик (Middle/Senior, Казани)", "Казань", "go-разработчик"},
		{"Разработчик (Go)", "", "разработчик go"},
		{"Разработчик (Java)", "", "разработчик java"},
		{"C++ developer", "", "c++ developer"},
		{"C# developer", "", "c# developer"},
		{"((((", "", ""},
	} {
		if got := unique.Title(c.title, c.area); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.title, c.area, got, c.want)
		}
	}
}

// long is a text of so many words that no two seeds share.
func long(seed string) string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "%s%d ", seed, i)
	}
	return b.String()
}

func vacancy(id, employer, title, area, description string, from float64) posting.Posting {
	return posting.Posting{
		Source: posting.HH, ID: id, Title: title, Area: posting.Named{Name: area}, Description: description,
		Employer: posting.Employer{ID: employer}, Pay: &posting.Pay{From: from, Currency: "RUB"},
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	groups := unique.Groups([]posting.Posting{
		vacancy("1", "7", "Продавец", "Казань", long("a"), 50_000),
		vacancy("2", "7", "Продавец (Самара)", "Самара", long("a")+"самара", 50_000), // elsewhere
		vacancy("3", "7", "Продавец", "Казань", long("b"), 50_000),                   // another text
		vacancy("4", "7", "Продавец", "Казань", long("a"), 60_000),                   // another pay
		vacancy("5", "8", "Продавец", "Казань", long("a"), 50_000),                   // another employer
		vacancy("6", "7", "Продавец", "Казань", "", 50_000),                          // tells no text
		vacancy("1", "7", "Продавец", "Казань", long("a"), 50_000),                   // read twice
		vacancy("8", "", "Продавец", "Казань", long("a"), 50_000),                    // tells no employer
		vacancy("9", "", "Продавец", "Казань", long("a"), 50_000),
		vacancy("9", "", "Продавец", "Казань", long("a"), 50_000),
	})
	var got [][]int
	for _, g := range groups {
		got = append(got, g.Postings)
	}
	if want := [][]int{{0, 1, 5, 6}, {2}, {3}, {4}, {7}, {8, 9}}; !reflect.DeepEqual(got, want) {
		t.Errorf("grouped as %v, want %v", got, want)
	}
	if want := []posting.Named{{Name: "Казань"}, {Name: "Самара"}}; !reflect.DeepEqual(groups[0].Areas, want) {
		t.Errorf("published in %v", groups[0].Areas)
	}
	if got, want := unique.Count(groups), (unique.Tally{Unique: 6, Total: 10, Intensity: 10. / 6}); got != want {
		t.Errorf("counted %+v, want %+v", got, want)
	}
	if got := unique.Count(nil); got != (unique.Tally{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

// Every posting is in one group, whatever it says.
func TestGroups_partition(t *testing.T) {
	t.Parallel()
	short := rapid.StringOfN(rapid.SampledFrom([]rune("аб(]в +")), 0, 6, -1)
	rapid.Check(t, func(t *rapid.T) {
		postings := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) posting.Posting {
			return vacancy(short.Draw(t, "id"), short.Draw(t, "employer"), short.Draw(t, "title"), short.Draw(t, "area"), short.Draw(t, "text"), 1)
		}), 0, 30).Draw(t, "postings")
		seen := make([]int, len(postings))
		for _, g := range unique.Groups(postings) {
			for _, i := range g.Postings {
				seen[i]++
			}
		}
		for i, n := range seen {
			if n != 1 {
				t.Fatalf("posting %d is in %d groups", i, n)
			}
		}
	})
}

// A mass employer with one title and many texts costs no more a posting than others do.
func BenchmarkGroups(b *testing.B) {
	postings := make([]posting.Posting, 2000)
	for i := range postings {
		postings[i] = vacancy(fmt.Sprint(i), "7", "Продавец", "Казань", long(fmt.Sprint("t", i)), 50_000)
	}
	for b.Loop() {
		unique.Groups(postings)
	}
}
