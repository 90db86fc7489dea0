package i18n_test

import (
	"testing"
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

func TestCatalogue_bothLanguagesSayTheSameThings(t *testing.T) {
	t.Parallel()
	c := load(t)
	if diff := cmp.Diff(c.Keys("en"), c.Keys("ru")); diff != "" {
		t.Errorf("keys differ (-en +ru):\n%s", diff)
	}
	en, err := c.Placeholders("en")
	if err != nil {
		t.Fatal(err)
	}
	ru, err := c.Placeholders("ru")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(en, ru); diff != "" {
		t.Errorf("operands differ (-en +ru):\n%s", diff)
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
