package talentweb

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/skill"
	"kadry/internal/talent"
)

// A breakdown adds up to the shown total, whatever the parts.
func TestWhole_addsUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.Float64Range(0, 40), 1, 4).Draw(t, "parts")
		sum := 0.0
		for _, p := range parts {
			sum += p
		}
		total := int(math.Round(sum))
		shown := 0
		for i, n := range whole(parts, total) {
			shown += n
			if math.Abs(float64(n)-parts[i]) > 1 {
				t.Fatalf("%v is shown as %d", parts[i], n)
			}
		}
		if shown != total {
			t.Fatalf("%v add up to %d, shown %d", parts, shown, total)
		}
	})
}

func TestNewVerdict_keepsTheOrderAsked(t *testing.T) {
	t.Parallel()
	h := talent.Hit{Score: .654, Matches: []talent.SkillMatch{{Asked: "Go", Required: true, How: skill.Exact}, {Asked: "AWS", How: skill.Implied}}}
	v := newVerdict(h, search{Query: talent.Query{Required: []string{"Rust", "Go"}, Preferred: []string{"AWS", "Go"}}})
	var got []string
	for _, f := range v.rows {
		state := "–"
		if f.match != nil {
			state = string(f.match.How)
		}
		got = append(got, f.asked+" "+state)
	}
	if diff := cmp.Diff([]string{"Rust –", "Go exact", "AWS implied", "Go –"}, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if v.total != 65 {
		t.Errorf("got %d, want 65", v.total)
	}
}

func TestShort_keepsTheMentionInSight(t *testing.T) {
	t.Parallel()
	text := "• " + strings.Repeat("долгое начало ", 10) + "Kubernetes в облаке"
	at := strings.Index(text, "Kubernetes")
	q := short(talent.Quote{Text: text, At: at, Start: 500, End: 500 + len("Kubernetes")})
	before, mention, after := cut(q)
	if mention != "Kubernetes" || after != " в облаке" {
		t.Errorf("got %q %q %q", before, mention, after)
	}
	if n := len([]rune(before)); n > leadRunes+2 {
		t.Errorf("%d characters stand before the mention: %q", n, before)
	}
}

func TestCut_survivesOffsetsThatDoNotFit(t *testing.T) {
	t.Parallel()
	for name, q := range map[string]talent.Quote{
		"before the text": {Text: "Go", At: -1, Start: 0, End: 2},
		"behind the text": {Text: "Go", At: 1, Start: 0, End: 9},
		"an empty range":  {Text: "Go", At: 1, Start: 3, End: 3},
	} {
		if before, mention, after := cut(q); before != "Go" || mention != "" || after != "" {
			t.Errorf("%s: got %q %q %q", name, before, mention, after)
		}
	}
	if before, mention, _ := cut(talent.Quote{Text: "• uses Go", At: 9, Start: 0, End: 0}); mention != "" || before == "" {
		t.Errorf("got %q %q", before, mention)
	}
}

func TestVeils_cutsWhereCoveringBegins(t *testing.T) {
	t.Parallel()
	got := redactions("Имя: ███ ██, Go")
	want := []redaction{{"Имя: ", false}, {"███", true}, {" ", false}, {"██", true}, {", Go", false}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(redaction{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A quote made short is still about the same mention, wherever it stands.
func TestShort_neverLosesTheMention(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.StringMatching(`[ a-zа-я•]{0,80}`).Draw(t, "before")
		mention := rapid.StringMatching(`[A-Zа-я+#]{1,30}`).Draw(t, "mention")
		after := rapid.StringMatching(`[ a-zа-я]{0,40}`).Draw(t, "after")
		_, gotMention, gotAfter := cut(short(talent.Quote{
			Text: before + mention + after, At: len(before), Start: 7, End: 7 + len(mention),
		}))
		if gotMention != mention || gotAfter != after {
			t.Fatalf("got %q %q, want %q %q", gotMention, gotAfter, mention, after)
		}
	})
}
