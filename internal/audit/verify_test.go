package audit

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"kadry/internal/effort"
	"kadry/internal/fault"
)

// Every byte of every column of an entry is under the hash. A run tries one in changedOneIn,
// others each time; with more effort all are tried.
func TestVerify_anyByteChanged(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		b.sealed(t, 5)
		list, err := b.List(t.Context(), "team", Filter{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range list {
			if s.Seq != 3 {
				continue // one in the middle will do
			}
			detail, _ := encodeDetail(s.Detail)
			for column, text := range map[string]string{
				"tenant": s.Tenant, "actor": s.Actor, "action": s.Action, "subject": s.Subject, "detail": detail, "prev": s.Prev, "hash": s.Hash,
			} {
				b.everyByte(t, s.Seq, column, text)
			}
			for _, d := range []int64{1, -1, 256, 1 << 40} {
				b.perform(t, "UPDATE audit_entry SET at = at + $1 WHERE seq = $2", d, s.Seq)
				broke(t, fmt.Sprintf("at of %d by %d", s.Seq, d), b.verify(t, Mark{}), s.Seq, Changed)
				b.perform(t, "UPDATE audit_entry SET at = at - $1 WHERE seq = $2", d, s.Seq)
			}
			b.moved(t, s.Seq)
		}
		if v := b.verify(t, b.head(t)); v.Broken != nil || v.Verified != 5 {
			t.Errorf("mended: %+v", v)
		}
	})
}

const changedOneIn = 8

// everyByte changes a text in one place after another.
func (b *bench) everyByte(t *testing.T, seq int64, column, text string) {
	t.Helper()
	set := "UPDATE audit_entry SET " + column + " = $1 WHERE seq = $2"
	runes := []rune(text)
	oneIn := max(1, changedOneIn/effort.Times(1))
	for i := rand.IntN(oneIn); i < len(runes); i += oneIn {
		changed := append([]rune{}, runes...)
		changed[i] ^= 1
		b.perform(t, set, string(changed), seq)
		broke(t, fmt.Sprintf("%s of %d at %d", column, seq, i), b.verify(t, Mark{}), seq, Changed)
	}
	for _, other := range []string{text + " ", text + "0", "x" + text, " " + text} {
		b.perform(t, set, other, seq)
		broke(t, fmt.Sprintf("%s of %d as %q", column, seq, other), b.verify(t, Mark{}), seq, Changed)
	}
	b.perform(t, set, text, seq)
}

// moved gives an entry other numbers.
func (b *bench) moved(t *testing.T, seq int64) {
	t.Helper()
	for _, to := range []int64{-seq, 0, 100 + seq} {
		b.perform(t, "UPDATE audit_entry SET seq = $1 WHERE seq = $2", to, seq)
		v := b.verify(t, Mark{})
		if v.Broken == nil || v.Broken.Seq != seq && v.Broken.Seq != to {
			t.Errorf("%d moved to %d: %+v", seq, to, v.Broken)
		}
		b.perform(t, "UPDATE audit_entry SET seq = $1 WHERE seq = $2", seq, to)
	}
}

const (
	drop     = "DELETE FROM audit_entry WHERE seq = %d"
	renumber = "UPDATE audit_entry SET seq = %d WHERE seq = %d"
	copied   = "INSERT INTO audit_entry (" + columns + ") SELECT %d, at, tenant, actor, action, 'forged', detail, prev, hash FROM audit_entry WHERE seq = %d"
)

func TestVerify_tampering(t *testing.T) {
	f := fmt.Sprintf
	for name, c := range map[string]struct {
		do   []string
		want Break
	}{
		"the first removed":               {[]string{f(drop, 1)}, Break{1, Missing}},
		"one removed":                     {[]string{f(drop, 4)}, Break{4, Missing}},
		"three removed":                   {[]string{f(drop, 4), f(drop, 5), f(drop, 6)}, Break{4, Missing}},
		"one removed, the rest moved up":  {[]string{f(drop, 6), f(renumber, 6, 7), f(renumber, 7, 8)}, Break{6, Missing}},
		"the last but one, moved up":      {[]string{f(drop, 7), f(renumber, 7, 8)}, Break{7, Missing}},
		"the last removed":                {[]string{f(drop, 8)}, Break{8, Truncated}},
		"all removed":                     {[]string{"DELETE FROM audit_entry"}, Break{1, Truncated}},
		"the end replaced":                {[]string{f(drop, 8), f(copied, 9, 1)}, Break{8, Truncated}},
		"neighbours swapped":              {[]string{f(renumber, 99, 3), f(renumber, 3, 4), f(renumber, 4, 99)}, Break{3, Reordered}},
		"two swapped":                     {[]string{f(renumber, 99, 2), f(renumber, 2, 7), f(renumber, 7, 99)}, Break{2, Reordered}},
		"one slipped in, the rest moved":  {[]string{f(renumber, 9, 8), f(renumber, 8, 7), f(copied, 7, 3)}, Break{7, Inserted}},
		"one put behind":                  {[]string{f(copied, 9, 8)}, Break{9, Inserted}},
		"one put before":                  {[]string{f(copied, 0, 1)}, Break{0, Inserted}},
		"the head set back":               {[]string{"UPDATE audit_chain SET head_seq = 7"}, Break{7, Rewritten}},
		"the head set forward":            {[]string{"UPDATE audit_chain SET head_seq = 9"}, Break{9, Truncated}},
		"the head's hash changed":         {[]string{"UPDATE audit_chain SET head_hash = 'x'"}, Break{8, Rewritten}},
		"the beginning's hash changed":    {[]string{"UPDATE audit_chain SET begin_hash = 'x'"}, Break{1, Rewritten}},
		"the beginning moved":             {[]string{"UPDATE audit_chain SET begin_seq = 2"}, Break{1, Inserted}},
		"the beginning removed and moved": {[]string{f(drop, 1), f(drop, 2), "UPDATE audit_chain SET begin_seq = 2"}, Break{2, Rewritten}},
		"details in another form":         {[]string{`UPDATE audit_entry SET detail = replace(detail, ':', ': ') WHERE seq = 5`}, Break{5, Changed}},
		"details that are none":           {[]string{`UPDATE audit_entry SET detail = 'null' WHERE seq = 5`}, Break{5, Changed}},
	} {
		t.Run(name, func(t *testing.T) {
			conform(t, func(t *testing.T, b *bench) {
				b.sealed(t, 8)
				for _, text := range c.do {
					b.perform(t, text)
				}
				broke(t, name, b.verify(t, Mark{}), c.want.Seq, c.want.What)
			})
		})
	}
}

// A chain that was made anew as a whole holds in itself; what an operator wrote down shows it.
func TestVerify_againstAMark(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		b.sealed(t, 4)
		early := b.head(t)
		b.sealed(t, 4)
		late := b.head(t)
		for _, known := range []Mark{{}, early, late} {
			if v := b.verify(t, known); v.Broken != nil || v.Verified != 8 || v.Unknown {
				t.Errorf("%d: %+v, %+v", known.Seq, v, v.Broken)
			}
		}
		broke(t, "a wrong mark", b.verify(t, Mark{3, late.Hash}), 3, Rewritten)

		b.perform(t, "DELETE FROM audit_entry WHERE seq > 6")
		b.perform(t, "UPDATE audit_chain SET head_seq = 6, head_hash = (SELECT hash FROM audit_entry WHERE seq = 6)")
		if v := b.verify(t, early); v.Broken != nil {
			t.Errorf("an early mark cannot know: %+v", v.Broken)
		}
		broke(t, "cut", b.verify(t, late), 7, Truncated)

		b.perform(t, "DELETE FROM audit_entry")
		b.perform(t, "UPDATE audit_chain SET head_seq = 0, head_hash = ''")
		broke(t, "all cut", b.verify(t, early), 1, Truncated)
		for i := range 9 {
			b.append(t, entry(i+100))
		}
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := b.verify(t, Mark{}); v.Broken != nil {
			t.Errorf("the new chain does not hold in itself: %+v", v.Broken)
		}
		broke(t, "made anew", b.verify(t, early), 4, Rewritten)
	})
}

// A chain of several pages is verified whole, and broken at the border of two of them.
func TestVerify_overPages(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		var all []Entry
		for i := range 2*page + 3 {
			all = append(all, entry(i))
		}
		b.append(t, all...)
		if n, err := b.Seal(t.Context()); err != nil || n != len(all) {
			t.Fatalf("Seal = %d, %v", n, err)
		}
		if v := b.verify(t, b.head(t)); v.Broken != nil || v.Verified != int64(len(all)) {
			t.Errorf("%+v", v)
		}
		b.perform(t, fmt.Sprintf(renumber, 0, page))
		b.perform(t, fmt.Sprintf(renumber, page, page+1))
		b.perform(t, fmt.Sprintf(renumber, page+1, 0))
		broke(t, "swapped over the border", b.verify(t, Mark{}), page, Reordered)
	})
}

func TestPrune_keepsHalfAYearAndTheChain(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		for i := range page + 40 {
			e := entry(i)
			e.At = noon.Add(-400*24*time.Hour + time.Duration(i)*time.Minute)
			b.append(t, e)
		}
		b.append(t, entry(1))
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		early, old := Mark{}, b.head(t)
		for _, s := range first(t, b, 2) {
			early = Mark{s.Seq, s.Hash}
		}
		for _, before := range []time.Time{noon, noon.Add(time.Hour), noon.Add(-LeastKept + time.Second)} {
			if n, err := b.Prune(t.Context(), before); fault.KindOf(err) != fault.Invalid || n != 0 {
				t.Errorf("Prune(%s) = %d, %v", before, n, err)
			}
		}
		before := noon.Add(-400*24*time.Hour + (page+30)*time.Minute)
		if n, err := b.Prune(t.Context(), before); err != nil || n != page+30 {
			t.Fatalf("Prune = %d, %v, want %d", n, err, page+30)
		}
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		v := b.verify(t, old)
		if v.Broken != nil || v.Begin.Seq != page+30 || v.Verified != 13 {
			t.Errorf("after it: %+v, %+v", v, v.Broken)
		}
		if v := b.verify(t, early); v.Broken != nil || !v.Unknown {
			t.Errorf("a mark that was pruned: %+v", v)
		}
		broke(t, "the border forged", b.verify(t, Mark{page + 30, early.Hash}), page+30, Rewritten)
		told, err := b.List(t.Context(), "", Filter{Action: Pruned})
		if err != nil || len(told) != 2 || told[0].Subject != fmt.Sprint(page+30) || told[0].Detail["hash"] != v.Begin.Hash || told[1].Detail["entries"] != fmt.Sprint(page) {
			t.Errorf("told %+v, %v", told, err)
		}
		if n, err := b.Prune(t.Context(), before); n != 0 || err != nil {
			t.Errorf("again: %d, %v", n, err)
		}
		b.perform(t, fmt.Sprintf(drop, page+31))
		broke(t, "the first behind it removed", b.verify(t, Mark{}), page+31, Missing)
	})
}

func first(t *testing.T, b *bench, n int64) []Sealed {
	t.Helper()
	list, err := b.List(t.Context(), "team", Filter{Before: n + 1})
	if err != nil {
		t.Fatal(err)
	}
	return list[:1]
}

// What was tampered with is not removed as if it were nothing, and the last entry stays.
func TestPrune_leavesEvidenceAndTheHead(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		for i := range 6 {
			e := entry(i)
			e.At = noon.Add(-1000 * 24 * time.Hour)
			b.append(t, e)
		}
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := noon.Add(-LeastKept)
		for _, change := range []string{"actor = 'x'", "prev = 'x'", "hash = 'x'"} {
			var kept string
			column := change[:len(change)-len(" = 'x'")]
			if err := b.db.Read(t.Context(), readText(&kept, "SELECT "+column+" FROM audit_entry WHERE seq = 3")); err != nil {
				t.Fatal(err)
			}
			b.perform(t, "UPDATE audit_entry SET "+change+" WHERE seq = 3")
			if n, err := b.Prune(t.Context(), before); fault.KindOf(err) != fault.Conflict || n != 0 {
				t.Errorf("%s: Prune = %d, %v", change, n, err)
			}
			b.perform(t, "UPDATE audit_entry SET "+column+" = $1 WHERE seq = 3", kept)
		}
		if n, err := b.Prune(t.Context(), before); err != nil || n != 5 {
			t.Errorf("Prune = %d, %v, want 5", n, err)
		}
		if v := b.verify(t, Mark{}); v.Broken != nil || v.Verified != 1 || v.Begin.Seq != 5 || v.Head.Seq != 6 {
			t.Errorf("%+v, %+v", v, v.Broken)
		}
	})
}
