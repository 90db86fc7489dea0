package codematch

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/export"
	"kadry/internal/codematch/judge"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
	"kadry/internal/op"
)

func matchID(search string, i int) string { return fmt.Sprintf("%s.%d", search, i+1) }

// PairOf names two texts, whichever was asked about.
func PairOf(a, b string) string {
	first, second := mirror.Digest([]byte(a)), mirror.Digest([]byte(b))
	if first > second {
		first, second = second, first
	}
	return first + second
}

// pair names what a verdict on a match is about: two texts, or two repositories.
func (s Search) pair(m Match) string {
	if s.Kind == OfRepository {
		return PairOf(s.Asked.Name, m.RepositoryURL)
	}
	return PairOf(s.against(m).Code, m.Code)
}

// find is a match of a kept answer by its id.
func (h *handlers) find(ctx context.Context, id string) (Search, Match, error) {
	search, place, ok := strings.Cut(id, ".")
	n, err := strconv.Atoi(place)
	if !ok || err != nil {
		return Search{}, Match{}, fault.Wrong("match_id", fault.Say("is the id of a match, such as cs_….1", "это номер совпадения вида cs_….1"))
	}
	kept, err := h.Searches.Get(ctx, op.CallerFrom(ctx).Tenant, search)
	if err != nil {
		return kept, Match{}, err
	}
	for _, m := range kept.Matches {
		if m.ID == matchID(search, n-1) {
			return kept, m, nil
		}
	}
	return kept, Match{}, fault.E(fault.NotFound, fault.Say("The search has no match %d.", "В этом поиске нет совпадения %d.", n), nil)
}

// withVerdicts adds what people said of the pairs.
func (h *handlers) withVerdicts(ctx context.Context, tenant string, found *Search) error {
	var pairs []string
	for _, m := range found.Matches {
		pairs = append(pairs, found.pair(m))
	}
	said, err := h.Searches.Verdicts(ctx, tenant, pairs)
	if err != nil {
		return err
	}
	for i := range found.Matches {
		found.Matches[i].Verdicts = said[pairs[i]]
	}
	return nil
}

type explainInput struct {
	ID string `json:"match_id" min:"3" max:"80" doc:"Of a match."`
}

type explainOutput struct {
	Asked    string    `json:"asked_code" doc:"What the match was compared with: of a deeper one, the function it was found by."`
	Match    matchWire `json:"match"`
	Evidence string    `json:"evidence_pack,omitempty" doc:"Both codes, their alignment and a rubric, for an assistant to judge by; record_verdict takes the outcome."`
	Note     string    `json:"note,omitempty"`
}

// Condense cuts the code, which the evidence holds too.
func (o explainOutput) Condense() (explainOutput, bool) {
	longer := max(len(o.Asked), len(o.Match.Code))
	if longer <= shortest {
		return o, false
	}
	o.Note = "Shortened to fit."
	o.Asked = strings.ToValidUTF8(o.Asked[:min(len(o.Asked), longer/2)], "")
	o.Match.Code = strings.ToValidUTF8(o.Match.Code[:min(len(o.Match.Code), longer/2)], "")
	o.Match.Cut = true
	return o, true
}

func (h *handlers) explain() *op.Op {
	return op.New(op.Spec{
		Name: "explain_code_match", Toolset: toolset, Title: "Explain a match", Effect: op.Reads,
		Doc: "Shows a match whole: alignment line by line, reasons, differences, tests, licence, what people said of it, and an evidence pack to judge it by.",
	}, func(ctx context.Context, in explainInput) (explainOutput, error) {
		kept, m, err := h.find(ctx, in.ID)
		if err != nil {
			return explainOutput{}, err
		}
		one := Search{Kind: kept.Kind, Asked: kept.Asked, Matches: []Match{m}}
		if err := h.withVerdicts(ctx, op.CallerFrom(ctx).Tenant, &one); err != nil {
			return explainOutput{}, err
		}
		lang := langOf(ctx)
		a, b := kept.against(m), fragmentOf(m)
		out := explainOutput{Asked: a.Code, Match: wireOf(one.Matches[0], lang)}
		if kept.Kind != OfRepository || m.Depth > 0 {
			out.Evidence = judge.Pack(m.ID, a, b, align.Compare(a, b), lang)
		}
		return out, nil
	})
}

// said is what people say of a match.
type said string

const (
	same    = "same"
	notSame = "not_same"
)

// Enum lists what can be said, for schemas.
func (said) Enum() []string { return []string{same, notSame} }

type recordInput struct {
	ID   string `json:"match_id" min:"3" max:"80"`
	Said said   `json:"verdict" doc:"same or not_same."`
	Note string `json:"note,omitzero" max:"2000" doc:"Why: quoted lines, or an input on which they differ."`
}

type recordOutput struct {
	ID       string    `json:"match_id"`
	Verdicts []Verdict `json:"verdicts" doc:"All, oldest first; the last one counts."`
}

func (h *handlers) recordVerdict() *op.Op {
	return op.New(op.Spec{
		Name: "record_verdict", Toolset: toolset, Title: "Record a verdict on a match", Effect: op.Updates, Idempotent: true,
		Doc: "Keeps what a person, or an assistant on their behalf, says of a match after looking at it. It is shown with the same pair of texts, whoever searches, until a repository that it is about is deleted.",
	}, func(ctx context.Context, in recordInput) (recordOutput, error) {
		kept, m, err := h.find(ctx, in.ID)
		if err != nil {
			return recordOutput{}, err
		}
		caller := op.CallerFrom(ctx)
		v := Verdict{Said: string(in.Said), Note: in.Note, Author: caller.Name, At: h.Now().UTC().Truncate(microsecond)}
		pair := kept.pair(m)
		if err := h.Searches.Record(ctx, caller.Tenant, pair, v, kept.about(m)); err != nil {
			return recordOutput{}, err
		}
		all, err := h.Searches.Verdicts(ctx, caller.Tenant, []string{pair})
		return recordOutput{ID: in.ID, Verdicts: all[pair]}, err
	})
}

type exportFormat string

// Enum lists the formats for schemas.
func (exportFormat) Enum() []string { return []string{"markdown", "json", "sarif"} }

type exportInput struct {
	ID     string       `json:"search_id" min:"3" max:"80" doc:"Of an answer that is kept."`
	Format exportFormat `json:"format,omitzero" default:"markdown"`
}

func (h *handlers) export() *op.Op {
	return op.New(op.Spec{
		Name: "export_code_search", Toolset: toolset, Title: "Export an answer", Effect: op.Reads, Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc: "Writes a kept answer as Markdown for people, JSON for programs, or SARIF for code review.",
	}, func(ctx context.Context, in exportInput) (op.File, error) {
		tenant := op.CallerFrom(ctx).Tenant
		kept, err := h.Searches.Get(ctx, tenant, in.ID)
		if err != nil {
			return op.File{}, err
		}
		if err := h.withVerdicts(ctx, tenant, &kept); err != nil {
			return op.File{}, err
		}
		return exported(kept, string(in.Format), langOf(ctx))
	})
}

// exportDocument is the JSON form of an answer.
type exportDocument struct {
	Question export.Question `json:"question"`
	Made     time.Time       `json:"made"`
	Matches  []matchWire     `json:"matches"`
	Note     string          `json:"note,omitempty"`
}

func exported(kept Search, format, lang string) (op.File, error) {
	report := reportOf(kept)
	switch format {
	case "sarif":
		text, err := export.SARIF(report, lang)
		return op.File{Type: "application/sarif+json", Text: string(text)}, err
	case "json":
		d := exportDocument{Question: report.Question, Made: kept.At.UTC(), Matches: []matchWire{}, Note: kept.Note.In(lang)}
		for _, m := range kept.Matches {
			d.Matches = append(d.Matches, wireOf(m, lang))
		}
		text, err := json.MarshalIndent(d, "", "  ")
		return op.File{Type: "application/json", Text: string(text) + "\n"}, err
	}
	return op.File{Type: "text/markdown; charset=utf-8", Text: export.Markdown(report, lang)}, nil
}

func markdown(kept Search, lang string) string { return export.Markdown(reportOf(kept), lang) }

func reportOf(kept Search) export.Report {
	r := export.Report{Question: export.Question{Label: kept.Asked.Name, Language: kept.Asked.Language, Code: kept.Asked.Code}, Made: kept.At}
	for _, m := range kept.Matches {
		if m.Depth > 0 { // it was compared with another text than the one asked about
			m.Alignment, m.Differences, m.Reasons = nil, nil, nil
		}
		m.Reasons = slices.Concat(m.Reasons, pairsTold(m.Pairs), verdictsTold(m.Verdicts))
		r.Matches = append(r.Matches, m.Match)
	}
	return r
}

// pairsTold are pairs of functions as grounds of a match. Their lines are those of other files.
func pairsTold(pairs []Pair) (list []match.Reason) {
	for _, p := range pairs {
		a, b := p.Asked, p.Found
		list = append(list, match.Reason{Text: fault.Say("%s (%s:%d-%d) answers to %s (%s:%d-%d)", "%s (%s:%d-%d) отвечает %s (%s:%d-%d)",
			a.Name, a.Path, a.Start, a.End, b.Name, b.Path, b.Start, b.End)})
	}
	return list
}

// verdictsTold are what people said of a match, as grounds.
func verdictsTold(verdicts []Verdict) (list []match.Reason) {
	for _, v := range verdicts {
		said := fault.Say("the same", "то же самое")
		if v.Said == notSame {
			said = fault.Say("not the same", "не то же самое")
		}
		text := fault.Text{EN: v.Author + " said: " + said.EN, RU: v.Author + " считает: " + said.RU}
		if v.Note != "" {
			text = fault.Text{EN: text.EN + ". " + v.Note, RU: text.RU + ". " + v.Note}
		}
		list = append(list, match.Reason{Text: text})
	}
	return list
}
