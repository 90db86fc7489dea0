package audit

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestAppend_followsItsTransaction(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		undone := errors.New("undone")
		err := b.db.Write(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
			if err := b.Append(ctx, tx, entry(1), entry(2)); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		if n, err := b.Seal(t.Context()); n != 0 || err != nil {
			t.Errorf("Seal = %d, %v after a rollback", n, err)
		}
		b.append(t, entry(3), entry(4))
		if v := b.verify(t, Mark{}); v.Unsealed != 2 || v.Verified != 0 || v.Broken != nil {
			t.Errorf("before Seal: %+v", v)
		}
		if n, err := b.Seal(t.Context()); n != 2 || err != nil {
			t.Errorf("Seal = %d, %v, want 2", n, err)
		}
		v := b.verify(t, Mark{})
		if v.Unsealed != 0 || v.Verified != 2 || v.Broken != nil || v.Head != b.head(t) || v.Head.Seq != 2 {
			t.Errorf("after Seal: %+v", v)
		}
	})
}

func TestAppend_cleansAndBounds(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		many := map[string]string{}
		for i := range 40 {
			many[fmt.Sprintf("key %02d", i)] = "x"
		}
		b.append(t,
			Entry{Tenant: "team", Action: "a", Detail: map[string]string{"k\x00\u202e": "one\x00\ntwo\x1b[31m\u202e\xff" + strings.Repeat("я", 500)}},
			Entry{Tenant: "team", Actor: strings.Repeat("а", 300), Subject: "\x00", Detail: many},
		)
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, err := b.List(t.Context(), "team", Filter{})
		if err != nil || len(list) != 2 {
			t.Fatalf("%d entries, %v", len(list), err)
		}
		value := list[1].Detail["k"]
		if !strings.HasPrefix(value, "one two[31m\uFFFDяя") || utf8.RuneCountInString(value) != longestDetail || !strings.HasSuffix(value, "…") {
			t.Errorf("a detail is %q", value)
		}
		if !list[1].At.Equal(noon) {
			t.Errorf("no time became %s", list[1].At)
		}
		if n := utf8.RuneCountInString(list[0].Actor); n != longestText || list[0].Subject != "" || len(list[0].Detail) != mostDetails {
			t.Errorf("an actor of %d characters, subject %q, %d details", n, list[0].Subject, len(list[0].Detail))
		}
		if v := b.verify(t, Mark{}); v.Broken != nil {
			t.Errorf("got %+v", v.Broken)
		}
	})
}

// Whatever is appended can be stored, sealed and verified.
func TestAppend_anyText(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		appended := 0
		rapid.Check(t, func(r *rapid.T) {
			e := Entry{Tenant: rapid.String().Draw(r, "tenant"), Actor: rapid.String().Draw(r, "actor"), Detail: rapid.MapOf(rapid.String(), rapid.String()).Draw(r, "detail")}
			e.Subject = string(rapid.SliceOf(rapid.Byte()).Draw(r, "subject"))
			b.append(t, e)
			appended++
		})
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		if v := b.verify(t, b.head(t)); v.Broken != nil || v.Verified < int64(appended) || appended == 0 {
			t.Errorf("got %+v, %+v", v, v.Broken)
		}
	})
}

// written is the encoding of the package comment, put down once more and in another way.
func written(seq int64, prev string, e Entry) string {
	parts := []string{"kadry audit 1", fmt.Sprint(seq), prev, e.Tenant, e.Actor, e.Action, e.Subject, fmt.Sprint(len(e.Detail))}
	for _, k := range slices.Sorted(maps.Keys(e.Detail)) {
		parts = append(parts, k, e.Detail[k])
	}
	parts = append(parts, fmt.Sprint(e.At.UnixNano()/1000))
	var all bytes.Buffer
	for _, p := range parts {
		_ = binary.Write(&all, binary.BigEndian, int64(len(p)))
		all.WriteString(p)
	}
	digest := sha256.Sum256(all.Bytes())
	return hex.EncodeToString(digest[:])
}

// The hashes of a chain never change: marks that operators wrote down depend on them.
func TestSeal_goldenChain(t *testing.T) {
	golden := []string{
		"8c43845707da3b8d71c2fa191d03e073901d5e38f2b892af9f8780b37e1cbba1",
		"39e8febfaeb29bd386d336ff50ad34605f22c357671de10920cd285b7019c180",
		"3fe002ac48458a1fcece111b98b39981e7e4868ed438401ff055099e0dcc36b4",
	}
	conform(t, func(t *testing.T, b *bench) {
		entries := []Entry{
			entry(0),
			{Tenant: "", Actor: Engine, Action: "vacancy.saved", Subject: "Ж <&>\u2028", At: noon.Add(1500 * time.Nanosecond)},
			{Tenant: "t", Actor: "a", Action: "x", Subject: "y", Detail: map[string]string{"b": "2", "a": `"1"`, "": ""}, At: time.Unix(0, 0)},
		}
		b.append(t, entries...)
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		prev := ""
		for i, e := range entries {
			list, err := b.List(t.Context(), e.Tenant, Filter{})
			if err != nil || len(list) != 1 {
				t.Fatalf("%d entries, %v", len(list), err)
			}
			e.Subject = strings.TrimSuffix(e.Subject, "\u2028")
			want := written(int64(i+1), prev, e)
			if got := list[0]; got.Hash != want || got.Prev != prev || got.Hash != golden[i] || got.Seq != int64(i+1) {
				t.Errorf("entry %d: number %d, hash %s, want %s, golden %s", i+1, got.Seq, got.Hash, want, golden[i])
			}
			prev = want
		}
	})
}

func TestList_selects(t *testing.T) {
	conform(t, func(t *testing.T, b *bench) {
		b.append(t,
			Entry{Tenant: "a", Actor: "ats", Action: "x", Subject: "1"}, Entry{Tenant: "b", Actor: "ats", Action: "x", Subject: "1"},
			Entry{Tenant: "a", Actor: Engine, Action: "x", Subject: "2"}, Entry{Tenant: "a", Actor: "ats", Action: "y", Subject: "1"})
		if _, err := b.Seal(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, c := range map[string]struct {
			tenant string
			f      Filter
			want   string
		}{
			"all of a tenant": {"a", Filter{}, "4 3 1"},
			"another tenant":  {"b", Filter{}, "2"},
			"nobody":          {"c", Filter{}, ""},
			"an actor":        {"a", Filter{Actor: "ats"}, "4 1"},
			"an action":       {"a", Filter{Action: "x"}, "3 1"},
			"a subject":       {"a", Filter{Subject: "1", Action: "y"}, "4"},
			"older":           {"a", Filter{Before: 4}, "3 1"},
			"two":             {"a", Filter{Limit: 2}, "4 3"},
			"injection":       {"a' OR '1'='1", Filter{Actor: "' OR 1=1 --"}, ""},
		} {
			list, err := b.List(t.Context(), c.tenant, c.f)
			var got []string
			for _, s := range list {
				got = append(got, fmt.Sprint(s.Seq))
			}
			if text := strings.Join(got, " "); err != nil || text != c.want {
				t.Errorf("%s: %q, %v, want %q", name, text, err, c.want)
			}
		}
	})
}
