package marketweb

import (
	"math"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/pay"
	"kadry/internal/market/statistic"
)

func summary(values ...float64) pay.Summary {
	s := pay.Summary{}
	for i, to := range []**pay.Estimate{&s.P10, &s.P25, &s.P50, &s.P75, &s.P90} {
		*to = &pay.Estimate{Value: values[i], CI95: &statistic.Interval{values[i] * 0.9, values[i] * 1.1}}
	}
	return s
}

func TestChart_drawsSharesAsAreas(t *testing.T) {
	t.Parallel()
	c := chartOf(summary(100, 150, 200, 300, 400), []float64{180, 220})
	if len(c.blocks) != 4 || len(c.marks) != 5 {
		t.Fatalf("%d blocks, %d marks", len(c.blocks), len(c.marks))
	}
	unit := c.blocks[0].width * c.blocks[0].height / 15
	for i, share := range []float64{15, 25, 25, 15} {
		if got := c.blocks[i].width * c.blocks[i].height / unit; math.Abs(got-share) > 1e-6 {
			t.Errorf("block %d has %v %% of the vacancies, want %v", i, got, share)
		}
	}
	if c.blocks[1].height != 1 || c.blocks[1].y() != 0 || c.blocks[3].y()+c.blocks[3].high() != stripHeight {
		t.Errorf("blocks %+v", c.blocks)
	}
	if math.Abs(c.low-90) > 1e-9 || math.Abs(c.high-440) > 1e-9 {
		t.Errorf("the scale is from %v to %v, not over the intervals", c.low, c.high)
	}
	if x, anchor := c.flag(); anchor != "start" || x != c.at(180) {
		t.Errorf("the flag at %v, %s", x, anchor)
	}
	if x, anchor := chartOf(summary(100, 110, 120, 130, 140), []float64{500, 600}).flag(); anchor != "end" || x != 100-margin {
		t.Errorf("the flag of a high offer at %v, %s", x, anchor)
	}
	few := chartOf(pay.Summary{P50: &pay.Estimate{Value: 7}}, nil)
	if len(few.blocks) != 0 || len(few.marks) != 1 || few.at(7) != 50 {
		t.Errorf("one figure: %+v at %v", few, few.at(7))
	}
	if none := chartOf(pay.Summary{}, nil); len(none.marks) != 0 || math.IsNaN(none.at(1)) {
		t.Error("a drawing of nothing")
	}
}

func TestScale_keepsEverythingOnIt(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1e9), 5, 5).Draw(t, "values")
		slices.Sort(values)
		c := chartOf(summary(values...), nil)
		last := 0.0
		for _, m := range c.marks {
			x := c.at(m.Value)
			if math.IsNaN(x) || x < margin || x > 100-margin || x < last {
				t.Fatalf("%v stands at %v after %v", m.Value, x, last)
			}
			last = x
		}
		for _, b := range c.blocks {
			if !(b.height > 0 && b.height <= 1) || b.width <= 0 || b.x+b.width > 100 {
				t.Fatalf("a block %+v", b)
			}
		}
		ticks := c.ticks()
		if len(ticks) > mostTicks || !slices.IsSorted(ticks) {
			t.Fatalf("ticks %v", ticks)
		}
		for _, v := range ticks {
			if v < c.low || v > c.high {
				t.Fatalf("a tick %v off %v to %v", v, c.low, c.high)
			}
		}
	})
}

func TestTicks_areRound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scale
		want []float64
	}{
		{scale{177_000, 694_000}, []float64{200_000, 400_000, 600_000}},
		{scale{0, 1}, []float64{0, 0.25, 0.5, 0.75}},
		{scale{95, 105}, []float64{95, 97.5, 100, 102.5}},
		{scale{5, 5}, nil},
	} {
		if got := c.ticks(); !slices.Equal(got, c.want) {
			t.Errorf("%v to %v: %v, want %v", c.low, c.high, got, c.want)
		}
	}
}

func TestRounded_isNoMoreExactThanAnEstimate(t *testing.T) {
	t.Parallel()
	for given, want := range map[float64]float64{357_323.02: 357_000, 1_234_567: 1_230_000, 4123: 4120, 999_999: 1_000_000, 87.4: 87, 0: 0, math.Inf(1): 0} {
		if got := rounded(given); got != want {
			t.Errorf("%v: %v, want %v", given, got, want)
		}
	}
}

func TestAmount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"": 0, "250000": 250_000, "250 000 ₽": 250_000, "250\u00a0000": 250_000, "250k": 250_000, "250 тыс.": 250_000, "1,5 тыс": 1500,
		"250,000": 250_000, "₽1,250,000": 1_250_000, "99.6": 100,
	} {
		if got, ok := amount(text); !ok || got != want {
			t.Errorf("%q: %d %v, want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"много", "-5", "1e300", "NaN", "Inf", "5 млн", "k", "1.2.3", "0x10k0"} {
		if got, ok := amount(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func FuzzAmount(f *testing.F) {
	for _, seed := range []string{"250 тыс.", "1,5k", "-0", "₽", "9999999999999999999k", "\xff", "infinity"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if n, ok := amount(text); n < 0 || n > mostMoney || !ok && n != 0 {
			t.Errorf("%q: %d %v", text, n, ok)
		}
	})
}

func TestOtherPlaces(t *testing.T) {
	t.Parallel()
	got := otherPlaces([]string{"Россия / Кемеровская область / Березовский (Кемеровская область) (1241)", "Kazan (88)", "no id", "bad (8x)", "()", " ()", "a ()"})
	want := []other{{"Россия / Кемеровская область / Березовский (Кемеровская область)", "1241"}, {"Kazan", "88"}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestOutside_isTheWebAlone(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"https://hh.ru/vacancy/1": true, "http://hh.ru/vacancy/1": false, "javascript:alert(1)": false, "https://u:p@hh.ru/": false,
		"//hh.ru": false, "https:///x": false, "": false, "data:text/html,x": false,
	} {
		if got := outside(address); (got != "") != want {
			t.Errorf("%q: %q", address, got)
		}
	}
}

func FuzzQuestion(f *testing.F) {
	f.Add("role=Go&place=Казань&skills=a,,b;c&from=250k&currency=rub&page=3")
	f.Add("role=%00&skills=%ff&period=0030")
	f.Fuzz(func(t *testing.T, query string) {
		v, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		q := newQuestion(marketPath, v)
		again := newQuestion(marketPath, q.values)
		if q.address() != again.address() {
			t.Errorf("%q: %s, then %s", query, q.address(), again.address())
		}
		for _, list := range q.values {
			if len(list) != 1 || strings.TrimSpace(list[0]) == "" {
				t.Errorf("%q: %q", query, q.values)
			}
		}
		if _, err := q.asked(); err == nil && len(items(q.get(fieldSkills))) > 0 && q.less(items(q.get(fieldSkills))[0]).get(fieldSkills) == q.get(fieldSkills) {
			t.Errorf("%q: a skill cannot be taken away", query)
		}
	})
}
