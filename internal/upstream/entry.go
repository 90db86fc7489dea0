package upstream

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// entry is a copy of an answer as it lies in the cache.
type entry struct {
	Name      string      `json:"name"` // what was asked; see want.name
	URL       string      `json:"url"`  // after redirects
	Kind      Kind        `json:"kind"`
	Status    int         `json:"status"` // 2xx, or 404 and 410 without a body
	Header    http.Header `json:"header"`
	FetchedAt time.Time   `json:"fetched_at"`

	body []byte
}

// A copy is one file: a line with the digest of everything after it, a line of JSON, the
// body. The digest is what makes a torn or altered file count as absent.
const entryMagic = "kadry copy 1 "

const entryPrefix = len(entryMagic) + 2*sha256.Size + 1

func (k entry) encode() ([]byte, error) {
	head, err := json.Marshal(k)
	if err != nil {
		return nil, fmt.Errorf("upstream: copy: %w", err)
	}
	return sealed(head, []byte{'\n'}, k.body), nil
}

// sealed puts the line with the digest before the parts.
func sealed(parts ...[]byte) []byte {
	file := slices.Concat(append([][]byte{make([]byte, entryPrefix)}, parts...)...)
	digest := sha256.Sum256(file[entryPrefix:])
	copy(file, entryMagic)
	hex.Encode(file[len(entryMagic):], digest[:])
	file[entryPrefix-1] = '\n'
	return file
}

// decode reads what encode wrote. The body is a part of file. Anything else is an error.
func decode(file []byte) (entry, error) {
	if len(file) < entryPrefix || string(file[:len(entryMagic)]) != entryMagic || file[entryPrefix-1] != '\n' {
		return entry{}, errors.New("upstream: not a copy")
	}
	rest := file[entryPrefix:]
	digest := sha256.Sum256(rest)
	if hex.EncodeToString(digest[:]) != string(file[len(entryMagic):entryPrefix-1]) {
		return entry{}, errors.New("upstream: a damaged copy")
	}
	head, body, ok := bytes.Cut(rest, []byte{'\n'})
	if !ok {
		return entry{}, errors.New("upstream: a copy without a body")
	}
	var k entry
	if err := json.Unmarshal(head, &k); err != nil {
		return entry{}, fmt.Errorf("upstream: copy: %w", err)
	}
	if k.Header == nil {
		k.Header = http.Header{}
	}
	k.body = body
	return k, nil
}

// gone reports whether the copy remembers that there is no such page.
func (k entry) gone() bool { return k.Status == http.StatusNotFound || k.Status == http.StatusGone }

// response is the copy as an answer for which nobody was asked.
func (k entry) response() Response {
	return Response{
		URL: k.URL, Status: k.Status, Header: k.Header, Body: k.body,
		FetchedAt: k.FetchedAt, FromCache: true,
	}
}

// validators are the headers that ask whether the copy still holds.
func (k entry) validators() http.Header {
	ask := http.Header{}
	if tag := k.Header.Get("Etag"); tag != "" {
		ask.Set("If-None-Match", tag)
	}
	if date := k.Header.Get("Last-Modified"); date != "" {
		ask.Set("If-Modified-Since", date)
	}
	return ask
}
