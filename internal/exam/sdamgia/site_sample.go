package sdamgia

import (
	"hash/crc32"
	"os"
	"path/filepath"
	"strconv"

	"kadry/internal/upstream"
)

// keepSample keeps the page behind an error under a name that says what went wrong, and
// returns the name; "" when there is nothing to keep or nowhere. There is one file for each
// sort of error, so that a redesign met on ten thousand pages leaves one.
func (s *Site) keepSample(kind upstream.Kind, page *PageError) string {
	if s.samples == "" || len(page.Sample) == 0 || page.Code == CodeNotFound {
		return ""
	}
	name := page.Code + "-" + string(kind)
	if page.Selector != "" {
		name += "-" + strconv.FormatUint(uint64(crc32.ChecksumIEEE([]byte(page.Selector))), 36)
	}
	name += ".html"
	if err := writeWhole(s.samples, name, page.Sample); err != nil {
		return "" // the error the page caused is the one that matters
	}
	return name
}

// writeWhole replaces a file in one step: another process may be reading it.
func writeWhole(folder, name string, data []byte) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(folder, "sample-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(data)
	if closed := temp.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	return os.Rename(temp.Name(), filepath.Join(folder, name))
}
