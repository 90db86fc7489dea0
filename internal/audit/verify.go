package audit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// What says how the chain is broken.
type What string

// The ways.
const (
	Changed   What = "changed"   // the entry does not say what was sealed
	Missing   What = "missing"   // the entry is gone, and others follow
	Reordered What = "reordered" // another entry of the chain stands in its place
	Inserted  What = "inserted"  // the entry was slipped in
	Truncated What = "truncated" // the entry and all behind it are gone
	// Rewritten is an entry that is sound in itself and not the one that the next entry, an
	// end of the chain or the operator's mark names.
	Rewritten What = "rewritten"
)

// Break is the first place at which the chain does not hold.
type Break struct {
	Seq  int64 `json:"seq"`
	What What  `json:"what" doc:"changed, missing, reordered, inserted, truncated or rewritten."`
}

// Verdict is what a verification found.
type Verdict struct {
	Begin    Mark   `json:"begin" doc:"Before the first entry that is kept."`
	Head     Mark   `json:"head" doc:"The last entry."`
	Verified int64  `json:"verified" doc:"Entries that were computed anew."`
	Unsealed int64  `json:"unsealed" doc:"Entries that wait for their place; nothing is said about them."`
	Broken   *Break `json:"broken,omitzero" doc:"The first place at which the chain does not hold; left out where it holds."`
	Unknown  bool   `json:"head_unknown,omitzero" doc:"The given head could not be compared: its entry is no longer kept."`
}

// restarts bound how often a verification begins again because entries were pruned under it.
const restarts = 5

// Verify computes the whole chain anew, a page at a time, and holds it against a mark that
// was written down; the zero mark stands for none. What is sealed or pruned meanwhile does
// not disturb it.
func (l *Log) Verify(ctx context.Context, known Mark) (Verdict, error) {
	for range restarts {
		w := &walk{known: known}
		if err := w.run(ctx, l); err != nil {
			return Verdict{}, fmt.Errorf("audit: verify: %w", err)
		}
		pruned, err := l.prunedPast(ctx, w)
		if err != nil {
			return Verdict{}, err
		}
		if !pruned {
			return w.Verdict, nil
		}
	}
	return Verdict{}, errors.New("audit: verify: entries are pruned all the time")
}

// prunedPast tells that a walk found a break where entries were pruned since it began.
func (l *Log) prunedPast(ctx context.Context, w *walk) (bool, error) {
	if w.Broken == nil {
		return false, nil
	}
	var now edges
	err := l.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		now, err = readEdges(ctx, tx)
		return err
	})
	return now.begin.Seq > w.Begin.Seq && w.Broken.Seq <= now.begin.Seq+1, err
}

// walk is a verification under way.
type walk struct {
	Verdict

	known Mark
	last  Mark // verified so far
	extra bool // there were entries behind the head when it began
}

func (w *walk) run(ctx context.Context, l *Log) error {
	if err := w.begin(ctx, l); err != nil {
		return err
	}
	for w.Broken == nil && w.last.Seq < w.Head.Seq {
		var list []row
		err := l.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			list, err = pageAfter(ctx, tx, w.last.Seq)
			return err
		})
		if err != nil {
			return err
		}
		if len(list) == 0 {
			w.broken(w.last.Seq+1, Truncated)
			return nil
		}
		if err := w.page(ctx, l, list); err != nil {
			return err
		}
	}
	if w.Broken == nil {
		w.end()
	}
	return nil
}

// begin reads both ends and what there is besides them, in one state of the database.
func (w *walk) begin(ctx context.Context, l *Log) error {
	return l.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		ends, err := readEdges(ctx, tx)
		if err != nil {
			return err
		}
		var first, last sql.NullInt64
		err = tx.QueryRowContext(ctx, `SELECT (SELECT min(seq) FROM audit_entry), (SELECT max(seq) FROM audit_entry),
			(SELECT count(*) FROM audit_pending)`).Scan(&first, &last, &w.Unsealed)
		if err != nil {
			return err
		}
		w.Begin, w.Head, w.last, w.Broken = ends.begin, ends.head, ends.begin, nil
		w.extra = last.Valid && last.Int64 > ends.head.Seq
		switch {
		case first.Valid && first.Int64 <= ends.begin.Seq:
			w.broken(first.Int64, Inserted)
		case w.known.Seq > 0 && w.known.Seq < ends.begin.Seq:
			w.Unknown = true
		case w.known.Seq > 0 && w.known.Seq == ends.begin.Seq && w.known.Hash != ends.begin.Hash:
			w.broken(w.known.Seq, Rewritten)
		}
		return nil
	})
}

func (w *walk) broken(seq int64, what What) { w.Broken = &Break{Seq: seq, What: what} }

// page goes on through entries up to the head or the first break.
func (w *walk) page(ctx context.Context, l *Log, list []row) error {
	for i, r := range list {
		if r.Seq > w.Head.Seq {
			w.broken(w.last.Seq+1, Truncated) // its end is gone, and something was put behind
			return nil
		}
		if r.Seq != w.last.Seq+1 || !r.sound(r.Seq) || r.Prev != w.last.Hash {
			next, err := l.following(ctx, list, i)
			if err != nil {
				return err
			}
			w.Broken = diagnose(w.last, r, next)
			return nil
		}
		if r.Seq == w.known.Seq && r.Hash != w.known.Hash {
			w.broken(r.Seq, Rewritten)
			return nil
		}
		w.last = Mark{Seq: r.Seq, Hash: r.Hash}
		w.Verified++
		if r.Seq == w.Head.Seq {
			return nil
		}
	}
	return nil
}

// end holds the end of the entries against what is told of it.
func (w *walk) end() {
	switch {
	case w.last.Hash != w.Head.Hash || w.last.Seq != w.Head.Seq:
		w.broken(w.last.Seq, Rewritten)
	case w.extra:
		w.broken(w.Head.Seq+1, Inserted)
	case w.known.Seq > w.Head.Seq:
		w.broken(w.Head.Seq+1, Truncated)
	}
}

// following returns the entry behind the i-th of a page, if there is one.
func (l *Log) following(ctx context.Context, list []row, i int) (*row, error) {
	if i+1 < len(list) {
		return &list[i+1], nil
	}
	err := l.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		list, err = pageAfter(ctx, tx, list[i].Seq)
		return err
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return &list[0], nil
}

// diagnose says what is wrong at an entry that does not follow the last good one.
func diagnose(last Mark, r row, next *row) *Break {
	at := last.Seq + 1
	switch {
	case r.Seq > at:
		return &Break{at, Missing}
	case r.sound(at) && last.Seq == 0:
		return &Break{at, Rewritten}
	case r.sound(at): // it was sealed behind another one than stands there now
		return &Break{last.Seq, Rewritten}
	}
	sealedAs := placeOf(r, at)
	if sealedAs == 0 {
		if next != nil && next.Seq == at+1 && !next.sound(next.Seq) && next.sound(at) {
			return &Break{at, Inserted} // what belonged here stands behind
		}
		return &Break{at, Changed}
	}
	shift := sealedAs - at
	if next != nil && !next.sound(next.Seq+shift) {
		return &Break{at, Reordered}
	}
	if shift > 0 {
		return &Break{at, Missing} // and the rest was renumbered
	}
	return &Break{sealedAs, Inserted}
}

// farthest is how far from its place an entry is looked for.
const farthest = 10_000

// placeOf finds the number under which a displaced entry was sealed; 0 when none fits.
func placeOf(r row, at int64) int64 {
	for d := int64(1); d <= farthest; d++ {
		if r.sound(at + d) {
			return at + d
		}
		if at > d && r.sound(at-d) {
			return at - d
		}
	}
	return 0
}

// Head returns the mark of the last sealed entry, to be written down.
func (l *Log) Head(ctx context.Context) (Mark, error) {
	var ends edges
	err := l.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
		ends, err = readEdges(ctx, tx)
		return err
	})
	return ends.head, err
}
