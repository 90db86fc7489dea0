package evaluate

import (
	"math"
	"strings"
	"testing"
)

func FuzzParseRows(f *testing.F) {
	f.Add("role,salary_from,salary_to,currency\nПрограммист,1,,RUR\n")
	f.Add("role,salary_from,salary_to,currency\nПрограммист,NaN,1e999,RUR\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := parseRows(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, o := range offersOf(rows, "") {
			if !(o.From >= 0 && o.To >= 0) || math.IsInf(o.From+o.To, 0) || o.From == 0 && o.To == 0 {
				t.Fatalf("an offer of %+v", o)
			}
		}
	})
}

func FuzzReadTruth(f *testing.F) {
	f.Add("world\tp10\n01\t1\t2\t3\t4\t5\t6\n")
	f.Add("\n/\t1\t1\t1\t1\t1\t0")
	f.Add("\n..\t1\t1\t1\t1\t1\t0")
	f.Fuzz(func(t *testing.T, text string) {
		truths, err := readTruth(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, w := range truths {
			if w.world == "" || w.world == "." || w.world == ".." || strings.ContainsAny(w.world, "/") || !(w.percentiles[0] > 0) {
				t.Fatalf("a world of %+v", w)
			}
		}
	})
}
