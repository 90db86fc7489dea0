package talent

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/resume"
)

// Search ids are self-contained, so that any replica understands them after any restart.
// Their digest only guards against damage and mix-ups; they hold nothing
// that the caller did not send, and a forged one is just another query.

const (
	digestBytes = 8
	maxSearchID = 64 << 10 // characters; a query at all its limits needs less
	maxUnpacked = 256 << 10
)

// spare is a Query that leaves out what was not asked, to keep search ids short.
type spare struct {
	Required            []string       `json:"r,omitempty"`
	AnyOf               [][]string     `json:"n,omitempty"`
	Preferred           []string       `json:"p,omitempty"`
	Excluded            []string       `json:"x,omitempty"`
	Match               Match          `json:"m,omitempty"`
	MinCoverage         float64        `json:"c,omitempty"`
	Allow               []skill.How    `json:"a,omitempty"`
	Level               resume.Level   `json:"l,omitempty"`
	ExcludedLevels      []resume.Level `json:"lx,omitempty"`
	MinYears            float64        `json:"y,omitempty"`
	MaxYears            float64        `json:"z,omitempty"`
	SkillYears          []SkillYears   `json:"sy,omitempty"`
	UsedWithinYears     float64        `json:"u,omitempty"`
	Occupations         []string       `json:"oc,omitempty"`
	ExcludedOccupations []string       `json:"ox,omitempty"`
	Person              string         `json:"h,omitempty"`
	Location            string         `json:"o,omitempty"`
	Languages           []Speaks       `json:"g,omitempty"`
	EducationLevel      string         `json:"e,omitempty"`
	Tags                []string       `json:"t,omitempty"`
	UploadedAfter       time.Time      `json:"d,omitzero"`
	Text                string         `json:"w,omitempty"`
	Redact              bool           `json:"b,omitempty"`
	TopK                int            `json:"-"`
	Cursor              string         `json:"-"`
}

// searchID packs a query. The cursor and page size are not part of what was asked.
func searchID(q Query) (string, error) {
	q.Cursor, q.TopK = "", 0
	plain, err := json.Marshal(spare(q))
	if err != nil {
		return "", fmt.Errorf("talent: search id: %w", err)
	}
	packed := bytes.NewBuffer(digest(plain))
	if err := compress(packed, plain); err != nil {
		return "", fmt.Errorf("talent: search id: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(packed.Bytes()), nil
}

// compressors are kept from one search id to the next: making one takes more memory than
// the rest of a search, and an answer can hold seven ids.
var compressors sync.Pool

func compress(to io.Writer, plain []byte) error {
	w, ok := compressors.Get().(*flate.Writer)
	if !ok {
		var err error
		if w, err = flate.NewWriter(to, flate.BestCompression); err != nil {
			return err
		}
	}
	defer compressors.Put(w)
	w.Reset(to)
	if _, err := w.Write(plain); err != nil {
		return err
	}
	return w.Close()
}

// querySaid unpacks a search id.
func querySaid(id string) (Query, error) {
	var q Query
	if len(id) > maxSearchID {
		return q, badSearchID(nil)
	}
	packed, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(packed) < digestBytes {
		return q, badSearchID(err)
	}
	plain, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(packed[digestBytes:])), maxUnpacked))
	if err != nil || !bytes.Equal(digest(plain), packed[:digestBytes]) {
		return q, badSearchID(err)
	}
	var said spare
	if err := json.Unmarshal(plain, &said); err != nil {
		return q, badSearchID(err)
	}
	return Query(said), nil
}

func digest(parts ...[]byte) []byte {
	h := sha256.New()
	for _, p := range parts {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(p)))
		h.Write(size[:])
		h.Write(p)
	}
	return h.Sum(nil)[:digestBytes]
}

func badSearchID(cause error) error {
	e := fault.E(fault.Invalid, fault.Say(
		"refine_of: not one that this search gave out.", "refine_of: значение получено не от этого поиска."), cause)
	e.Fields = []fault.Field{{Path: "refine_of", Text: fault.Say("unknown or damaged", "неизвестно или повреждено")}}
	return e.WithHint(fault.Say("Repeat the search without it.", "Повторите поиск без этого поля."))
}
