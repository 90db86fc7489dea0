package e2e

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"

	"kadry/internal/e2e/e2etest"
)

// Files made to harm are outcomes like others: named, refused with words before the client gives up, and
// the server answers other calls meanwhile.
func TestHostile_files(t *testing.T) {
	t.Parallel()
	s := e2etest.Serve(t, e2etest.Options{Home: e2etest.Sample(t), Env: []string{"KADRY_RATE_PER_MINUTE=0"}})
	for name, c := range map[string]struct {
		data []byte
		code string
	}{
		"zip-bomb.docx":    {bombDOCX(t, 200<<20), "too_large"},
		"many-pages.pdf":   {e2etest.TextPDF(251), "too_large"},
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
				s.REST().Post(t, "ingest_cv", fmt.Sprintf(`{"files":[{"name":%q,"content":""}]}`, name)).Refused(t, 400, "invalid_argument")
				return
			}
			busy := whileBusy(t, s)
			got := s.REST().Post(t, "ingest_cv", sent(name, c.data)).Facts(t)
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
	f, err := os.Open(e2etest.Kadry)
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
func whileBusy(t *testing.T, s *e2etest.Server) (stop func()) {
	t.Helper()
	done := make(chan struct{})
	var searching sync.WaitGroup
	searching.Go(func() {
		for {
			got := s.REST().Post(t, "search_by_skills", `{"required_skills":["Go"],"top_k":1}`)
			if got.Status != 200 {
				t.Errorf("a search beside it: status %d: %s", got.Status, got.Body)
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

// loopingPDF names a page tree that contains itself and a stream whose length is itself.
func loopingPDF() []byte {
	return e2etest.Assemble([]string{
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
	return e2etest.Assemble(append(objects, "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>\nstream\n\nendstream"))
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
	return e2etest.Assemble([]string{
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
	made, err := e2etest.Zipped(map[string]io.Reader{
		"[Content_Types].xml": strings.NewReader(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`),
		"word/document.xml":   io.MultiReader(strings.NewReader(open), io.LimitReader(spaces{}, size), strings.NewReader(end)),
	})
	return must(t, made, err)
}

const entityBomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>` +
	`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"><office:body>&c;</office:body></office:document-content>`

func odt(t testing.TB, content string) []byte {
	t.Helper()
	made, err := e2etest.Zipped(map[string]io.Reader{
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
