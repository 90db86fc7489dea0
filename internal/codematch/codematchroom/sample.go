package codematchroom

import (
	"archive/zip"
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"

	"kadry/internal/codematch"
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
		_, err := parts.Mirror.Get(ctx, tenant, "upload/"+name)
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

func zipped(name string) ([]byte, error) {
	folder, err := fs.Sub(samples, sampleFolder+"/"+name)
	if err != nil {
		return nil, fmt.Errorf("codematchroom: sample: %w", err)
	}
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	if err := w.AddFS(folder); err != nil {
		return nil, fmt.Errorf("codematchroom: sample: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("codematchroom: sample: %w", err)
	}
	return packed.Bytes(), nil
}
