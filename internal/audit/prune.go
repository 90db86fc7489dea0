package audit

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"kadry/internal/fault"
)

// LeastKept is how long entries are kept at least: six months, as the EU's AI Act asks of
// the logs of high-risk systems (Articles 19 and 26).
const LeastKept = 183 * 24 * time.Hour

// Pruned is the Action of the entry that tells of entries removed.
const Pruned = "audit.pruned"

// Prune removes the oldest sealed entries up to the first one that is not older than a
// time, and counts them. The chain then begins behind them, and a new entry says so. The
// last entry always stays. A part that does not hold is not removed: it is evidence.
func (l *Log) Prune(ctx context.Context, before time.Time) (int, error) {
	if l.now().Sub(before) < LeastKept {
		return 0, fault.E(fault.Invalid, fault.Say(
			"Audit entries are kept for at least %d days.", "Записи аудита хранятся не меньше %d дней.", int(LeastKept.Hours()/24)), nil).
			WithHint(fault.Say("Name an earlier date.", "Укажите более раннюю дату."))
	}
	pruned := 0
	for {
		n := 0
		err := l.db.Write(ctx, func(ctx context.Context, tx *sql.Tx) (err error) {
			n, err = l.prunePage(ctx, tx, before)
			return err
		})
		if err != nil {
			return pruned, fmt.Errorf("audit: prune: %w", err)
		}
		pruned += n
		if n < page {
			return pruned, nil
		}
	}
}

func (l *Log) prunePage(ctx context.Context, tx *sql.Tx, before time.Time) (int, error) {
	if err := l.db.Turn(ctx, tx, turn); err != nil {
		return 0, err
	}
	ends, err := readEdges(ctx, tx)
	if err != nil {
		return 0, err
	}
	list, err := pageAfter(ctx, tx, ends.begin.Seq)
	if err != nil {
		return 0, err
	}
	begin, n := ends.begin, 0
	for _, r := range list {
		if !r.At.Before(before) || r.Seq >= ends.head.Seq {
			break
		}
		if r.Seq != begin.Seq+1 || r.Prev != begin.Hash || !r.sound(r.Seq) {
			return 0, broken(begin.Seq + 1)
		}
		begin = Mark{Seq: r.Seq, Hash: r.Hash}
		n++
	}
	if n == 0 {
		return 0, nil
	}
	if n < len(list) && list[n].Prev != begin.Hash {
		return 0, broken(begin.Seq)
	}
	return n, l.drop(ctx, tx, begin, n)
}

func broken(seq int64) error {
	return fault.E(fault.Conflict, fault.Say(
		"The audit log does not hold at entry %d, so nothing was removed.", "Журнал аудита нарушен на записи %d, поэтому ничего не удалено.", seq), nil).
		WithHint(fault.Say("Verify the log and keep a copy of the database.", "Проверьте журнал и сохраните копию базы данных."))
}

// drop removes the entries up to a mark, from which the chain begins then.
func (l *Log) drop(ctx context.Context, tx *sql.Tx, begin Mark, n int) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM audit_entry WHERE seq <= $1", begin.Seq); err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE audit_chain SET begin_seq = $1, begin_hash = $2", begin.Seq, begin.Hash); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	return l.Append(ctx, tx, Entry{Actor: Engine, Action: Pruned, Subject: strconv.FormatInt(begin.Seq, 10), Detail: map[string]string{
		"entries": strconv.Itoa(n), "hash": begin.Hash,
	}})
}
