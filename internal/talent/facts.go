package talent

import (
	"slices"
	"strings"
	"sync"

	"kadry/internal/retrieve"
	"kadry/internal/talent/resume"
)

// educationRanks orders education; a course is none. The empty level is "any".
var educationRanks = map[string]int{"": 0, "secondary": 1, "vocational": 2, "bachelor": 3, "master": 4, "doctorate": 5}

// educationOf is the rank of the highest completed level.
func educationOf(r resume.Record) int {
	rank := 0
	for _, e := range r.Education {
		rank = max(rank, educationRanks[e.Level])
	}
	return rank
}

// cefrRanks orders language levels. The empty level is "any".
var cefrRanks = map[string]int{"": 0, "A1": 1, "A2": 2, "B1": 3, "B2": 4, "C1": 5, "C2": 6, "NATIVE": 7}

// languageCode reads the ISO 639 code of a language, or its name in any case form.
func languageCode(name string) (string, bool) {
	name = retrieve.Fold(strings.TrimSpace(name))
	names := resume.Languages()
	if len(names.Of(name)) > 0 {
		return name, true
	}
	if code, ok := names.Code(name); ok {
		return code, true
	}
	const shortest, longestEnding = 4, 4 // letters of a name and of the ending of a Russian adjective
	letters := []rune(name)
	for cut := 1; cut <= longestEnding && len(letters)-cut >= shortest; cut++ {
		if code, ok := names.Code(string(letters[:len(letters)-cut]) + "ий"); ok {
			return code, true
		}
	}
	return "", false
}

// speaks reports that a candidate states the language, at least at the level asked. A
// language without a stated level satisfies only a question without one.
func speaks(have []resume.Language, want Speaks) bool {
	code, _ := languageCode(want.Language)
	need := cefrRanks[strings.ToUpper(want.CEFR)]
	return slices.ContainsFunc(have, func(l resume.Language) bool {
		return l.Code == code && cefrRanks[strings.ToUpper(l.CEFR)] >= need
	})
}

// cities are the names under which one place is written; the first is the key.
var cities = sync.OnceValue(func() [][]string {
	var all [][]string
	// A damaged table leaves places to be compared word for word.
	_ = eachRow("places.tsv", 2, func(f []string) { all = append(all, append(f[:1:1], strings.Split(f[1], "|")...)) })
	return all
})

// cityWords are the names of cities cut into words, made once.
var cityWords = sync.OnceValue(func() [][][]string {
	all := make([][][]string, len(cities()))
	for i, names := range cities() {
		for _, name := range names {
			all[i] = append(all[i], baseWords(name))
		}
	}
	return all
})

// placeWords folds a place to comparable words and adds the key of every city it names.
func placeWords(place string) []string {
	words := baseWords(place)
	for i, names := range cityWords() {
		if slices.ContainsFunc(names, func(name []string) bool { return holdsRun(words, name) }) {
			words = append(words, cityKey(i))
		}
	}
	return words
}

// cityKey cannot be a word of a text.
func cityKey(i int) string { return "@" + cities()[i][0] }

func baseWords(text string) []string {
	var words []string
	for _, t := range retrieve.Tokens(text) {
		words = append(words, retrieve.Base(t.Text))
	}
	return words
}

// holdsRun reports that words hold all of run next to each other and in order.
func holdsRun(words, run []string) bool {
	for at := 0; at+len(run) <= len(words); at++ {
		if slices.Equal(words[at:at+len(run)], run) {
			return true
		}
	}
	return false
}

// livesIn reports that a candidate's place has what was asked: the same city in any
// spelling or, when no known city was asked, every word.
func livesIn(have, want []string) bool {
	keys := slices.DeleteFunc(slices.Clone(want), func(w string) bool { return w[0] != '@' })
	if len(keys) > 0 {
		want = keys
	}
	for _, w := range want {
		if !slices.Contains(have, w) {
			return false
		}
	}
	return len(want) > 0
}
