package pdf_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kadry/internal/pdf"
	"kadry/internal/pdf/layout"
)

// onePage is a file of one page that shows a line, without a cross-reference table.
func onePage(content string) []byte {
	return fmt.Appendf(nil, "%%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"+
		"2 0 obj\n<</Type/Pages/MediaBox[0 0 595 842]/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Kids[3 0 R]/Count 1>>\nendobj\n"+
		"3 0 obj\n<</Type/Page/Parent 2 0 R/Contents 4 0 R>>\nendobj\n"+
		"4 0 obj\n<</Length %d>>\nstream\n%s\nendstream\nendobj\ntrailer\n<</Size 5/Root 1 0 R>>\n", len(content), content)
}

var bounds = pdf.Bounds{Pages: 10, Unpacked: 8 << 20}

func TestRead(t *testing.T) {
	t.Parallel()
	pages, err := pdf.Read(t.Context(), onePage("BT /F1 12 Tf 50 700 Td (Ann Example) Tj ET"), bounds)
	if err != nil || len(pages) != 1 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	if got := layout.Text(pages[0].Glyphs); got != "Ann Example" {
		t.Errorf("got %q", got)
	}
}

// FuzzRead reads arbitrary bytes. Nothing may panic, run out of its time or pass a bound.
func FuzzRead(f *testing.F) {
	for _, content := range []string{
		"BT /F1 12 Tf 50 700 Td (Ann Example) Tj T* [(a)-500(b)] TJ ET", "q 0 1 -1 0 0 0 cm BT /F1 1 Tf 3 Tr (x) Tj ET Q BI /W 1 ID x EI",
	} {
		f.Add(onePage(content))
	}
	f.Add([]byte("%PDF-1.4\n1 0 obj<</Type/ObjStm/N 1/First 4/Length 9>>stream\n2 0 <</>>\nendstream endobj trailer<</Root 1 0 R>>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		pages, err := pdf.Read(ctx, data, bounds)
		if errors.Is(err, context.DeadlineExceeded) || err != nil && strings.Contains(err.Error(), "runtime error") {
			t.Fatal(err)
		}
		if len(pages) > bounds.Pages {
			t.Errorf("%d pages", len(pages))
		}
		for _, p := range pages {
			if text := layout.Text(p.Glyphs); !utf8.ValidString(text) {
				t.Errorf("not UTF-8: %q", text)
			}
		}
	})
}
