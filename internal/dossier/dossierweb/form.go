package dossierweb

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kadry/internal/dossier/report"
	"kadry/internal/fault"
	"kadry/internal/github"
)

// Names of the fields of the form.
const (
	fieldRole      = "role"
	fieldPlace     = "place"
	fieldMandatory = "skills"
	fieldPreferred = "welcome"
	fieldFrom      = "from"
	fieldTo        = "to"
	fieldPeople    = "people"
	fieldResume    = "cv"
	fieldNoMarket  = "no_market"
	fieldMore      = "more" // the button that asks for room for more CVs
	fieldReason    = "reason"
	fieldDecision  = "decision"
)

const (
	longestRole  = 200 // characters
	resumesShown = 3   // empty fields for CVs that a form adds
	mostResumes  = 100 // of one report
	// mostInCall is how many people an operation reads in one call; more are long work.
	mostInCall = 25
	// mostPay is far above any pay a month, in roubles.
	mostPay = 1_000_000_000
)

// form is a new report as it was typed.
type form struct {
	role, place          string
	mandatory, preferred string
	from, to             string
	people               string
	resumes              []string
	noMarket             bool
	fault                *fault.Error
}

func newForm(v url.Values) form {
	f := form{
		role: v.Get(fieldRole), place: v.Get(fieldPlace), mandatory: v.Get(fieldMandatory), preferred: v.Get(fieldPreferred),
		from: v.Get(fieldFrom), to: v.Get(fieldTo), people: v.Get(fieldPeople), noMarket: v.Get(fieldNoMarket) != "",
	}
	for _, text := range v[fieldResume] {
		if strings.TrimSpace(text) != "" && len(f.resumes) < mostResumes {
			f.resumes = append(f.resumes, text)
		}
	}
	return f
}

// asked reports that the form was begun, by whoever led here.
func (f form) asked() bool {
	return f.role+f.place+f.mandatory+f.preferred+f.people != "" || len(f.resumes) > 0 || f.fault != nil
}

// fields are the CVs and room for more.
func (f form) fields() []string {
	return append(slices.Clone(f.resumes), make([]string, resumesShown)...)
}

// wrong are the findings on a field of the operation.
func (f form) wrong(name string) []fault.Text {
	if f.fault == nil {
		return nil
	}
	var texts []fault.Text
	for _, field := range f.fault.Fields {
		if path, _, _ := strings.Cut(field.Path, "["); path == name {
			texts = append(texts, field.Text)
		}
	}
	return texts
}

// resumeRows is the height of a field for a CV: an empty one stays out of the way.
func resumeRows(text string) string {
	if text == "" {
		return "2"
	}
	return "8"
}

// order is a report as the operation takes it.
type order struct {
	Role      string      `json:"role"`
	Location  string      `json:"location,omitempty"`
	Mandatory []string    `json:"skills,omitempty"`
	Preferred []string    `json:"nice_to_have_skills,omitempty"`
	People    []candidate `json:"candidates"`
	Salary    []int       `json:"salary_range,omitempty"`
	NoMarket  bool        `json:"without_market,omitempty"`
}

// candidate is one person of an order.
type candidate struct {
	GitHub string `json:"github_username,omitempty"`
	CV     string `json:"candidate_id,omitempty"`
	URL    string `json:"linkedin_url,omitempty"`
	Resume string `json:"resume_text,omitempty"`
}

// order reads what was typed. All that is wrong is told at once.
func (f form) order() (order, error) {
	var check fault.Check
	o := order{
		Role: strings.TrimSpace(f.role), Location: strings.TrimSpace(f.place), Mandatory: split(f.mandatory), Preferred: split(f.preferred),
		NoMarket: f.noMarket, Salary: f.salary(&check),
	}
	if o.Role == "" {
		check.Wrong("role", fault.Say("Name the role", "Назовите роль"))
	}
	o.People = f.candidates(&check)
	for _, text := range f.resumes {
		o.People = append(o.People, candidate{Resume: strings.TrimSpace(text)})
	}
	switch n := len(o.People); {
	case n == 0 && len(f.wrong("candidates")) == 0 && strings.TrimSpace(f.people) == "":
		check.Wrong("candidates", fault.Say("Name at least one person, or paste a CV", "Укажите хотя бы одного человека или вставьте резюме"))
	case n > report.MostCandidates:
		check.Wrong("candidates", fault.Say("A report takes up to %d people, here are %d", "В отчёте до %d человек, здесь %d", report.MostCandidates, n))
	}
	return o, check.Err()
}

// candidates reads a person a line.
func (f form) candidates(check *fault.Check) []candidate {
	var list []candidate
	for i, line := range strings.FieldsFunc(f.people, isBreak) {
		parts := strings.Fields(line)
		if len(parts) == 0 {
			continue
		}
		c, err := person(parts)
		if err != nil {
			check.Wrong("candidates["+strconv.Itoa(i)+"]", fault.From(err).Text)
			continue
		}
		list = append(list, c)
	}
	return list
}

// person reads the ids of one person.
func person(ids []string) (candidate, error) {
	var c candidate
	for _, id := range ids {
		at := &c.GitHub
		switch {
		case strings.Contains(id, "linkedin.com/in/"):
			at = &c.URL
		case strings.Contains(id, "_") && !strings.Contains(id, "/"): // which no GitHub name has
			at = &c.CV
		default:
			login, err := github.CheckLogin(id)
			if err != nil {
				return c, err
			}
			id = login
		}
		if *at != "" {
			return c, fault.E(fault.Invalid, fault.Say("“%s” and “%s” are of one kind: write every person on a line of their own",
				"«%s» и «%s» одного вида: пишите каждого человека с новой строки", fault.Clip(*at), fault.Clip(id)), nil)
		}
		*at = id
	}
	return c, nil
}

// salary is the offer; none where neither end was typed.
func (f form) salary(check *fault.Check) []int {
	if strings.TrimSpace(f.from) == "" && strings.TrimSpace(f.to) == "" {
		return nil
	}
	from, fromOK := amount(f.from)
	to, toOK := amount(f.to)
	switch {
	case !fromOK || !toOK:
		check.Wrong("salary_range", fault.Say("Write both ends in whole roubles a month, or neither", "Укажите обе границы в рублях в месяц или ни одной"))
	case from > to:
		check.Wrong("salary_range", fault.Say("“From” is more than “to”", "«От» больше, чем «до»"))
	default:
		return []int{from, to}
	}
	return nil
}

// amount reads a sum as people write it: 250 000 or 250000.
func amount(text string) (int, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n <= mostPay
}

// split takes apart a list that a person typed, by commas, semicolons and lines.
func split(text string) []string {
	var list []string
	for part := range strings.FieldsFuncSeq(text, isBreak) {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

func isBreak(r rune) bool { return r == ',' || r == ';' || r == '\n' || r == '\r' }
