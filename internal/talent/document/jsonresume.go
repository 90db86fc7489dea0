package document

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"kadry/internal/fault"
)

// resume is a JSON Resume (jsonresume.org) or a FRESH resume; the two name the same things
// differently, and files in the wild mix versions of both.
type resume struct {
	Basics struct {
		person
		Location place      `json:"location"`
		Profiles []jsonItem `json:"profiles"`
	} `json:"basics"`

	Work         section `json:"work"`
	Volunteer    section `json:"volunteer"`
	Education    section `json:"education"`
	Awards       section `json:"awards"`
	Certificates section `json:"certificates"`
	Publications section `json:"publications"`
	Skills       section `json:"skills"`
	Languages    section `json:"languages"`
	Interests    section `json:"interests"`
	Projects     section `json:"projects"`

	// The FRESH names.
	Name        scalar     `json:"name"`
	Info        person     `json:"info"`
	Contact     person     `json:"contact"`
	Location    place      `json:"location"`
	Social      []jsonItem `json:"social"`
	Employment  section    `json:"employment"`
	Service     section    `json:"service"`
	Recognition section    `json:"recognition"`
	Writing     section    `json:"writing"`
	Speaking    section    `json:"speaking"`
	Affiliation section    `json:"affiliation"`
	Governance  section    `json:"governance"`
	Samples     section    `json:"samples"`
}

type person struct {
	Name    scalar `json:"name"`
	Label   scalar `json:"label"`
	Summary scalar `json:"summary"`
	Brief   scalar `json:"brief"`
	Email   scalar `json:"email"`
	Phone   scalar `json:"phone"`
	URL     scalar `json:"url"`
	Website scalar `json:"website"`
}

type place struct {
	City    scalar `json:"city"`
	Region  scalar `json:"region"`
	Country scalar `json:"countryCode"`
	Land    scalar `json:"country"`
}

// jsonItem is an entry of any section. No two sections share a field with different
// meanings, so one type serves all of them.
type jsonItem struct {
	Name         scalar `json:"name"`
	Title        scalar `json:"title"`
	Position     scalar `json:"position"`
	Role         scalar `json:"role"`
	Employer     scalar `json:"employer"`
	Company      scalar `json:"company"`
	Organization scalar `json:"organization"`
	Institution  scalar `json:"institution"`
	Entity       scalar `json:"entity"`
	Location     scalar `json:"location"`
	Network      scalar `json:"network"`
	Username     scalar `json:"username"`
	User         scalar `json:"user"`
	URL          scalar `json:"url"`
	Website      scalar `json:"website"`
	Repo         scalar `json:"repo"`
	StartDate    scalar `json:"startDate"`
	EndDate      scalar `json:"endDate"`
	Start        scalar `json:"start"`
	End          scalar `json:"end"`
	Date         scalar `json:"date"`
	ReleaseDate  scalar `json:"releaseDate"`
	Summary      scalar `json:"summary"`
	Description  scalar `json:"description"`
	StudyType    scalar `json:"studyType"`
	Area         scalar `json:"area"`
	Score        scalar `json:"score"`
	GPA          scalar `json:"gpa"`
	Grade        scalar `json:"grade"`
	Level        scalar `json:"level"`
	Years        scalar `json:"years"`
	Language     scalar `json:"language"`
	Fluency      scalar `json:"fluency"`
	Awarder      scalar `json:"awarder"`
	Issuer       scalar `json:"issuer"`
	From         scalar `json:"from"`
	Event        scalar `json:"event"`
	Publisher    scalar `json:"publisher"`
	Highlights   terms  `json:"highlights"`
	Keywords     terms  `json:"keywords"`
	Skills       terms  `json:"skills"`
	Courses      terms  `json:"courses"`
	Curriculum   terms  `json:"curriculum"`
}

// scalar is a string that files also write as a number, a yes or no, or an object with a
// name.
type scalar string

func (s *scalar) UnmarshalJSON(data []byte) error {
	var named struct {
		Name  string `json:"name"`
		Title string `json:"title"`
		City  string `json:"city"`
	}
	switch data[0] {
	case '"':
		var plain string
		if err := json.Unmarshal(data, &plain); err != nil {
			return err
		}
		*s = scalar(strings.TrimSpace(plain))
	case '{':
		if json.Unmarshal(data, &named) == nil {
			*s = scalar(first(named.Name, named.Title, named.City))
		}
	case 'n', '[':
	default:
		*s = scalar(data)
	}
	return nil
}

// terms is a list of short texts; a single one may stand without the list.
type terms []string

func (t *terms) UnmarshalJSON(data []byte) error {
	if data[0] != '[' {
		var one scalar
		if err := one.UnmarshalJSON(data); err != nil {
			return err
		}
		*t = nonEmpty(string(one))
		return nil
	}
	var list []scalar
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*t = nil
	for _, s := range list {
		*t = append(*t, nonEmpty(string(s))...)
	}
	return nil
}

// section is a list of entries, or the FRESH object around one.
type section struct {
	summary string
	items   []jsonItem
}

func (s *section) UnmarshalJSON(data []byte) error {
	switch data[0] {
	case '[':
		return s.readList(data)
	case '{':
		var around struct {
			Summary scalar          `json:"summary"`
			History json.RawMessage `json:"history"`
			Sets    json.RawMessage `json:"sets"`
			List    json.RawMessage `json:"list"`
		}
		if err := json.Unmarshal(data, &around); err != nil {
			return err
		}
		s.summary = string(around.Summary)
		for _, list := range []json.RawMessage{around.History, around.Sets, around.List} {
			if len(list) == 0 || list[0] != '[' {
				continue
			}
			if err := s.readList(list); err != nil {
				return err
			}
		}
	}
	return nil
}

// readList accepts bare strings among the entries.
func (s *section) readList(data []byte) error {
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for _, raw := range list {
		var item jsonItem
		if raw[0] == '{' {
			if err := json.Unmarshal(raw, &item); err != nil {
				return err
			}
		} else if err := item.Name.UnmarshalJSON(raw); err != nil {
			return err
		}
		s.items = append(s.items, item)
	}
	return nil
}

func readJSONResume(ctx context.Context, data []byte, _ Limits) (Document, error) {
	text, name := decodeText(data)
	var r resume
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return Document{}, jsonFault(text, err)
	}
	if err := ctx.Err(); err != nil {
		return Document{}, err
	}
	doc := Document{Charset: name}
	doc.setText(r.lines())
	if doc.Text == "" {
		return Document{}, fault.E(fault.Invalid, fault.Say(
			"This JSON holds nothing that JSON Resume defines.",
			"В этом JSON нет ничего из того, что определяет JSON Resume."), nil).
			WithHint(fault.Say("See jsonresume.org for the schema.", "Схема описана на jsonresume.org."))
	}
	return doc, nil
}

// jsonFault points at the place where the JSON breaks.
func jsonFault(text string, err error) error {
	offset := int64(0)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		return fault.E(fault.Invalid, fault.Say(
			"This JSON is no resume: the field %q cannot be a %s.",
			"Этот JSON — не резюме: поле %q не может быть типа %s.", kind.Field, kind.Value), err)
	}
	before := text[:min(max(int(offset), 0), len(text))]
	line := strings.Count(before, "\n") + 1
	return fault.E(fault.Invalid, fault.Say(
		"The JSON is broken at byte %d (line %d).", "JSON нарушен на байте %d (строка %d).", offset, line), err).
		WithHint(fault.Say("Check for a missing comma, quote or bracket before this place.",
			"Проверьте, не пропущены ли перед этим местом запятая, кавычка или скобка."))
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

func nonEmpty(values ...string) []string {
	var out []string
	for _, v := range values {
		if strings.TrimSpace(v) != "" {
			out = append(out, v)
		}
	}
	return out
}

// isJSONResume looks for the keys that give a resume away.
func isJSONResume(data []byte) bool {
	return bytes.Contains(data, []byte(`"basics"`)) || bytes.Contains(data, []byte(`"FRESH@`))
}
