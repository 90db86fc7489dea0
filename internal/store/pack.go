package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Pack writes v, its texts Clean, as JSON that is compressed with zstd: the stored form of
// large documents that are only ever read whole.
func Pack[T any](v T) ([]byte, error) {
	plain, err := json.Marshal(Cleaned(v))
	if err != nil {
		return nil, fmt.Errorf("store: pack: %w", err)
	}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("store: pack: %w", err)
	}
	return packer.EncodeAll(plain, nil), nil
}

// Unpack reads what Pack wrote, at most so many bytes of JSON.
func Unpack[T any](body []byte, largest int64) (v T, err error) {
	reader, err := zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return v, fmt.Errorf("store: unpack: %w", err)
	}
	defer reader.Close()
	if err := json.NewDecoder(io.LimitReader(reader, largest)).Decode(&v); err != nil {
		return v, fmt.Errorf("store: unpack: %w", err)
	}
	return v, nil
}
