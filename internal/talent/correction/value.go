package correction

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/talent/resume"
)

// ValueOf is what a record says of a field that is said anew as a whole.
func ValueOf(r resume.Record, f Field) Value {
	switch f {
	case Name:
		return Value{Text: r.Name}
	case Title:
		return Value{Text: r.Title}
	case Location:
		return Value{Text: r.Location}
	case Level:
		return Value{Text: string(r.Level)}
	case Emails:
		return Value{List: r.Contacts.Emails}
	case Phones:
		return Value{List: r.Contacts.Phones}
	case Links:
		return Value{List: r.Contacts.Links}
	case Positions:
		return Value{Positions: r.Positions}
	case Education:
		return Value{Education: r.Education}
	case Certificates:
		return Value{Certificates: r.Certificates}
	case Languages:
		return Value{Languages: r.Languages}
	}
	return Value{}
}

// Quote is what the text says at the places a value names; empty where a person said it.
func (v Value) Quote(text string) string {
	var quotes []string
	add := func(start, end int) {
		if start >= 0 && start < end && end <= len(text) {
			quotes = append(quotes, strings.Join(strings.Fields(text[start:min(end, start+longestText)]), " "))
		}
	}
	add(v.Start, v.End)
	for _, p := range v.Positions {
		add(p.Start, p.End)
	}
	for _, e := range v.Education {
		add(e.Start, e.End)
	}
	return strings.ToValidUTF8(strings.Join(quotes, " … "), "")
}

// String is a value in a line, for people who look at a history. What is empty says nothing.
func (v Value) String() string {
	parts := slices.Clone(v.List)
	if v.Text != "" {
		parts = append(parts, v.Text)
	}
	for _, p := range v.Positions {
		end := p.To.Text(p.ToYear)
		if p.Current {
			end = "…"
		}
		parts = append(parts, line(p.Title, p.Company, span(p.From.Text(p.FromYear), end)))
	}
	for _, e := range v.Education {
		parts = append(parts, line(e.Institution, e.Degree, e.Field, span(e.From.Text(e.FromYear), e.To.Text(e.ToYear))))
	}
	for _, c := range v.Certificates {
		parts = append(parts, line(c.Name, c.Issuer, c.Date.Text(c.Year)))
	}
	for _, l := range v.Languages {
		parts = append(parts, line(l.Name, l.CEFR))
	}
	if s := v.Skill; s.Skill != "" {
		sign := "+ "
		if s.Gone {
			sign = "− "
		}
		parts = append(parts, sign+string(s.Skill))
	}
	return strings.Join(parts, "; ")
}

func line(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

func span(from, to string) string {
	if from == "" && to == "" {
		return ""
	}
	return from + " – " + to
}

// Bounds of what a person may say of one field.
const (
	longestText = 300 // characters
	mostEntries = 60
	earliest    = resume.Month(1940 * 12)
)

// Check reports what cannot be kept as the value of a field; now is the month of the call.
func (v Value) Check(f Field, now resume.Month, wrong func(path string, text fault.Text)) {
	path := string(f)
	if utf8.RuneCountInString(v.Text) > longestText || strings.ContainsAny(v.Text, "\r\n") {
		wrong(path, fault.Say("must be one line of at most %d characters", "должно быть одной строкой не длиннее %d знаков", longestText))
	}
	if f == Level && !slices.Contains([]resume.Level{resume.Junior, resume.Mid, resume.Senior}, resume.Level(v.Text)) {
		wrong(path, fault.Say("must be junior, mid or senior", "должно быть junior, mid или senior"))
	}
	if n := max(len(v.List), len(v.Positions), len(v.Education), len(v.Certificates), len(v.Languages)); n > mostEntries {
		wrong(path, fault.Say("must have at most %d entries", "не больше %d записей", mostEntries))
		return
	}
	for i, p := range v.Positions {
		at := fmt.Sprintf("%s[%d]", path, i)
		if p.Title == "" && p.Company == "" {
			wrong(at, fault.Say("needs a title or a company", "нужна должность или компания"))
		}
		if p.Current {
			p.To = now
		}
		checkMonths(at, p.From, p.To, now, wrong)
	}
	for i, e := range v.Education {
		checkMonths(path+"["+strconv.Itoa(i)+"]", e.From, e.To, now+10*12, wrong) // studies end in the future
	}
	for i, c := range v.Certificates {
		checkMonths(path+"["+strconv.Itoa(i)+"]", c.Date, c.Date, now, wrong)
	}
}

func checkMonths(path string, from, to, last resume.Month, wrong func(string, fault.Text)) {
	for _, m := range []resume.Month{from, to} {
		if m != 0 && (m < earliest || m > last) {
			wrong(path, fault.Say("a date must be from %s to %s, got %s", "дата должна быть от %s до %s, передано %s", earliest, last, m))
			return
		}
	}
	if from != 0 && to != 0 && to < from {
		wrong(path, fault.Say("ends (%s) before it begins (%s)", "конец (%s) раньше начала (%s)", to, from))
	}
}
