package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

// file is a CV in memory.
type file struct {
	name string
	data []byte
}

// asOf is the month the made-up CVs were "received".
var asOf = resume.MonthOf(time.Date(lastYear, time.November, 1, 0, 0, 0, 0, time.UTC))

// read measures reading a file and making its facts, on one core: the collector's work
// counts too. Every file is read once a round.
func read(ctx context.Context, g *skill.Graph, files []file, rounds int) (latency, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	extractor, err := resume.New(g)
	if err != nil {
		return latency{}, err
	}
	var measured []latency
	for range rounds {
		took := make([]time.Duration, len(files))
		start := time.Now()
		for i, f := range files {
			began := time.Now()
			doc, err := document.Read(ctx, f.name, f.data, document.DefaultLimits)
			if err != nil {
				return latency{}, fmt.Errorf("load: read %q: %w", f.name, err)
			}
			record := extractor.Extract(doc.Page(), asOf)
			took[i] = time.Since(began)
			if len(record.Skills)+len(record.Positions) == 0 {
				return latency{}, fmt.Errorf("load: %q: no facts were found", f.name)
			}
		}
		measured = append(measured, spread(took, time.Since(start)))
	}
	return middle(measured), nil
}

// texts are the first n CVs as text files.
func (g *generator) texts(n int) []file {
	files := make([]file, n)
	for i := range files {
		files[i] = file{fmt.Sprintf("cv-%05d.txt", i), []byte(g.cv(i))}
	}
	return files
}

// twoPages are n English CVs as PDF files of two pages.
func (g *generator) twoPages(n int) ([]file, error) {
	var files []file
	for i := 0; len(files) < n; i += 2 {
		data, pages, err := pdf(g.cv(i))
		if err != nil {
			return nil, err
		}
		if pages == 2 {
			files = append(files, file{fmt.Sprintf("cv-%05d.pdf", i), data})
		}
	}
	return files, nil
}

// realPDFs are the PDF files of two pages among the layout samples of a data folder, none
// when the folder is not there.
func realPDFs(ctx context.Context, data string) ([]file, error) {
	names, err := filepath.Glob(filepath.Join(data, "cv", "layouts", "*.pdf"))
	if err != nil {
		return nil, fmt.Errorf("load: layouts: %w", err)
	}
	slices.Sort(names)
	var files []file
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("load: layouts: %w", err)
		}
		doc, err := document.Read(ctx, name, content, document.DefaultLimits)
		if err == nil && doc.Pages == 2 && strings.TrimSpace(doc.Text) != "" {
			files = append(files, file{filepath.Base(name), content})
		}
	}
	return files, nil
}
