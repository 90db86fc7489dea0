package sdamgia_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

func FuzzProblems(f *testing.F) {
	grow(f, "*.html")
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, at := range []string{host + "/problem?id=2001", host + "/test?theme=259&print=true"} {
			listing, err := sdamgia.Problems(soc, at, raw)
			understood(t, err)
			for _, problem := range listing.Problems {
				if problem.ID == "" {
					t.Error("a listed problem without a number")
				}
				sound(t, problem)
			}
			if err == nil && len(listing.Problems)+len(listing.Hidden) == 0 && at == host+"/problem?id=2001" {
				t.Error("nothing, and no error")
			}
		}
	})
}

func FuzzVariantPage(f *testing.F) {
	grow(f, "*.html")
	f.Fuzz(func(t *testing.T, raw []byte) {
		variant, err := sdamgia.VariantPage(soc, host+"/test?id=777", raw)
		understood(t, err)
		if err == nil && len(variant.Items) == 0 {
			t.Error("nothing, and no error")
		}
		for _, item := range variant.Items {
			if item.Position < 1 || item.Hidden != (item.Ref.ID == "") || item.Problem == nil {
				t.Errorf("%+v", item)
			}
			sound(t, *item.Problem)
		}
	})
}

func FuzzCataloguePage(f *testing.F) {
	grow(f, "catalogue.html")
	grow(f, "constructor.json")
	grow(f, "instead_*.html")
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, read := range []func(subject.Course, string, []byte) (problem.Catalogue, error){sdamgia.CataloguePage, sdamgia.ConstructorJSON} {
			catalogue, err := read(soc, host+"/prob_catalog", raw)
			understood(t, err)
			if err == nil && len(catalogue.Topics) == 0 {
				t.Error("nothing, and no error")
			}
			for _, topic := range catalogue.Topics {
				if topic.ID == "" || topic.Name == "" || topic.Count < 0 {
					t.Errorf("%+v", topic)
				}
			}
		}
	})
}

func grow(f *testing.F, pattern string) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "page", pattern))
	if err != nil || len(files) == 0 {
		f.Fatalf("no %s: %v", pattern, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
}

func understood(t *testing.T, err error) {
	var page *sdamgia.PageError
	if err != nil && !errors.As(err, &page) && fault.KindOf(err) != fault.TooLarge {
		t.Errorf("an error without a code: %v", err)
	}
}

func sound(t *testing.T, p problem.Problem) {
	for _, body := range []problem.Body{p.Question, p.Passage, p.Solution, p.Criteria, p.Rule} {
		if unclean := uncleanBody(body); unclean != "" {
			t.Error(unclean)
		}
	}
}
