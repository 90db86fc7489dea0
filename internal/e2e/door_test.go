package e2e

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/effort"
)

// Whatever takes a file takes each of these: none stops the server or holds up the searches beside
// it, none is answered as if something had broken, and whoever sent it gets words.
func TestHostile_doors(t *testing.T) {
	t.Parallel()
	try := func(t *testing.T, env []string) {
		s := e2etest.Serve(t, e2etest.Options{Env: append(env, "KADRY_RATE_PER_MINUTE=0")})
		files := hostileFiles(t)
		for door, send := range doors() {
			t.Run(door, func(t *testing.T) {
				if got := send(t, s, good[door].name, []byte(good[door].text)); got.Status != http.StatusOK && got.Status != http.StatusSeeOther {
					t.Fatalf("a good file: status %d, %.600s", got.Status, got.Body)
				}
				stop := whileBusy(t, s)
				defer stop()
				for name, data := range files {
					got := send(t, s, name, data)
					if got.Status >= http.StatusInternalServerError && got.Status != http.StatusServiceUnavailable || len(got.Body) == 0 && got.Status != http.StatusSeeOther {
						t.Errorf("%s: status %d, %.300s", name, got.Status, got.Body)
					}
				}
			})
		}
		e2etest.Succeed(t, env, "doctor")
	}
	if effort.Times(1) > 1 {
		e2etest.EachEngine(t, try)
		return
	}
	try(t, e2etest.Environment(t.TempDir())) // reading a file is not the database's
}

// file is one that a door takes in.
type file struct{ name, text string }

// good are files that each door takes: without them the refusal of the others would show nothing.
var good = map[string]file{
	"ingest_cv":                {"good.txt", shortCV(1)},
	"parse_resume_advanced":    {"good.txt", shortCV(2)},
	"analyze_linkedin_profile": {"good.json", `{"elements":[{"snapshotDomain":"PROFILE","snapshotData":[{"First Name":"Nina","Last Name":"Example"}]}]}`},
	"index_repository":         {"good.zip", goodZip()},
	"import_market_snapshot":   {"good.csv", "id,title\n1,Go developer\n"},
	"upload of CVs":            {"good.txt", shortCV(3)},
	"upload of vacancies":      {"good.csv", "title,requirements\nGo developer,Go\n"},
	"upload of questions":      {"good.json", `{"questions":[]}`},
	"vacancies by path":        {"good.csv", "title,requirements\nGo developer,Go\n"},
	"import_questions":         {"good.json", `{"questions":[]}`},
}

func goodZip() string {
	made, err := e2etest.Zipped(map[string]io.Reader{"main.go": strings.NewReader("package main\n\nfunc Double(n int) int {\n\treturn 2 * n\n}\n")})
	if err != nil {
		return ""
	}
	return string(made)
}

// doors are all ways by which a file comes in, with the name it comes under.
func doors() map[string]func(t *testing.T, s *e2etest.Server, name string, data []byte) e2etest.Answer {
	type sending = func(t *testing.T, s *e2etest.Server, name string, data []byte) e2etest.Answer
	operation := func(operation, input string) sending { // the name and the content come into it
		return func(t *testing.T, s *e2etest.Server, name string, data []byte) e2etest.Answer {
			return s.REST().Post(t, operation, fmt.Sprintf(input, name, base64.StdEncoding.EncodeToString(data)))
		}
	}
	page := func(path, field string) sending {
		return func(t *testing.T, s *e2etest.Server, name string, data []byte) e2etest.Answer {
			return posted(t, s, path, field, name, data)
		}
	}
	return map[string]sending{
		"ingest_cv":                operation("ingest_cv", `{"files":[{"name":%q,"content":%q}]}`),
		"parse_resume_advanced":    operation("parse_resume_advanced", `{"file_name":%q,"file":%q}`),
		"analyze_linkedin_profile": operation("analyze_linkedin_profile", `{"file":{"name":%q,"content":%q}}`),
		"index_repository":         operation("index_repository", `{"name":%q,"content":%q}`),
		"import_market_snapshot":   operation("import_market_snapshot", `{"name":%q,"content":%q}`),
		"upload of CVs":            page("/upload", "file"),
		"upload of vacancies":      page("/vacancies/import", "file"),
		"upload of questions":      page("/questions/import", "file"),
		"vacancies by path": func(t *testing.T, s *e2etest.Server, name string, data []byte) e2etest.Answer {
			return s.REST().With("Content-Type", typeOf(name)).Do(t, http.MethodPost, "/api/v1/vacancies/import", bytes.NewReader(data))
		},
		"import_questions": func(t *testing.T, s *e2etest.Server, name string, data []byte) e2etest.Answer {
			return s.REST().Post(t, "import_questions", fmt.Sprintf(`{"name":%q,"media_type":%q,"text":%s}`, name, typeOf(name), e2etest.Quoted(t, string(data))))
		},
	}
}

func typeOf(name string) string {
	if strings.HasSuffix(name, ".json") {
		return "application/json"
	}
	return "text/csv"
}

// posted sends a file as the form of a page does.
func posted(t *testing.T, s *e2etest.Server, path, field, name string, data []byte) e2etest.Answer {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	part, err := w.CreateFormFile(field, name)
	if err == nil {
		_, err = part.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s.REST().With("Content-Type", w.FormDataContentType()).Do(t, http.MethodPost, path, &body)
}

// hostileFiles are files made to harm, by name.
func hostileFiles(t *testing.T) map[string][]byte {
	t.Helper()
	const docxEntities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>` +
		`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&b;&c;</w:t></w:r></w:p></w:body></w:document>`
	wide := strings.Repeat("c,", 1_000_000) + "c\n"
	files := map[string][]byte{
		"nested.zip":        nestedZip(t, 6),
		"bomb.zip":          zipped(t, "big.csv", io.LimitReader(spaces{}, 300<<20)),
		"many.zip":          manyEntries(t, 60_000),
		"traversal.zip":     zipped(t, "../../../../tmp/escape.go", strings.NewReader("package escape")),
		"entities.docx":     zipped(t, "word/document.xml", strings.NewReader(docxEntities)),
		"script.pdf":        scriptPDF(),
		"cut.tar.gz":        packed(t, tarOf(t, "main.go", strings.Repeat("package main\n", 1000)))[:60],
		"links.tar":         linkedTar(t),
		"bomb.tar.gz":       packed(t, tarOf(t, "a.go", strings.Repeat(" ", 64<<20))),
		"wide.csv":          []byte(wide + wide),
		"quotes.csv":        []byte("id,title\n" + strings.Repeat(`"`, 2_000_001)),
		"twice.json":        []byte(`{"vacancies":[{"title":"a","title":"b"}],"vacancies":[]}`),
		"deep.json":         []byte(strings.Repeat(`[`, 200_000)),
		"numbers.json":      []byte(`[` + strings.Repeat(`1e999999,`, 100_000) + `1]`),
		"utf16.csv":         wideText("id,title\n1,Go developer\n"),
		"utf16.txt":         wideText("Нина Примерова\nGo developer\n"),
		"invalid.csv":       []byte("id,title\n\xff\xfe\xfa,\xc3\x28\n"),
		"invalid.json":      []byte("{\"vacancies\":[{\"title\":\"\xff\xfe\"}]}"),
		"nothing.csv":       []byte("\n"),
		"zeros.txt":         make([]byte, 1<<20),
		"mixed.pdf":         append([]byte("%PDF-1.7\n"), zipped(t, "a.txt", strings.NewReader("a"))...),
		"two in one.html":   []byte(strings.Repeat("<table><tr><td>", 100_000)),
		"name\u202efdp.exe": []byte("MZ\x90\x00 this program cannot be run"),
	}
	for name, data := range files {
		if len(data) > 20<<20 {
			t.Fatalf("%s has %d bytes: the test would try the limit of size only", name, len(data))
		}
	}
	return files
}

func zipped(t *testing.T, name string, content io.Reader) []byte {
	t.Helper()
	made, err := e2etest.Zipped(map[string]io.Reader{name: content})
	return must(t, made, err)
}

// nestedZip is archives inside of archives, ten in each.
func nestedZip(t *testing.T, depth int) []byte {
	t.Helper()
	inner := zipped(t, "Profile.csv", io.LimitReader(spaces{}, 1<<20))
	for range depth {
		entries := map[string]io.Reader{}
		for n := range 10 {
			entries[fmt.Sprintf("%d.zip", n)] = bytes.NewReader(inner)
		}
		made, err := e2etest.Zipped(entries)
		inner = must(t, made, err)
		if len(inner) > 1<<20 {
			break
		}
	}
	return inner
}

// manyEntries is an archive of so many empty files.
func manyEntries(t *testing.T, count int) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for n := range count {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("d/%d.go", n)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func tarOf(t *testing.T, name, content string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o600, Size: int64(len(content))})
	if err == nil {
		_, err = io.WriteString(w, content)
	}
	if err == nil {
		err = w.Close()
	}
	return must(t, out.Bytes(), err)
}

// linkedTar leads out of its folder by links, and to itself.
func linkedTar(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for name, to := range map[string]string{"passwd.go": "/etc/passwd", "up": "../../..", "loop": "loop", "up/escape.go": "up"} {
		if err := w.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeSymlink, Linkname: to}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteHeader(&tar.Header{Name: "device", Typeflag: tar.TypeChar, Devmajor: 1, Devminor: 3}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func packed(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// scriptPDF runs a script and starts a program where a reader lets it.
func scriptPDF() []byte {
	return e2etest.Assemble([]string{
		"<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R/AA<</WC 5 0 R>>>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 595 842]>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", "<</Length 22>>\nstream\nBT (Go developer) Tj ET\nendstream",
		"<</S/JavaScript/JS(app.launchURL\\(\"http://127.0.0.1:1/\"\\);)/Next<</S/Launch/F(/bin/sh)>>>>",
	})
}

// wideText is text in UTF-16 with its mark.
func wideText(text string) []byte {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return out
}
