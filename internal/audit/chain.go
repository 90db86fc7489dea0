package audit

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// format names the encoding below; another encoding has another name.
const format = "kadry audit 1"

// sum is the hash of an entry in a place of the chain.
func sum(seq int64, prev string, e Entry) string {
	h := sha256.New()
	put := func(text string) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write([]byte(text))
	}
	for _, text := range []string{format, strconv.FormatInt(seq, 10), prev, e.Tenant, e.Actor, e.Action, e.Subject, strconv.Itoa(len(e.Detail))} {
		put(text)
	}
	for _, key := range sortedKeys(e.Detail) {
		put(key)
		put(e.Detail[key])
	}
	put(strconv.FormatInt(e.At.UnixMicro(), 10))
	return hex.EncodeToString(h.Sum(nil))
}

// edges are both ends of the chain as its one row tells them.
type edges struct{ begin, head Mark }

func readEdges(ctx context.Context, tx *sql.Tx) (e edges, err error) {
	row := tx.QueryRowContext(ctx, "SELECT begin_seq, begin_hash, head_seq, head_hash FROM audit_chain")
	if err := row.Scan(&e.begin.Seq, &e.begin.Hash, &e.head.Seq, &e.head.Hash); err != nil {
		return edges{}, fmt.Errorf("audit: ends of the chain: %w", err)
	}
	return e, nil
}

// row is an entry as it is stored.
type row struct {
	Sealed

	odd bool // its details are not in the form in which they are stored
}

// sound reports that the stored hash is that of the entry at a place, behind what the entry
// itself says stood before it.
func (r row) sound(seq int64) bool { return !r.odd && r.Hash == sum(seq, r.Prev, r.Entry) }

const columns = "seq, at, tenant, actor, action, subject, detail, prev, hash"

// readRows reads the rows of a query over columns.
func readRows(rows *sql.Rows, err error) (list []row, _ error) {
	if err != nil {
		return nil, fmt.Errorf("audit: read: %w", err)
	}
	defer func() { _ = rows.Close() }() // its error is that of Err
	for rows.Next() {
		var r row
		var at int64
		var detail string
		if err := rows.Scan(&r.Seq, &at, &r.Tenant, &r.Actor, &r.Action, &r.Subject, &detail, &r.Prev, &r.Hash); err != nil {
			return nil, fmt.Errorf("audit: read: %w", err)
		}
		r.At = time.UnixMicro(at).UTC()
		r.Detail, r.odd = decodeDetail(detail)
		list = append(list, r)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("audit: read: %w", err)
	}
	return list, nil
}

func decodeDetail(stored string) (detail map[string]string, odd bool) {
	if err := json.Unmarshal([]byte(stored), &detail); err != nil {
		return map[string]string{}, true
	}
	again, err := encodeDetail(detail)
	return detail, err != nil || again != stored
}

// page is how many entries are read, written or removed at a time.
const page = 500

// sealedAtOnce is how many entries are sealed in one transaction: SQLite has one writer, and
// callers who wait for it must not wait long.
const sealedAtOnce = 40

// pageAfter reads the entries after a number, in their order.
func pageAfter(ctx context.Context, tx *sql.Tx, seq int64) ([]row, error) {
	return readRows(tx.QueryContext(ctx, "SELECT "+columns+" FROM audit_entry WHERE seq > $1 ORDER BY seq LIMIT $2", seq, page))
}

// places returns n groups of placeholders for the rows of one INSERT.
func places(n, width int) string {
	var b strings.Builder
	for i := range n * width {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%width == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(i+1))
	}
	return b.String() + ")"
}
