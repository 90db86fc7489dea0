package talent

import (
	"context"
	"slices"
	"time"

	"kadry/internal/op"
	"kadry/internal/talent/correction"
)

type historyInput struct {
	ID string `json:"candidate_id" min:"1" max:"100" doc:"Whose."`
}

type historyOutput struct {
	ID          string           `json:"candidate_id"`
	Rules       string           `json:"rules,omitempty" doc:"The version of the rules that read the text; empty is older than versions were kept."`
	Corrections []correctionWire `json:"corrections" doc:"Newest first."`
	AlsoIn      []relativeWire   `json:"also_in" doc:"The same person in other files, as somebody decided."`
	Suggestions []relativeWire   `json:"suggestions" doc:"Who may be the same person; link_candidates decides."`
	Note        string           `json:"note,omitempty"`
}

type correctionWire struct {
	ID          int64  `json:"correction_id"`
	Field       string `json:"field"`
	Value       string `json:"value" doc:"What it became; empty is nothing."`
	Read        string `json:"read,omitempty" doc:"What was read."`
	Engine      string `json:"engine" doc:"person or llm."`
	By          string `json:"by"`
	Reason      string `json:"reason,omitempty"`
	At          string `json:"at"`
	Quote       string `json:"quote,omitempty" doc:"Where the text says it."`
	Holds       bool   `json:"holds" doc:"False once it was taken back, was said anew, or what it says was read."`
	TakenBackBy string `json:"taken_back_by,omitempty"`
	TakenBackAt string `json:"taken_back_at,omitempty"`
	Why         string `json:"taken_back_because,omitempty"`
}

type relativeWire struct {
	ID      string   `json:"candidate_id"`
	Name    string   `json:"name,omitempty"`
	File    string   `json:"file,omitempty"`
	Because []string `json:"because,omitempty"`
	Overlap float64  `json:"text_overlap,omitzero"`
}

// Condense drops the oldest half of the history.
func (o historyOutput) Condense() (historyOutput, bool) {
	o.Note = "Shortened to fit: the oldest corrections are left out."
	half := len(o.Corrections) / 2
	shorter := half < len(o.Corrections) && half > 0
	if shorter {
		o.Corrections = o.Corrections[:half]
	}
	return o, shorter
}

func (d *handlers) candidateHistory() *op.Op {
	return op.New(op.Spec{
		Name: "get_candidate_history", Toolset: talentToolset, Title: "Who said what of a candidate", Effect: op.Reads,
		Fronts: []op.Front{op.REST, op.CLI, op.Web},
		Doc:    "Corrections of a record beside what was read, with author, reason and time, those taken back included; and who is, or may be, the same person.",
	}, func(ctx context.Context, in historyInput) (historyOutput, error) { return d.history(ctx, in.ID) })
}

func (d *handlers) history(ctx context.Context, id string) (historyOutput, error) {
	h, err := d.base.History(ctx, from(ctx).Tenant, id)
	if err != nil {
		return historyOutput{}, err
	}
	holds := map[int64]bool{}
	for _, e := range h.Effective {
		holds[e.ID] = true
	}
	out := historyOutput{ID: id, Rules: h.Stored.Rules, AlsoIn: wireRelatives(h.AlsoIn), Suggestions: wireRelatives(h.Suggestions)}
	for _, e := range slices.Backward(h.Stored.Corrections) {
		w := correctionWire{
			ID: e.ID, Field: string(e.Field), Value: e.Value.String(), Read: correction.ValueOf(h.Stored.Record, e.Field).String(),
			Engine: string(e.Engine), By: e.Author, Reason: e.Reason, At: e.At.Format(time.RFC3339), Holds: holds[e.ID], Quote: e.Value.Quote(h.Stored.Text),
		}
		if e.Back != nil {
			w.TakenBackBy, w.TakenBackAt, w.Why = e.Back.Author, e.Back.At.UTC().Format(time.RFC3339), e.Back.Reason
		}
		out.Corrections = append(out.Corrections, w)
	}
	return out, nil
}

func wireRelatives(list []Relative) []relativeWire {
	var out []relativeWire
	for _, r := range list {
		w := relativeWire{ID: r.ID, Name: r.Name, File: r.File, Overlap: float64(int(r.Overlap*100+0.5)) / 100}
		for _, l := range r.Because {
			w.Because = append(w.Because, string(l))
		}
		out = append(out, w)
	}
	return out
}

type decision string

// Enum implements the closed set of decisions.
func (decision) Enum() []string {
	return []string{string(SamePerson), string(TwoPeople), string(Undecided)}
}

type linkInput struct {
	ID       string   `json:"candidate_id" min:"1" max:"100" doc:"One CV."`
	Other    string   `json:"other_candidate_id" min:"1" max:"100" doc:"The other one."`
	Decision decision `json:"decision" doc:"undecided takes a decision back."`
	Reason   string   `json:"reason" min:"3" max:"500" doc:"How it is known."`
}

func (d *handlers) linkCandidates() *op.Op {
	return op.New(op.Spec{
		Name: "link_candidates", Toolset: talentToolset, Title: "Say whether two CVs are one person", Effect: op.Updates, Idempotent: true,
		Doc: "Linked CVs stay two CVs; each names the other in also_in. Two people who only resemble each other are suggested no more.",
	}, func(ctx context.Context, in linkInput) (historyOutput, error) {
		caller := from(ctx)
		if err := d.base.Link(ctx, caller.Tenant, in.ID, in.Other, Decision(in.Decision), caller.Name, in.Reason); err != nil {
			return historyOutput{}, err
		}
		return d.history(ctx, in.ID)
	})
}
