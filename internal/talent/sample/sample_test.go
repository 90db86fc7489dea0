package sample_test

import (
	"bytes"
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"kadry/internal/talent/sample"
)

func load(t *testing.T) []sample.File {
	t.Helper()
	files, err := sample.Files()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestFilesCoverLanguagesAndFormats(t *testing.T) {
	t.Parallel()
	files := load(t)
	count := make(map[string]int)
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
		count[f.Name[:3]]++
		count[path.Ext(f.Name)]++
	}
	if !slices.IsSorted(names) {
		t.Errorf("names are not sorted: %v", names)
	}
	if count["en-"] != 12 || count["ru-"] != 12 || len(files) != 24 {
		t.Errorf("got %d en and %d ru of %d, want 12 and 12 of 24", count["en-"], count["ru-"], len(files))
	}
	if plain := count[".txt"] + count[".md"]; plain < 14 {
		t.Errorf("got %d plain files, want at least 14", plain)
	}
	for _, ext := range []string{".txt", ".md", ".html", ".json", ".rtf"} {
		if count[ext] == 0 {
			t.Errorf("no %s file", ext)
		}
	}
}

func TestFilesAreWellFormed(t *testing.T) {
	t.Parallel()
	for _, f := range load(t) {
		switch path.Ext(f.Name) {
		case ".json":
			var resume struct {
				Basics struct{ Name string }
				Work   []struct{ Name, Position, StartDate string }
			}
			if err := json.Unmarshal(f.Data, &resume); err != nil || resume.Basics.Name == "" || len(resume.Work) == 0 {
				t.Errorf("%s: not a JSON Resume: %v", f.Name, err)
			}
		case ".rtf":
			if !bytes.HasPrefix(f.Data, []byte(`{\rtf1`)) || bytes.Count(f.Data, []byte("{")) != bytes.Count(f.Data, []byte("}")) {
				t.Errorf("%s: not RTF or unbalanced groups", f.Name)
			}
		}
		if !utf8.Valid(f.Data) {
			t.Errorf("%s: not UTF-8", f.Name)
		}
		if words := len(strings.Fields(plain(t, f))); words < 230 || words > 700 {
			t.Errorf("%s: %d words, want 230-700", f.Name, words)
		}
	}
}

var (
	email = regexp.MustCompile(`[\w.+-]+@[\w-]+(\.[\w-]+)+`)
	link  = regexp.MustCompile(`(https?://|www\.)([\w.-]+)`)
	phone = regexp.MustCompile(`\+\d[\d ()-]{8,}\d`)
	// Numbers nobody can have: ranges kept for fiction, and runs of zeros.
	fakePhone = regexp.MustCompile(`^(155501\d\d|44770090\d{4}|79000000\d{3}|\d{2,3}00\d*0{3}\d*)$`)
	digits    = regexp.MustCompile(`\D`)
)

func TestContactsBelongToNobody(t *testing.T) {
	t.Parallel()
	for _, f := range load(t) {
		text := plain(t, f)
		mails := email.FindAllString(text, -1)
		if len(mails) == 0 {
			t.Errorf("%s: no email", f.Name)
		}
		for _, mail := range mails {
			if _, host, _ := strings.Cut(mail, "@"); host != "example.com" && host != "example.org" {
				t.Errorf("%s: email %q is not at a reserved domain", f.Name, mail)
			}
		}
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if m[2] != "example.com" {
				t.Errorf("%s: link to %q", f.Name, m[2])
			}
		}
		numbers := phone.FindAllString(text, -1)
		if len(numbers) != 1 {
			t.Errorf("%s: got %d telephone numbers, want 1", f.Name, len(numbers))
		}
		for _, number := range numbers {
			if !fakePhone.MatchString(digits.ReplaceAllString(number, "")) {
				t.Errorf("%s: number %q could be somebody's", f.Name, number)
			}
		}
	}
}

func TestPersonalAttributesStandInOneFileOnly(t *testing.T) {
	t.Parallel()
	attribute := regexp.MustCompile(`(?i)мужчина|женщина|гражданство|родил(ся|ась)|замужем|женат|\bmale\b|\bfemale\b|nationality|date of birth|marital|\d+ (лет,|года,|years old)`)
	var got []string
	for _, f := range load(t) {
		if attribute.MatchString(plain(t, f)) {
			got = append(got, f.Name)
		}
	}
	if want := []string{"ru-03-dmitriy-sokolin-java-hh.txt"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestHardCasesAreThere(t *testing.T) {
	t.Parallel()
	texts := make(map[string]string)
	for _, f := range load(t) {
		texts[f.Name[:5]] = strings.Join(strings.Fields(plain(t, f)), " ")
	}
	tests := []struct{ file, phrase string }{
		{"en-01", "K8s"},
		{"en-03", "GKE"},
		{"en-01", "Amazon EKS"},
		{"en-07", "container orchestration"},
		{"ru-09", "Оркестрация контейнеров"},
		{"en-05", "no production experience with Kubernetes"},
		{"ru-04", "С Kubernetes в продакшене не работал"},
		{"ru-04", "Планирую изучить Rust"},
		{"ru-04", "докером"},
		{"ru-04", "питоне"},
		{"en-03", "SWIFT payments"},
		{"en-08", "SWIFT and local"},
		{"ru-01", "занимаюсь МО"},
		{"ru-10", "Королёв, МО"},
		{"ru-01", "Анна Лебедева"},
		{"ru-02", "Анна Лебедева"},
		{"ru-06", "1С:Предприятие"},
		{"en-10", "February 2026 to present"},
		{"ru-07", "Февраль 2026 — по настоящее время"},
		{"ru-03", "Мужчина, 34 года"},
		{"ru-03", "Гражданство"},
		{"en-06", "C, C++"},
		{"en-12", "do not write C or C++"},
	}
	for _, test := range tests {
		if !strings.Contains(texts[test.file], test.phrase) {
			t.Errorf("%s does not say %q", test.file, test.phrase)
		}
	}
	for _, word := range []string{"Kubernetes", "K8s"} {
		if strings.Contains(texts["en-07"], word) {
			t.Errorf("en-07 says %q, but is the case without it", word)
		}
	}
}

var hexByte = regexp.MustCompile(`\\'([0-9a-f]{2})`)

// plain undoes RTF escapes, enough to look for phrases; other formats are text already.
func plain(t *testing.T, f sample.File) string {
	t.Helper()
	text := string(f.Data)
	if path.Ext(f.Name) != ".rtf" {
		return text
	}
	page := charmap.Windows1252
	if strings.Contains(text, `\ansicpg1251`) {
		page = charmap.Windows1251
	}
	return hexByte.ReplaceAllStringFunc(text, func(escape string) string {
		code, err := strconv.ParseUint(escape[2:], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		return string(page.DecodeByte(byte(code)))
	})
}
