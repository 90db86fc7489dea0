package codematchweb

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/codematch/match"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

// found is a match as the operations answer it.
type found struct {
	match.Item
	Depth    int       `json:"depth"`
	Via      string    `json:"via"`
	Pairs    []pair    `json:"pairs"`
	Kinship  *kinship  `json:"kinship"`
	Verdicts []opinion `json:"verdicts"`
}

// pair is a function of what was asked about and the one that answers to it.
type pair struct {
	Asked pairSide `json:"asked"`
	Found pairSide `json:"found"`
	Score float64  `json:"score"`
}

type pairSide struct {
	Path  string `json:"path"`
	Name  string `json:"name"`
	Start int    `json:"start_line"`
	End   int    `json:"end_line"`
}

// kinship is how two repositories relate; scores and shares are 0..1.
type kinship struct {
	Score      float64  `json:"score"`
	Coverage   float64  `json:"coverage"`
	Compared   int      `json:"compared"`
	Shared     []string `json:"shared"`
	AskedOnly  []string `json:"asked_only"`
	FoundOnly  []string `json:"found_only"`
	Dependency []string `json:"dependencies"`
}

// opinion is what a person said of a match.
type opinion struct {
	Said   string    `json:"verdict"`
	Note   string    `json:"note"`
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

// kept is a line of the answers that are kept.
type kept struct {
	ID       string    `json:"search_id"`
	Kind     string    `json:"kind"`
	At       time.Time `json:"at"`
	Asked    string    `json:"asked"`
	Language string    `json:"language"`
	Matches  int       `json:"matches"`
	Best     float64   `json:"best_score"`
	Verdict  string    `json:"best_verdict,omitempty"`
}

// made is what a search answers; the page of the answer reads the rest.
type made struct {
	ID      string  `json:"search_id"`
	Matches []found `json:"matches"`
	Note    string  `json:"note"`
}

// explained is a match with the text it was found for.
type explained struct {
	Asked string `json:"asked_code"`
	Match found  `json:"match"`
}

// repository is an indexed repository.
type repository struct {
	URL         string            `json:"repository_url"`
	State       string            `json:"state"`
	Branch      string            `json:"branch"`
	Commit      string            `json:"commit"`
	CommittedAt *time.Time        `json:"committed_at"`
	IndexedAt   *time.Time        `json:"indexed_at"`
	Files       int               `json:"files"`
	Units       int               `json:"units"`
	Bytes       int64             `json:"bytes"`
	Languages   map[string]int    `json:"languages"`
	Skipped     map[string]int    `json:"skipped_files"`
	Licence     match.SaidLicence `json:"license"`
	Failure     string            `json:"failure"`
}

// shelf is a page of the indexed repositories.
type shelf struct {
	Items []repository `json:"items"`
	Total int          `json:"total"`
	Next  string       `json:"next_cursor"`
}

// asking is a page of list_repositories.
type asking struct {
	Query  string `json:"query,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func (s *screen) shelf(of asking) (shelf, error) {
	var l shelf
	if !s.May(opList) {
		return l, nil
	}
	err := s.Call(opList, of, &l)
	return l, err
}

// indexed is one repository by its address.
func (s *screen) indexed(address string) (repository, error) {
	l, err := s.shelf(asking{Query: address, Limit: mostListed})
	if err != nil {
		return repository{}, err
	}
	if at := slices.IndexFunc(l.Items, func(r repository) bool { return r.URL == address }); at >= 0 {
		return l.Items[at], nil
	}
	return repository{}, fault.E(fault.NotFound, fault.Say("No indexed repository is %q.", "Среди проиндексированных нет репозитория «%s».", fault.Clip(address)), nil)
}

// mostListed is how many repositories one call returns at most.
const mostListed = 200

// searches are the newest kept answers, about the code of one candidate where one is named.
func (s *screen) searches(candidate string, limit int) ([]kept, error) {
	var l struct {
		Items []kept `json:"items"`
	}
	if !s.May(opSearches) {
		return nil, nil
	}
	err := s.Call(opSearches, struct {
		Candidate string `json:"candidate_id,omitempty"`
		Limit     int    `json:"limit"`
	}{candidate, limit}, &l)
	return l.Items, err
}

// verdict is what a person says of a match.
type verdict struct {
	ID   string `json:"match_id"`
	Said string `json:"verdict"`
	Note string `json:"note,omitempty"`
}

func (s *screen) exported(id, format string) (op.File, error) {
	var f op.File
	err := s.Call(opExport, struct {
		ID     string `json:"search_id"`
		Format string `json:"format"`
	}{id, format}, &f)
	return f, err
}

// answered is an answer as it is exported for programs.
type answered struct {
	Question struct {
		Label    string `json:"label"`
		Language string `json:"language"`
		Code     string `json:"code"`
	} `json:"question"`
	Made    time.Time `json:"made"`
	Matches []found   `json:"matches"`
}

// about is what the answer is to. Pasted code has no name, and a repository no code.
func (a answered) about(id string) kept {
	k := kept{ID: id, Kind: kindFile, At: a.Made, Asked: a.Question.Label, Language: a.Question.Language, Matches: len(a.Matches)}
	switch {
	case a.Question.Label == "":
		k.Kind = kindCode
		k.Asked, _, _ = strings.Cut(strings.TrimSpace(a.Question.Code), "\n")
	case a.Question.Code == "":
		k.Kind = kindRepository
	}
	return k
}

func (s *screen) answered(id string) (answered, error) {
	var a answered
	f, err := s.exported(id, "json")
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal([]byte(f.Text), &a); err != nil {
		return a, fmt.Errorf("codematchweb: kept answer: %w", err)
	}
	if a.about(id).Kind == kindRepository {
		for i := range a.Matches {
			if a.Matches[i].Depth == 0 {
				a.Matches[i].Kinship = &kinship{} // it is a repository; how they relate is told with the match itself
			}
		}
	}
	return a, nil
}

func (s *screen) explain(match string) (explained, error) {
	var e explained
	err := s.Call(opExplain, struct {
		ID string `json:"match_id"`
	}{match}, &e)
	return e, err
}

// works says how long searches and indexing are followed while they run.
func (w *web) works() map[string]kit.Work {
	search := func(title string) kit.Work {
		return kit.Work{Title: title, Answer: func(s *kit.Screen, answer []byte) (templ.Component, error) {
			var m made
			if err := json.Unmarshal(answer, &m); err != nil {
				return nil, fmt.Errorf("codematchweb: answer: %w", err)
			}
			return foundPart(w.screen(s), m), nil
		}}
	}
	return map[string]kit.Work{
		opCode: search("codematch.work.code"), opFile: search("codematch.work.file"), opRepository: search("codematch.work.repository"),
		opIndex: {Title: "codematch.work.index", Answer: func(s *kit.Screen, answer []byte) (templ.Component, error) {
			var r struct {
				repository
				Changed bool `json:"changed"`
			}
			if err := json.Unmarshal(answer, &r); err != nil {
				return nil, fmt.Errorf("codematchweb: repository: %w", err)
			}
			return indexedPart(w.screen(s), r.repository, r.Changed), nil
		}},
	}
}
