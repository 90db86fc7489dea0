package codematchroom

import (
	"archive/zip"
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"kadry/internal/codematch"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
)

// samples are made-up repositories, a folder each, in which the same things stand in several
// languages.
//
//go:embed _sample
var samples embed.FS

const sampleFolder = "_sample"

// putSample indexes the made-up repositories that are not indexed yet.
func putSample(ctx context.Context, parts codematch.Parts, tenant string) error {
	list, err := fs.ReadDir(samples, sampleFolder)
	if err != nil {
		return fmt.Errorf("codematchroom: sample: %w", err)
	}
	x := &codematch.Indexer{Parts: parts}
	for _, entry := range list {
		name := "sample-" + entry.Name()
		_, err := parts.Mirror.Get(ctx, tenant, mirror.Upload(name))
		if err == nil {
			continue
		}
		if fault.KindOf(err) != fault.NotFound {
			return err
		}
		packed, err := zipped(entry.Name())
		if err != nil {
			return err
		}
		if _, _, err := x.Index(ctx, tenant, codematch.Origin{Name: name, Upload: packed}, func(int, int, fault.Text) {}); err != nil {
			return err
		}
	}
	return nil
}

// sampleDay is when the made-up repositories were written: files that come with a program have
// no time.
var sampleDay = time.Date(2026, time.November, 1, 12, 0, 0, 0, time.UTC)

func zipped(name string) ([]byte, error) {
	root := sampleFolder + "/" + name
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	err := fs.WalkDir(samples, root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := samples.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := w.CreateHeader(&zip.FileHeader{Name: strings.TrimPrefix(path, root+"/"), Method: zip.Deflate, Modified: sampleDay})
		if err == nil {
			_, err = file.Write(body)
		}
		return err
	})
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("codematchroom: sample: %w", err)
	}
	return packed.Bytes(), nil
}
