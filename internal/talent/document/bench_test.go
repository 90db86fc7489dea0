package document_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kadry/internal/confined"
	"kadry/internal/talent/document"
)

// BenchmarkRead measures one file in this process and in a child, which is what a server
// pays. The PDF is a CV of two pages from the shared data.
func BenchmarkRead(b *testing.B) {
	text := []byte(strings.Repeat("Опыт работы: инженер-программист, Go и SQL, 2019 – 2021.\n", 60))
	files := map[string][]byte{"cv.txt": text}
	folder := os.Getenv("KADRY_DATA_DIR")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	for name, path := range map[string]string{
		"two-pages.pdf": "cv/layouts/lc-14106638_FINANCE.pdf", "columns.pdf": "cv/layouts/altacv_sample_2col.pdf",
		"cv.docx": "cv/fictional_ru_en/files/fd-002_1col.docx",
	} {
		if data, err := os.ReadFile(filepath.Join(folder, path)); err == nil {
			files[name] = data
		}
	}
	here := confined.New(nil, 1, document.ReadWithin)
	for name, data := range files {
		for where, read := range map[string]*confined.Reader[document.Document]{"here": here, "child": newReader(b)} {
			b.Run(fmt.Sprintf("%s/%s", name, where), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if _, err := read.Read(b.Context(), name, bytes.Clone(data), confined.Limits{}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
