package talent

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/talent/resume"
)

// hidden stands for one character of what identifies a person.
const hidden = "█"

// redact hides who a candidate is, for a blind review: the name, contacts, protected facts,
// schools, years that tell an age and forms that tell a gender become grey blocks of the same
// number of characters, in the text and in every field of the record. Offsets are moved so
// that they hold in the redacted text.
func redact(c Candidate) Candidate {
	spans := slices.Concat(c.Record.Contacts.Spans, resume.BlindSpans(c.Text, c.Record))
	v := newVeil(c.Text, spans)
	v.learn(c)
	c.Text = v.text
	c.Corrections, c.Links = nil, nil
	c.Source.File = ""
	c.Record = v.record(c.Record)
	c.Record.Name = pseudonym(c.ID)
	return c
}

// hide redacts every candidate of a page.
func hide(people map[string]Candidate) {
	for id, c := range people {
		people[id] = redact(c)
	}
}

// pseudonym names a candidate by the end of the id: stable, and says nothing.
func pseudonym(id string) string {
	runes := []rune(id)
	return "Candidate #" + string(runes[max(0, len(runes)-4):])
}

// veil is one text being redacted.
type veil struct {
	whole string        // as it was
	spans []resume.Span // sorted, without overlaps, of the original text
	moved []int         // by span: how many bytes the text has grown after it
	text  string
	words *strings.Replacer // identifying strings wherever a field repeats them
}

func newVeil(text string, spans []resume.Span) *veil {
	v := &veil{whole: text, spans: joined(spans, len(text))}
	var out strings.Builder
	at, grown := 0, 0
	for _, s := range v.spans {
		out.WriteString(text[at:s.Start])
		cover := blocks(text[s.Start:s.End])
		out.WriteString(cover)
		grown += len(cover) - (s.End - s.Start)
		v.moved = append(v.moved, grown)
		at = s.End
	}
	out.WriteString(text[at:])
	v.text = out.String()
	return v
}

// joined sorts spans, joins overlapping ones and drops what lies outside the text.
func joined(spans []resume.Span, length int) []resume.Span {
	sorted := slices.SortedFunc(slices.Values(spans), func(a, b resume.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out []resume.Span
	for _, s := range sorted {
		s.Start, s.End = max(s.Start, 0), min(s.End, length)
		if s.End <= s.Start {
			continue
		}
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// blocks covers every character but keeps line ends.
func blocks(s string) string {
	var out strings.Builder
	for _, r := range s {
		if r == '\n' {
			out.WriteByte('\n')
			continue
		}
		out.WriteString(hidden)
	}
	return out.String()
}

// learn collects the strings that identify the person, to be hidden in derived fields,
// where spans do not reach. Parts of a name count from three letters on.
func (v *veil) learn(c Candidate) {
	r := c.Record
	said := slices.Concat([]string{r.Name}, strings.Fields(r.Name), r.Contacts.Emails, r.Contacts.Phones, r.Contacts.Links)
	for _, e := range r.Education {
		said = append(said, e.Institution)
	}
	for _, e := range c.Corrections {
		if !e.Field.Identifies() {
			continue
		}
		// Whatever was said in its place, what was read still stands in the text.
		for _, s := range v.spans {
			said = append(said, c.Text[s.Start:s.End])
		}
		said = slices.Concat(said, []string{e.Value.Text}, strings.Fields(e.Value.Text), e.Value.List)
	}
	slices.SortFunc(said, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	var pairs []string
	for _, s := range slices.Compact(said) {
		if utf8.RuneCountInString(s) >= 3 {
			pairs = append(pairs, s, blocks(s))
		}
	}
	v.words = strings.NewReplacer(pairs...)
}

// at moves an offset of the original text to the redacted one.
func (v *veil) at(offset int) int {
	i, inside := slices.BinarySearchFunc(v.spans, offset, func(s resume.Span, offset int) int {
		switch {
		case s.End <= offset:
			return -1
		case s.Start > offset:
			return 1
		}
		return 0
	})
	grown := 0
	if i > 0 {
		grown = v.moved[i-1]
	}
	if inside {
		return v.spans[i].Start + grown
	}
	return offset + grown
}

func (v *veil) move(start, end *int) { *start, *end = v.at(*start), v.at(*end) }

// field redacts a text that has no place of its own: a record may hold it in another spelling.
func (v *veil) field(s string) string {
	if s == "" {
		return ""
	}
	s = v.words.Replace(s)
	return newVeil(s, resume.BlindSpans(s, resume.Record{})).text
}

// part redacts a part of the text; found where it stands, it hides what the text hides.
func (v *veil) part(s string, start, end int) string {
	if s != "" && 0 <= start && start < end && end <= len(v.whole) {
		if at := strings.LastIndex(v.whole[start:end], s); at >= 0 {
			from := start + at
			return v.words.Replace(v.text[v.at(from):v.at(from+len(s))])
		}
	}
	return v.field(s)
}

// record redacts every field of a copy of the record.
func (v *veil) record(r resume.Record) resume.Record {
	r.Contacts = resume.Contacts{}
	r.Summary, r.Title = v.field(r.Summary), v.field(r.Title)
	r.Skills, r.Positions, r.Education = slices.Clone(r.Skills), slices.Clone(r.Positions), slices.Clone(r.Education)
	r.Certificates, r.Projects = slices.Clone(r.Certificates), slices.Clone(r.Projects)
	r.Languages, r.Sections = slices.Clone(r.Languages), slices.Clone(r.Sections)
	for i := range r.Skills {
		v.skill(&r.Skills[i])
	}
	for i := range r.Positions {
		p := &r.Positions[i]
		p.Title, p.Company, p.Text = v.field(p.Title), v.words.Replace(p.Company), v.part(p.Text, p.Start, p.End)
		v.move(&p.Start, &p.End)
	}
	for i := range r.Education {
		e := &r.Education[i]
		e.Institution, e.Degree, e.Field = blocks(e.Institution), v.words.Replace(e.Degree), v.words.Replace(e.Field)
		e.From, e.To, e.FromYear, e.ToYear = 0, 0, false, false
		v.move(&e.Start, &e.End)
	}
	for i := range r.Certificates {
		c := &r.Certificates[i]
		c.Name, c.Issuer = v.words.Replace(c.Name), v.words.Replace(c.Issuer)
		v.move(&c.Start, &c.End)
	}
	for i := range r.Projects {
		p := &r.Projects[i]
		p.Name, p.Text, p.Link = v.words.Replace(p.Name), v.part(p.Text, p.Start, p.End), ""
		v.move(&p.Start, &p.End)
	}
	for i := range r.Languages {
		v.move(&r.Languages[i].Start, &r.Languages[i].End)
	}
	for i := range r.Sections {
		r.Sections[i].Heading = v.words.Replace(r.Sections[i].Heading)
		v.move(&r.Sections[i].Start, &r.Sections[i].End)
	}
	return r
}

// skill redacts evidence; a quote is cut out of the redacted text anew, so that what the
// text hides is hidden in the quote.
func (v *veil) skill(s *resume.Skill) {
	s.Evidence = slices.Clone(s.Evidence)
	for i := range s.Evidence {
		e := &s.Evidence[i]
		start, end := v.at(e.QuoteStart), v.at(e.QuoteStart+len(e.Quote))
		e.Quote = v.words.Replace(v.text[start:max(start, end)])
		e.QuoteStart = start
		e.Surface = v.words.Replace(e.Surface)
		v.move(&e.Start, &e.End)
	}
}
