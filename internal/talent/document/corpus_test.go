package document_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"kadry/internal/talent/document"
)

// dataFolder finds the shared test data, which is not part of the project.
func dataFolder(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("KADRY_DATA_DIR")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	folder = filepath.Join(folder, "cv")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no CV data: set KADRY_DATA_DIR")
	}
	return folder
}

// goldTexts reads the texts of a JSON lines file by id.
func goldTexts(t testing.TB, file string) map[string]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gold := map[string]string{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var row struct{ ID, Text string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		gold[row.ID] = row.Text
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return gold
}

// order is the share of words that stand side by side in a line of the original and still
// do so in the text. Lines themselves may move: templates order their sections.
func order(got, want string) float64 {
	var wanted []string
	for line := range strings.SplitSeq(want, "\n") {
		wanted = append(wanted, pairs(line))
	}
	recall, _ := document.WordOverlap(pairs(got), strings.Join(wanted, " "))
	return recall
}

// pairs writes neighbouring words as one.
func pairs(s string) string {
	words := strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	var out []string
	for i := 1; i < len(words); i++ {
		out = append(out, words[i-1]+"0"+words[i])
	}
	return strings.Join(out, " ")
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	folder := dataFolder(t)
	for _, set := range []struct {
		gold, files string
		order       float64
	}{
		{"fictional_ru_en/cvs.jsonl", "fictional_ru_en/files/*", 0.97},
		{"livecareer_dev.jsonl", "layouts/lc-*.pdf", 0.97},
	} {
		gold := goldTexts(t, filepath.Join(folder, set.gold))
		files, err := filepath.Glob(filepath.Join(folder, set.files))
		if err != nil || len(files) == 0 {
			t.Fatalf("no files in %s: %v", set.files, err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				id, _, _ := strings.Cut(name, "_")
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				doc, err := document.Read(t.Context(), name, data, document.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				recall, precision := document.WordOverlap(doc.Text, gold[id])
				neighbours := order(doc.Text, gold[id])
				t.Logf("recall %.4f precision %.4f order %.4f warnings %v", recall, precision, neighbours, doc.Warnings)
				if recall < 0.97 || precision < 0.97 || neighbours < set.order {
					t.Errorf("text is too far from the original:\n%s", doc.Text)
				}
			})
		}
	}
}

// TestCorpusOrder reads layouts without an original text and checks what stands before
// what: columns one after the other, sections whole.
func TestCorpusOrder(t *testing.T) {
	t.Parallel()
	folder := dataFolder(t)
	for file, marks := range map[string][]string{
		"altacv_sample_2col.pdf": {
			"YOUR NAME HERE", "EXPERIENCE", "Company 1", "Job Title 2", "PROJECTS", "MY LIFE PHILOSOPHY",
			"STRENGTHS", "LANGUAGES", "EDUCATION", "B.Sc. in Your Discipline", "PUBLICATIONS",
		},
		"openresume_1col.pdf": {
			"John Doe", "WORK EXPERIENCE", "Software Engineer May 2023 - Present", "DEF Organization",
			"EDUCATION", "PROJECT", "SKILLS", "HTML CSS Python",
		},
	} {
		data, err := os.ReadFile(filepath.Join(folder, "layouts", file))
		if err != nil {
			t.Error(err)
			continue
		}
		text := readingOf(t, file, data).Text
		checkPromise(t, document.Document{Text: text})
		rest := text
		for _, mark := range marks {
			_, after, found := strings.Cut(rest, mark)
			if !found {
				t.Errorf("%s: %q is not where it belongs in\n%s", file, mark, text)
				break
			}
			rest = after
		}
	}
}
