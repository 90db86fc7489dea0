package evaluate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/market/evaluate"
)

// write makes a directory of files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const head = "id,title,role_id,role,area,experience,salary_from,salary_to,currency,gross,employer\n"

func TestRun_nothing(t *testing.T) {
	t.Parallel()
	var notes strings.Builder
	r, err := evaluate.Run(t.Context(), t.TempDir(), &notes)
	if err != nil || r.Table != nil || r.Worlds != nil || r.Coverage != nil || strings.Count(notes.String(), "\n") != 2 {
		t.Errorf("%+v, %v, %q", r, err, notes.String())
	}
}

func TestRun_refusals(t *testing.T) {
	t.Parallel()
	const truth = "world\tp10\tp25\tp50\tp75\tp90\tn\n"
	for name, files := range map[string]map[string]string{
		"no columns":      {"salary_2026_05.csv": ""},
		"other columns":   {"salary_2026_05.csv": "id,title\n1,x\n"},
		"no amount":       {"salary_2026_05.csv": head + "1,x,1,Программист,Казань,,much,,RUR,,e\n"},
		"no such role":    {"salary_2026_05.csv": head + "1,x,1,Продавец,Казань,,50000,60000,RUR,,e\n"},
		"no such world":   {"salary/truth.tsv": truth + "01\t1\t2\t3\t4\t5\t6\n"},
		"short row":       {"salary/truth.tsv": truth + "01\t1\t2\n"},
		"a path":          {"salary/truth.tsv": truth + "../01\t1\t2\t3\t4\t5\t6\n"},
		"no pay of truth": {"salary/truth.tsv": truth + "01\t0\t2\t3\t4\t5\t6\n"},
		"no pay at all":   {"salary/truth.tsv": truth + "01\t1\t2\t3\t4\t5\t6\n", "salary/01.csv": head},
	} {
		if _, err := evaluate.Run(t.Context(), write(t, files), &strings.Builder{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// rows are so many vacancies of a role with exact pays from low on, a thousand apart.
func rows(role string, n, low int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d,x,1,\"%s\",Казань,,%d,%d,RUR,,e\n", i, role, low+1000*i, low+1000*i)
	}
	return b.String()
}

func TestMeasure(t *testing.T) {
	t.Parallel()
	var notes strings.Builder
	r, err := evaluate.Measure(t.Context(), write(t, map[string]string{
		"hh/salary_2026_05.csv": head + rows("Программист, разработчик", 101, 100_000) + rows("Менеджер по продажам", 101, 50_000) + "7,x,1,Программист,Казань,,10,,RUR,,e\n8,x,1,Программист,Казань,,900,1000,USD,,e\n",
		"salary/01.csv":         head + rows("Продавец", 101, 100_000),
		"salary/02.csv":         head + rows("Продавец", 101, 100_000),
		"salary/truth.tsv":      "world\tp10\tp25\tp50\tp75\tp90\tn\n01\t110000\t125000\t150000\t175000\t190000\t101\n02\t110000\t125000\t300000\t175000\t190000\t7\n",
	}), &notes)
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Table.Segments; len(s) != 3 || s[0].N != 202 || s[2].N != 101 || s[2].Got[2] < 149 || s[2].Got[2] > 152 || s[2].Expected[2] != 200 {
		t.Errorf("segments: %+v", s)
	}
	if d := r.Table.Largest; d < 0.3 {
		t.Errorf("another table deviates by %v from the agreed figures", d)
	}
	if w := r.Worlds; w.N != 2 || w.Each[0].Deviation[2] > 0.01 || w.Largest < 0.49 || w.Largest > 0.51 || w.Within5 != 0.9 {
		t.Errorf("worlds: %+v", w)
	}
	if got := notes.String(); got != "world 02: 101 offers are used, the truth is of 7\n" {
		t.Errorf("notes: %q", got)
	}
}

// A small simulation of what kadry-eval measures in full: the intervals hold the truth about as
// often as they promise, and the estimate is not off.
func TestMarket_cover(t *testing.T) {
	t.Parallel()
	m := evaluate.Market{Postings: 200, Employers: 80, Median: 120_000, Between: 0.2, Within: 0.35, OneSided: 0.4, Honest: true}
	c, err := m.Cover(t.Context(), 80, 120, 3)
	if err != nil {
		t.Fatal(err)
	}
	if c.Share < 0.88 || c.Share > 0.99 || c.Bias < -0.03 || c.Bias > 0.03 || c.Width > 0.35 {
		t.Errorf("%+v", c)
	}
	again, err := m.Cover(t.Context(), 5, 50, 3)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := m.Cover(t.Context(), 5, 50, 3); err != nil || same != again {
		t.Errorf("simulated again: %+v, %+v, %v", same, again, err)
	}
}
