package e2e

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kadry/internal/talent/document"
)

// slack is what a loaded machine may add to a limit of time.
const slack = 10 * time.Second

// Files made to harm are outcomes like others: named, refused with words, and the server
// answers other calls meanwhile.
func TestHostile_files(t *testing.T) {
	t.Parallel()
	s := serve(t, options{home: sample(t)})
	for name, c := range map[string]struct {
		data []byte
		code string
	}{
		"zip-bomb.docx":    {bombDOCX(t, 200<<20), "too_large"},
		"many-pages.pdf":   {textPDF(30), "too_large"},
		"loop.pdf":         {loopingPDF(), "too_large"},
		"doubling.pdf":     {doublingPDF(40), ""},
		"stream-bomb.pdf":  {bombPDF(t, 100<<20), ""},
		"not-a-pdf.pdf":    {[]byte("%PDF-1.7\n\x00\x01\x02 and nothing more"), "invalid_argument"},
		"program.txt":      {program(t), "invalid_argument"},
		"cut.docx":         {bombDOCX(t, 1000)[:200], "invalid_argument"},
		"empty.txt":        {nil, "invalid_argument"},
		"../../escape.txt": {[]byte("\x00"), "invalid_argument"},
		"entities.odt":     {odt(t, entityBomb), "invalid_argument"},
		"deep.json":        {[]byte(strings.Repeat(`{"basics":`, 50_000)), "invalid_argument"},
		"deep.html":        {[]byte(strings.Repeat("<div>", 200_000)), ""},
		"deep.rtf":         {[]byte(`{\rtf1` + strings.Repeat("{", 200_000)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if len(c.data) == 0 {
				s.rest().post(t, "ingest_cv", fmt.Sprintf(`{"files":[{"name":%q,"content":""}]}`, name)).refused(t, 400, "invalid_argument")
				return
			}
			busy := whileBusy(t, s)
			begun := time.Now()
			got := s.rest().post(t, "ingest_cv", sent(name, c.data)).facts(t)
			if spent := time.Since(begun); spent > document.DefaultLimits.Time+slack {
				t.Errorf("the answer took %v, a file may take %v", spent, document.DefaultLimits.Time)
			}
			busy()
			switch {
			case len(got.Items) != 1 || strings.Contains(got.Items[0].File, ".."):
				t.Errorf("got %+v", got.Items)
			case c.code == "" && got.Items[0].Status == "duplicate":
				t.Errorf("known already: %+v", got.Items[0])
			case c.code != "" && (got.Rejected != 1 || got.Items[0].Problem.Code != c.code || got.Items[0].Problem.Message == ""):
				t.Errorf("got %+v %+v, want it rejected as %s", got.Items[0], got.Items[0].Problem, c.code)
			}
		})
	}
}

// program is the head of an executable file.
func program(t *testing.T) []byte {
	t.Helper()
	f, err := os.Open(kadry)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, 100_000))
	if err != nil {
		t.Fatal(err)
	}
	return head
}

// whileBusy keeps searching until it is told to stop; every search must succeed.
func whileBusy(t *testing.T, s *server) (stop func()) {
	t.Helper()
	done := make(chan struct{})
	var searching sync.WaitGroup
	searching.Go(func() {
		for {
			got := s.rest().post(t, "search_by_skills", `{"required_skills":["Go"],"top_k":1}`)
			if got.status != 200 {
				t.Errorf("a search beside it: status %d: %s", got.status, got.body)
				return
			}
			select {
			case <-done:
				return
			default:
			}
		}
	})
	return func() { close(done); searching.Wait() }
}

// sent is the input of ingest_cv with one file.
func sent(name string, data []byte) string {
	return fmt.Sprintf(`{"files":[{"name":%q,"content":%q}]}`, name, base64.StdEncoding.EncodeToString(data))
}

// textPDF writes a PDF with pages of text.
func textPDF(pages int) []byte {
	return pdf(pages, "BT /F1 12 Tf 72 700 Td (Alma Ashdown keeps Go services running.) Tj ET")
}

// scannedPDF writes a PDF whose only page is a picture.
func scannedPDF() []byte {
	return pdf(1, "q 500 0 0 700 40 60 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q")
}

func pdf(pages int, content string) []byte {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	}
	var kids []string
	for range pages {
		objects = append(objects, "<</Type/Page/Parent 2 0 R/Contents 3 0 R>>")
		kids = append(kids, fmt.Sprintf("%d 0 R", len(objects)))
	}
	objects[1] = fmt.Sprintf("<</Type/Pages/MediaBox[0 0 595 842]/Resources<</Font<</F1 4 0 R>>>>/Kids[%s]/Count %d>>", strings.Join(kids, " "), pages)
	return assemble(objects)
}

// assemble writes objects, numbered from 1 and the catalogue first, as a PDF file.
func assemble(objects []string) []byte {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return out.Bytes()
}

// loopingPDF names a page tree that contains itself and a stream whose length is itself.
func loopingPDF() []byte {
	return assemble([]string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Parent 2 0 R/Kids[2 0 R 3 0 R 2 0 R]/Count 1000000000>>",
		"<</Type/Page/Parent 2 0 R/Contents[4 0 R 3 0 R]>>",
		"<</Length 4 0 R>>\nstream\nBT ET\nendstream",
	})
}

// doublingPDF draws a form that draws a form twice, and so on: 2^depth drawings.
func doublingPDF(depth int) []byte {
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>",
		"<</Length 4>>\nstream\n/X Do\nendstream",
	}
	for i := range depth {
		objects = append(objects, fmt.Sprintf(
			"<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</XObject<</X %d 0 R>>>>/Length 11>>\nstream\n/X Do /X Do\nendstream", 6+i))
	}
	return assemble(append(objects, "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>\nstream\n\nendstream"))
}

// bombPDF has a page whose stream unpacks to size bytes.
func bombPDF(t testing.TB, size int64) []byte {
	t.Helper()
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := io.CopyN(w, spaces{}, size); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return assemble([]string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
		fmt.Sprintf("<</Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", packed.Len(), packed.String()),
	})
}

// spaces is an endless text of nothing.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// bombDOCX has a body that unpacks to size bytes.
func bombDOCX(t testing.TB, size int64) []byte {
	t.Helper()
	const open, end = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>`, `</w:t></w:r></w:p></w:body></w:document>`
	made, err := zipped(map[string]io.Reader{
		"[Content_Types].xml": strings.NewReader(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`),
		"word/document.xml":   io.MultiReader(strings.NewReader(open), io.LimitReader(spaces{}, size), strings.NewReader(end)),
	})
	return must(t, made, err)
}

// docx has a body of paragraphs.
func docx(paragraphs ...string) ([]byte, error) {
	body := `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
	for _, p := range paragraphs {
		body += "<w:p><w:r><w:t>" + p + "</w:t></w:r></w:p>"
	}
	return zipped(map[string]io.Reader{"word/document.xml": strings.NewReader(body + "</w:body></w:document>")})
}

const entityBomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>` +
	`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body>&c;</office:body></office:document-content>`

func odt(t testing.TB, content string) []byte {
	t.Helper()
	made, err := zipped(map[string]io.Reader{
		"mimetype":    strings.NewReader("application/vnd.oasis.opendocument.text"),
		"content.xml": strings.NewReader(content),
	})
	return must(t, made, err)
}

// must returns what a fixture was made into.
func must(t testing.TB, made []byte, err error) []byte {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func zipped(entries map[string]io.Reader) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range entries {
		entry, err := w.Create(name)
		if err != nil {
			return nil, err
		}
		if _, err := io.Copy(entry, content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
