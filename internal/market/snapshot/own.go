package snapshot

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

const (
	ownMark = "kadry_snapshot"
	version = 1
)

// header is the first line of a file of our own: a snapshot without its postings, and how many
// of them follow, one a line.
type header struct {
	Version int `json:"kadry_snapshot"`
	posting.Snapshot
	Lines int `json:"lines"`
}

// Write writes a snapshot in the house's own format, as lines of JSON.
func Write(to io.Writer, s posting.Snapshot) error {
	buffered := bufio.NewWriter(to)
	enc := json.NewEncoder(buffered)
	enc.SetEscapeHTML(false)
	first := header{Version: version, Snapshot: s, Lines: len(s.Postings)}
	first.Postings = nil
	if err := enc.Encode(first); err != nil {
		return fmt.Errorf("snapshot: header: %w", err)
	}
	for i := range s.Postings {
		if err := enc.Encode(&s.Postings[i]); err != nil {
			return fmt.Errorf("snapshot: posting %d: %w", i, err)
		}
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	return nil
}

// own reads a file of our own.
func (g *gathering) own(body []byte) error {
	number := 0
	var head header
	for line := range bytes.Lines(body) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if head.Version == 0 {
			if err := json.Unmarshal(line, &head); err != nil {
				return unreadable(err)
			}
			if head.Version != version {
				return fault.E(fault.Invalid, fault.Say("The snapshot has version %[1]d, this server reads %[2]d.", "Снимок имеет версию %[1]d, а этот сервер читает %[2]d.", head.Version, version), nil).
					WithHint(fault.Say("Import it with the version of kadry that wrote it, or a newer one.", "Загрузите его той версией kadry, которая его записала, или более новой."))
			}
			continue
		}
		var p posting.Posting
		err := json.Unmarshal(line, &p)
		if err == nil && p.Source == "" {
			p.Source = head.Source
		}
		if why := mend(&p); err != nil || why != (fault.Text{}) {
			if err != nil {
				why = fault.Say("not a posting", "не вакансия")
			}
			if !g.wrong(number, why) {
				return nil
			}
		} else if !g.add(p) {
			return nil
		}
	}
	g.took(head)
	return nil
}

// took takes over what the header says, as far as the lines bear it out.
func (g *gathering) took(head header) {
	held := g.got.Postings
	g.got = head.Snapshot
	g.got.Postings, g.got.Taken = held, moment(head.Taken)
	g.got.Found, g.got.Requests = max(0, g.got.Found), max(0, g.got.Requests)
	g.report.CutShort = g.report.Rows < head.Lines
	if g.report.CutShort || g.report.WrongRows > 0 {
		g.got.Complete = false
	}
	if !slices.Contains([]posting.Source{posting.HH, posting.Trudvsem}, g.got.Source) {
		g.got.Source = posting.Imported
	}
}

// mend takes out of a posting what the nouns do not know, and says why something is none: a file
// may have been through other hands. Texts lose what reaches a person.
func mend(p *posting.Posting) fault.Text {
	p.Title = prose.Line(p.Title)
	if p.ID == "" || len(p.ID) > 64 || p.Title == "" {
		return fault.Say("a posting has an id of at most 64 characters and a title", "у вакансии есть id не длиннее 64 знаков и название")
	}
	if !slices.Contains([]posting.Source{posting.HH, posting.Trudvsem, posting.Imported}, p.Source) {
		p.Source = posting.Imported
	}
	p.Employer.Name, p.Area.Name = prose.Line(p.Employer.Name), prose.Line(p.Area.Name)
	p.Requirement, p.Duty, p.Description = prose.Text(p.Requirement), prose.Text(p.Duty), prose.Text(p.Description)
	for i := range p.KeySkills {
		p.KeySkills[i] = prose.Line(p.KeySkills[i])
	}
	p.KeySkills = slices.DeleteFunc(p.KeySkills, func(s string) bool { return s == "" })
	for i := range p.Roles {
		p.Roles[i].Name = prose.Line(p.Roles[i].Name)
	}
	if !strings.HasPrefix(p.URL, "https://") {
		p.URL = ""
	}
	if p.Pay != nil {
		p.Pay = paid(*p.Pay)
	}
	p.Experience = one(p.Experience, posting.None, posting.OneToThree, posting.ThreeToSix, posting.OverSix)
	p.Employment = one(p.Employment, posting.Full, posting.Part, posting.Project, posting.FlyInOut)
	p.Formats = slices.DeleteFunc(p.Formats, func(f posting.Format) bool {
		return one(f, posting.OnSite, posting.Remote, posting.Hybrid, posting.Field) == ""
	})
	p.Published, p.Created = moment(p.Published), moment(p.Created)
	if p.Responses != nil && *p.Responses < 0 {
		p.Responses = nil
	}
	return fault.Text{}
}

// largestPay is over any honest pay in any currency.
const largestPay = 1e12

func paid(p posting.Pay) *posting.Pay {
	if p.From < 0 || p.From > largestPay {
		p.From = 0
	}
	if p.To < 0 || p.To > largestPay {
		p.To = 0
	}
	if p.From == 0 && p.To == 0 {
		return nil
	}
	p.Basis = one(p.Basis, posting.Gross, posting.Net)
	p.Per = one(p.Per, posting.Month, posting.Hour, posting.Shift, posting.Rotation, posting.Service)
	return &p
}

// one is a value of a closed list, "" when it is none.
func one[T ~string](value T, known ...T) T {
	if slices.Contains(known, value) {
		return value
	}
	return ""
}

// moment keeps the times that a posting can have.
func moment(at time.Time) time.Time {
	if at.Year() <= 1990 || at.Year() >= 2200 {
		return time.Time{}
	}
	return at.UTC()
}
