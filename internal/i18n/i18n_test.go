package i18n_test

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/i18n"
)

func load(t *testing.T) *i18n.Catalogue {
	t.Helper()
	c, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// words is a source with one message.
func words(name, key string) i18n.Source {
	message := []byte(`{"` + key + `": "{{.Who}} and {{.What}}"}`)
	return i18n.Source{Name: name, Files: fstest.MapFS{"words/en.json": {Data: message}, "words/ru.json": {Data: message}}}
}

func TestLoad_namesBothThatBringAKey(t *testing.T) {
	t.Parallel()
	c, err := i18n.Load(words("cats", "cat.name"), words("dogs", "dog.name"))
	if err != nil {
		t.Fatal(err)
	}
	if got := c.In("ru").T("dog.name", "Who", "Rex", "What", "bone"); got != "Rex and bone" {
		t.Errorf("got %q", got)
	}
	for _, second := range []i18n.Source{words("dogs", "cat.name"), words("dogs", "unit.year")} {
		_, err = i18n.Load(words("cats", "cat.name"), second)
		if err == nil || !strings.Contains(err.Error(), "dogs") || !strings.Contains(err.Error(), "both bring") {
			t.Errorf("error %v", err)
		}
	}
	if _, err := i18n.Load(i18n.Source{Name: "birds", Files: fstest.MapFS{}}); err == nil || !strings.Contains(err.Error(), "birds") {
		t.Errorf("no words: %v", err)
	}
}

func TestSource_listsOperands(t *testing.T) {
	t.Parallel()
	got, err := words("cats", "cat.name").Placeholders("en")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string][]string{"cat.name": {"What", "Who"}}, got); diff != "" {
		t.Error(diff)
	}
}

func TestSpeaker_countsInRussian(t *testing.T) {
	t.Parallel()
	ru := load(t).In("ru")
	for n, want := range map[int]string{1: "1 год", 2: "2 года", 5: "5 лет", 11: "11 лет", 21: "21 год", 22: "22 года", 101: "101 год", 112: "112 лет", 0: "0 лет"} {
		if got := ru.N("unit.year", n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestSpeaker_writes(t *testing.T) {
	t.Parallel()
	en, ru := load(t).In("en"), load(t).In("ru")
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	for got, want := range map[string]string{
		en.Number(1234567):         "1,234,567",
		ru.Number(1234567):         "1\u00a0234\u00a0567",
		ru.Number(1234):            "1234",
		en.Number(-1234):           "−1,234",
		en.Decimal(.925, 2):        "0.93",
		ru.Decimal(.5, 2):          "0,50",
		en.Date(day):               "20 Nov 2026",
		ru.Date(day):               "20\u00a0ноября\u00a02026",
		en.Month(2026, 11):         "Nov 2026",
		ru.Month(2026, 5):          "май 2026",
		en.Duration(43):            "3 years 7 months",
		ru.Duration(43):            "3 года 7 месяцев",
		ru.Duration(24):            "2 года",
		en.Duration(1):             "1 month",
		en.T("no.such.key"):        "no.such.key",
		load(t).In("de").Number(1): "1",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
