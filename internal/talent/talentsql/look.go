package talentsql

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"kadry/internal/store"
	"kadry/internal/talent/layout"
)

// lookVersion is the first byte of a stored look, and names its form: the lines and fields
// of a page without its text, as JSON under the names of their tags, in DEFLATE.
const lookVersion = 1

// look is the stored form of a page without its text.
type look struct {
	Lines  []layout.Line  `json:"lines,omitempty"`
	Fields []layout.Field `json:"fields,omitempty"`
}

// encodeLook returns the stored form of a look, nil where there is none.
func encodeLook(p layout.Page) ([]byte, error) {
	if len(p.Lines)+len(p.Fields) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	b.WriteByte(lookVersion)
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		return nil, fmt.Errorf("talentsql: encode a look: %w", err)
	}
	err = json.NewEncoder(w).Encode(look{Lines: p.Lines, Fields: p.Fields})
	if err := errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("talentsql: encode a look: %w", err)
	}
	return b.Bytes(), nil
}

// longestLook is of a stored look unpacked: the longest text has a line a byte.
const longestLook = 256 << 20

// decodeLook reads the stored form. One that a newer program wrote is none: the text is read
// without it.
func decodeLook(data []byte) (layout.Page, error) {
	if len(data) == 0 || data[0] != lookVersion {
		return layout.Page{}, nil
	}
	r := flate.NewReader(bytes.NewReader(data[1:]))
	defer r.Close()
	var l look
	if err := json.NewDecoder(io.LimitReader(r, longestLook)).Decode(&l); err != nil {
		return layout.Page{}, fmt.Errorf("talentsql: decode a look: %w", err)
	}
	return layout.Page{Lines: l.Lines, Fields: l.Fields}, nil
}

// Looks returns how the texts look, by id, of those whose files told it.
func (s *Candidates) Looks(ctx context.Context, tenant string, ids []string) (map[string]layout.Page, error) {
	found := map[string]layout.Page{}
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !store.IsKey(id) })
	if !store.IsKey(tenant) {
		return found, nil
	}
	err := s.db.Read(ctx, func(ctx context.Context, tx *sql.Tx) error {
		for some := range slices.Chunk(ids, batch) {
			if err := loadLooks(ctx, tx, tenant, some, found); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("talentsql: looks of %d texts: %w", len(ids), err)
	}
	return found, nil
}

func loadLooks(ctx context.Context, tx *sql.Tx, tenant string, ids []string, into map[string]layout.Page) (err error) {
	args := []any{tenant}
	for _, id := range ids {
		args = append(args, id)
	}
	query := "SELECT c.id, c.look FROM candidate c WHERE c.look IS NOT NULL AND c.tenant || '' = $1 AND c.id IN (" + //nolint:gosec // placeholders
		store.Placeholders(2, len(ids)) + ")" // the tenant stands in an expression for the reason that byIDs gives
	rows, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var (
			id   string
			data []byte
		)
		if err := rows.Scan(&id, &data); err != nil {
			return err
		}
		if into[id], err = decodeLook(data); err != nil {
			return err
		}
	}
	return rows.Err()
}
