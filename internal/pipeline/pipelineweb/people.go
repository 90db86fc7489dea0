package pipelineweb

import (
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/pipeline"
	"kadry/internal/webui/kit"
)

// Fields of addresses and forms. Those of addresses are the whole state of a page.
const (
	fieldView    = "view" // "" list, or board
	fieldStage   = "stage"
	fieldTag     = "tag"
	fieldBlind   = "blind"
	fieldRank    = "rank"   // page of the ranking
	fieldCursor  = "cursor" // page of the list
	fieldVacancy = "vacancy"
	fieldSaved   = "saved"
	fieldMoved   = "moved"
	fieldNobody  = "nobody"
	fieldCount   = "count" // of the market, pressed

	fieldCandidate = "candidate"
	fieldTo        = "to:"      // and an id: the stage chosen beside one person
	fieldVersion   = "version:" // and an id: the version that was shown
	fieldOne       = "one"      // the person whose own button was pressed
	fieldReason    = "reason"
	fieldComment   = "comment"
	fieldUntil     = "until"
	fieldAsked     = "asked" // the form for reasons was shown
	fieldBack      = "back"
)

const viewBoard = "board"

// Sizes of a page.
const (
	listed  = 50 // of the list
	aColumn = 50 // of the board
)

// crowd is everything the page of a vacancy's people shows.
type crowd struct {
	vacancy  vacancy
	values   url.Values // of the address, without what is empty or said once
	stages   []pipeline.Stage
	must     []string
	plus     []string
	ranking  *ranking // nil where nobody is sought
	list     listing
	fault    *fault.Error // of the search
	moved    int
	nobody   bool
	saved    bool
	mayWrite bool
}

func (c crowd) board() bool { return c.values.Get(fieldView) == viewBoard }
func (c crowd) blind() bool { return c.values.Get(fieldBlind) != "" }

// at is the address of the page with a field changed; pages of lists begin anew.
func (c crowd) at(field string, values ...string) templ.SafeURL {
	v := url.Values{}
	for k, list := range c.values {
		if k != fieldRank && k != fieldCursor {
			v[k] = list
		}
	}
	v.Del(field)
	for _, value := range values {
		if value != "" {
			v.Add(field, value)
		}
	}
	return kit.Href(peoplePath(c.vacancy.ID), v)
}

// here is the address of the page as it is.
func (c crowd) here() string { return string(kit.Href(peoplePath(c.vacancy.ID), c.values)) }

// file is the address of what is shown, as a file.
func (c crowd) file() templ.SafeURL {
	v := url.Values{}
	for _, field := range []string{fieldStage, fieldTag, fieldBlind} {
		if list := c.values[field]; len(list) > 0 {
			v[field] = list
		}
	}
	return kit.Href(peoplePath(c.vacancy.ID)+"/file", v)
}

// invitation is the form that invites somebody to an interview for this vacancy.
func (c crowd) invitation(h hit) templ.SafeURL {
	return kit.Href(invitePath, url.Values{fieldVacancy: {c.vacancy.ID}, "person": {h.ID}, "name": {h.Name}})
}

// cv is the address of a person, with the evidence for what this vacancy needs.
func (c crowd) cv(id string) templ.SafeURL {
	v := url.Values{fieldVacancy: {c.vacancy.ID}}
	if len(c.must) > 0 {
		v.Set("must", strings.Join(c.must, ", "))
		v.Set("match", "any")
	}
	if len(c.plus) > 0 {
		v.Set("plus", strings.Join(c.plus, ", "))
	}
	if c.blind() {
		v.Set(fieldBlind, "1")
	}
	return cvPath(id, v)
}

// with is whether a stage is among those the list is narrowed to.
func (c crowd) with(stage pipeline.Stage) bool {
	return len(c.stages) == 1 && c.stages[0] == stage
}

// column are the people of one stage of the board.
func (c crowd) column(stage pipeline.Stage) (list []pipeline.Shown) {
	for _, a := range c.list.Items {
		if a.Stage == stage {
			list = append(list, a)
		}
	}
	return list
}

// columns are the stages that the board shows.
func (c crowd) columns() []pipeline.Stage {
	if len(c.stages) > 0 {
		return c.stages
	}
	return pipeline.Stages()
}

func (w *web) newCrowd(s *screen) (crowd, error) {
	v, err := s.opened(s.Request.PathValue("id"))
	if err != nil {
		return crowd{}, err
	}
	given := s.Request.URL.Query()
	c := crowd{
		vacancy: v, values: url.Values{}, stages: stagesOf(given), moved: kit.Count(given.Get(fieldMoved)),
		nobody: given.Has(fieldNobody), saved: given.Has(fieldSaved), mayWrite: s.May(opMoveMany) && s.May(opShortlist),
	}
	for _, field := range []string{fieldView, fieldTag, fieldBlind, fieldRank, fieldCursor} {
		if text := strings.TrimSpace(given.Get(field)); text != "" {
			c.values.Set(field, text)
		}
	}
	for _, stage := range c.stages {
		c.values.Add(fieldStage, string(stage))
	}
	c.must, c.plus = w.wanted(v)
	return c, nil
}

// people shows who fits a vacancy and who is in it already.
func (w *web) people(s *screen) error {
	c, err := w.newCrowd(s)
	if err != nil {
		return err
	}
	if err := s.fill(&c); err != nil {
		return err
	}
	if !c.board() {
		if err := s.rank(&c); err != nil {
			c.fault = fault.From(err)
		}
	}
	return s.Show(kit.Status(c.fault), peoplePage(s, c))
}

// fill reads who is in the vacancy.
func (s *screen) fill(c *crowd) error {
	a := asked{Vacancy: c.vacancy.ID, Stages: c.stages, Tag: tagOf(c.values), Redact: c.blind()}
	if c.board() {
		a.PerStage = aColumn
	} else {
		a.Limit, a.Cursor = listed, c.values.Get(fieldCursor)
	}
	return s.Call(opList, a, &c.list)
}

// rank asks who fits, and where those stand.
func (s *screen) rank(c *crowd) error {
	if len(c.must) == 0 || !s.May(opSearch) {
		return nil
	}
	var found ranking
	err := s.Call(opSearch, ranked{
		Required: c.must, Preferred: c.plus, Match: "any", Top: hitsShown, Cursor: c.values.Get(fieldRank), Redact: c.blind(),
	}, &found)
	if err != nil {
		return err
	}
	c.ranking = &found
	if len(found.Hits) == 0 {
		return nil
	}
	a := asked{Vacancy: c.vacancy.ID, Redact: c.blind(), Limit: hitsShown}
	for _, h := range found.Hits {
		a.Candidates = append(a.Candidates, h.ID)
	}
	var in listing
	if err := s.Call(opList, a, &in); err != nil {
		return err
	}
	for i := range found.Hits {
		for j := range in.Items {
			if in.Items[j].Candidate == found.Hits[i].ID {
				found.Hits[i].standing = &in.Items[j]
			}
		}
	}
	return nil
}

// exportPeople sends what the list shows, whole, as a file.
func (w *web) exportPeople(s *screen) error {
	v := s.Request.URL.Query()
	var f op.File
	err := s.Call(opExport, asked{
		Vacancy: s.Request.PathValue("id"), Stages: stagesOf(v), Tag: tagOf(v), Redact: v.Get(fieldBlind) != "", Format: "csv",
	}, &f)
	if err != nil {
		return err
	}
	return s.Send(f)
}

// rest is the list of one stage, for whom the board has no room.
func (c crowd) rest(stage pipeline.Stage) url.Values {
	v := url.Values{fieldStage: {string(stage)}}
	for _, field := range []string{fieldTag, fieldBlind} {
		if text := c.values.Get(field); text != "" {
			v.Set(field, text)
		}
	}
	return v
}

// tagOf is the tag that a page is filtered by; a blind one hides tags, like names.
func tagOf(v url.Values) string {
	if v.Get(fieldBlind) != "" {
		return ""
	}
	return strings.TrimSpace(v.Get(fieldTag))
}
