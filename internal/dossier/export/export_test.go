package export_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"kadry/internal/dossier/dossiertest"
	"kadry/internal/dossier/export"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
)

var update = flag.Bool("update", false, "write the golden files anew")

func write(t *testing.T, c report.Case, lang string, f export.Format) string {
	t.Helper()
	var b bytes.Buffer
	if err := export.Write(&b, report.Make(dossiertest.Graph(t), c, lang), f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite_markdown(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"ru", "en"} {
		got := write(t, dossiertest.Case(), lang, export.AsMarkdown)
		golden := filepath.Join("testdata", "report_"+lang+".md")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s: %s", lang, diff)
		}
	}
}

// hostile is a case in which everything that others write is written against the reader.
func hostile() report.Case {
	c := dossiertest.Case()
	const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script> [x](javascript:alert(3)) | # ` + "`"
	c.Role.Title, c.Role.Location, c.Role.Company = attack, attack, attack
	c.Mandatory = append(c.Mandatory, attack)
	c.Market.Employers[0].Name, c.Engine = attack, attack
	for i := range c.Subjects {
		s := &c.Subjects[i]
		s.Name, s.GitHub = attack, attack
		s.Readings[0].Why = fault.Say("%s", "%s", attack)
		s.Override = &verdict.Override{Decision: verdict.Go, Reason: attack, Author: attack}
		s.Risks = append(s.Risks, verdict.Risk{Code: attack, Text: fault.Say("%s", "%s", attack)})
		for k := range s.Proofs {
			s.Proofs[k].Place.Quote, s.Proofs[k].Place.URL, s.Proofs[k].Place.Section = attack, "javascript:alert(4)", attack
			s.Proofs[k].Text = fault.Say("%s", "%s", attack)
		}
	}
	return c
}

func TestWrite_htmlStandsAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []report.Case{{}, dossiertest.Case(), hostile()} {
		for _, lang := range []string{"ru", "en"} {
			text := write(t, c, lang, export.AsHTML)
			doc, err := html.Parse(strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			for n := range doc.Descendants() {
				if n.Type != html.ElementNode {
					continue
				}
				switch n.Data {
				case "script", "img", "link", "iframe", "form", "object":
					t.Errorf("%s: the page has <%s>", lang, n.Data)
				}
				for _, a := range n.Attr {
					if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "https://github.com/") && a.Val != "#ZgotmplZ" {
						t.Errorf("%s: <%s %s=%q>", lang, n.Data, a.Key, a.Val)
					}
				}
			}
			if strings.Contains(text, "url(") || strings.Contains(text, "@import") {
				t.Errorf("%s: the style fetches something", lang)
			}
		}
	}
}

func TestWrite_htmlSaysWhatTheReportSays(t *testing.T) {
	t.Parallel()
	c := dossiertest.Case()
	c.Subjects[1].Override = &verdict.Override{Decision: verdict.No, Reason: "Отказался сам.", Author: "anna", At: dossiertest.Now()}
	text := write(t, c, "ru", export.AsHTML)
	for _, part := range []string{
		`<html lang="ru">`, "Нина Примерова", "Отказался сам.", "<del>пригласить</del>", "мы не знаем", "Такого пользователя нет.", "20 ноября 2026",
		"Чего мы не знаем", "на руки", "nina-example/queue",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the page does not say %q", part)
		}
	}
}

func TestWrite_markdownActsOnNothing(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(write(t, hostile(), "en", export.AsMarkdown), `\]`, "")
	for _, part := range []string{"<img", "<script", "](javascript", "](x"} {
		if strings.Contains(text, part) {
			t.Errorf("the text has %q", part)
		}
	}
}

func TestWrite_json(t *testing.T) {
	t.Parallel()
	var kept report.Report
	if err := json.Unmarshal([]byte(write(t, dossiertest.Case(), "ru", export.AsJSON)), &kept); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(report.Make(dossiertest.Graph(t), dossiertest.Case(), "ru"), kept); diff != "" {
		t.Error(diff)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWrite_tellsThatItCouldNot(t *testing.T) {
	t.Parallel()
	for _, name := range export.AsJSON.Enum() {
		f := export.Format(name)
		if err := export.Write(broken{}, report.Report{}, f); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", f, err)
		}
		if f.Type() == "" {
			t.Errorf("%s has no media type", f)
		}
		if f.Extension() == "" {
			t.Errorf("%s has no extension", f)
		}
	}
}
