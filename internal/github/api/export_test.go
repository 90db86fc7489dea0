package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"

	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/upstream"
)

// Unpack reads the bytes of an archive.
func Unpack(packed []byte) (files []github.File, commit string, err error) {
	for f, err := range unpack(&counter{from: bytes.NewReader(packed), limits: DefaultLimits()}, &commit) {
		if err != nil {
			return files, commit, err
		}
		files = append(files, f)
	}
	return files, commit, nil
}

// KeepIn keeps a file in an archive that is written to f, and reports whether that went well.
func KeepIn(folder string, f *os.File, kept github.File) bool {
	s := &store{folder: folder, limit: keptBytes}
	k := s.create("owner/name", "head")
	if k == nil {
		return false
	}
	k.zstd.Reset(f)
	k.add(kept, "")
	k.finish()
	k.abandon()
	_, err := os.Stat(k.path)
	return err == nil
}

// Judge reads an answer to a query both ways: may it be kept, and can it be used.
func Judge(body []byte) (kept, used bool, missing []string, readable bool) {
	what := fault.Say("a thing", "предмет")
	err := whole(upstream.Response{Status: 200, Body: body}, what)
	var got answer
	if json.Unmarshal(body, &got) != nil {
		return err == nil, false, nil, false
	}
	s := &Session{}
	return err == nil, s.failed(got, what) == nil, places(got.Errors), errors.Is(err, errPartial) || err == nil || fault.KindOf(err) == fault.NotFound
}
