package marking

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// keyed is what an answer says to a question that has a key.
type keyed string

// What was said. Unclear is an answer that names several things, or none.
const (
	keyRight   keyed = "right"
	keyWrong   keyed = "wrong"
	keyUnclear keyed = "unclear"
)

// numberForm is a number as people write it: "2", "-0,67", "1 000", "1,000.5", "2e3".
var numberForm = regexp.MustCompile(`[-−+]?(?:\d{1,3}(?:[  \x{202f}']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*(?:[eE][-+]?\d+\b)?)`)

// saidForm is the place before a number that presents it as the answer.
var saidForm = regexp.MustCompile(`(?i)(?:ответ|итого|итог|получится|получается|получаем|будет|напечатает|напечатается|выведет|answer|result|prints|printed|equals|total|gives|get)\s*(?:is|are|:|=|—|–|-|будет|число)?\s*(?:is|:)?\s*$|[=≈]\s*$`)

// figure is a number found in a text, with its readings: "1,000" may be one or a thousand.
type figure struct {
	readings   []float64
	start, end int
	said       bool // the text presents it as the answer
}

func (f figure) same(g figure) bool { return slices.Equal(f.readings, g.readings) }

// figures finds the numbers of a text. Digits inside a name, such as "utf8", are none.
func figures(text string) []figure {
	var found []figure
	for _, at := range numberForm.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		if unicode.IsLetter(before) || before == '_' {
			continue
		}
		found = append(found, figure{
			readings: readings(text[at[0]:at[1]]), start: at[0], end: at[1],
			said: saidForm.MatchString(tail(text[:at[0]])),
		})
	}
	if len(found) == 0 {
		found = spelledOut(text)
	}
	return found
}

// tail is as much of a text before a number as may present it.
func tail(text string) string {
	const most = 60 // bytes
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[len(text)-most:], "")
}

// readings parses a written number in every way it may be meant.
func readings(written string) []float64 {
	s := strings.Map(func(r rune) rune {
		switch {
		case r == '−':
			return '-'
		case unicode.IsSpace(r), r == '\'', r == '+':
			return -1
		}
		return r
	}, written)
	forms := []string{s}
	commas, dots := strings.Count(s, ","), strings.Count(s, ".")
	switch {
	case commas == 1 && dots == 0:
		forms = []string{strings.ReplaceAll(s, ",", ".")}
		if at := strings.IndexByte(s, ','); len(s)-at-1 == 3 && strings.TrimLeft(s[:at], "-") != "0" {
			forms = append(forms, strings.ReplaceAll(s, ",", ""))
		}
	case commas > 0 && strings.LastIndexByte(s, '.') > strings.LastIndexByte(s, ','), commas > 1:
		forms = []string{strings.ReplaceAll(s, ",", "")}
	case commas == 1: // 1.000,5
		forms = []string{strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", ".")}
	}
	var values []float64
	for _, f := range forms {
		if v, err := strconv.ParseFloat(f, 64); err == nil && !math.IsInf(v, 0) {
			values = append(values, v)
		}
	}
	return values
}

// numerals are the small numbers people write in words.
var numerals = map[string]float64{
	"ноль": 0, "нуль": 0, "один": 1, "одна": 1, "одно": 1, "два": 2, "две": 2, "три": 3, "четыре": 4, "пять": 5, "шесть": 6,
	"семь": 7, "восемь": 8, "девять": 9, "десять": 10, "двенадцать": 12, "двадцать": 20, "тридцать": 30, "сто": 100, "тысяча": 1000,
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"twelve": 12, "twenty": 20, "thirty": 30, "hundred": 100, "thousand": 1000,
}

var wordForm = regexp.MustCompile(`\p{L}+`)

func spelledOut(text string) []figure {
	var found []figure
	for _, at := range wordForm.FindAllStringIndex(text, -1) {
		if v, ok := numerals[strings.ToLower(text[at[0]:at[1]])]; ok {
			found = append(found, figure{readings: []float64{v}, start: at[0], end: at[1], said: saidForm.MatchString(tail(text[:at[0]]))})
		}
	}
	return found
}

// readNumber holds an answer against the keys. One number is meant: the one presented as
// the answer, else the one that the text begins with, else the only one. Whoever names
// several has not answered.
func readNumber(text string, keys []string) keyed {
	found := figures(text)
	var said []figure
	for _, f := range found {
		if f.said {
			said = append(said, f)
		}
	}
	switch {
	case len(found) == 0:
		return keyUnclear
	case len(said) > 0:
		found = said
	case leads(text, found):
		found = found[:1]
	}
	for _, f := range found[1:] {
		if !f.same(found[0]) {
			return keyUnclear
		}
	}
	for _, k := range keys {
		want, err := strconv.ParseFloat(k, 64)
		if err == nil && slices.ContainsFunc(found[0].readings, func(v float64) bool { return near(v, want) }) {
			return keyRight
		}
	}
	return keyWrong
}

// leads tells a text that begins with its number and goes on in words.
func leads(text string, found []figure) bool {
	first := found[0]
	if strings.IndexFunc(text[:first.start], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0 {
		return false
	}
	return len(found) == 1 || strings.IndexFunc(text[first.end:found[1].start], unicode.IsLetter) >= 0 && !orList.MatchString(text[first.end:found[1].start])
}

// orList is what stands between the numbers of somebody who would not choose.
var orList = regexp.MustCompile(`(?i)^\s*[,;/]?\s*(?:или|либо|and|or|и)\s*$`)

func near(v, want float64) bool {
	return math.Abs(v-want) <= 1e-9*math.Max(1, math.Abs(want))
}
