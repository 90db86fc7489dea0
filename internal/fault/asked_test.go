package fault

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestNearest(t *testing.T) {
	t.Parallel()
	names := []string{"analyze_github", "analyze_github_batch", "compare_code", "get_interview", "ingest_cv", "list_interviews", "search_by_skills"}
	for name, c := range map[string]struct{ asked, want string }{
		"a slip":      {"analyse_github", "analyze_github"},
		"with dashes": {"search-by-skill", "search_by_skills"},
		"a part":      {"interview", "get_interview"},
		"capitals":    {"Ingest_CV", "ingest_cv"},
		"swapped":     {"code_compare", "compare_code"},
	} {
		if got := Nearest(c.asked, names, NearestKept); got[0] != c.want || len(got) != NearestKept {
			t.Errorf("%s: nearest to %q are %v, want %s first of %d", name, c.asked, got, c.want, NearestKept)
		}
	}
	if got := Nearest(strings.Repeat("x", 1<<20), names[:2], NearestKept); len(got) != 2 {
		t.Errorf("nearest to a megabyte are %v, want both names", got)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	pairs := map[[2]string]int{
		{"", ""}: 0, {"", "cv"}: 2, {"cv", ""}: 2, {"kitten", "sitting"}: 3, {"кадры", "кадр"}: 1, {"ab", "ba"}: 2,
	}
	got := map[[2]string]int{}
	for pair := range pairs {
		got[pair] = distance(pair[0], pair[1])
	}
	if diff := cmp.Diff(pairs, got); diff != "" {
		t.Error(diff)
	}
}

func TestClip(t *testing.T) {
	t.Parallel()
	got := Clip(strings.Repeat("й", 1000))
	if utf8.RuneCountInString(got) != 61 || !utf8.ValidString(got) {
		t.Errorf("got %d runes", utf8.RuneCountInString(got))
	}
}
