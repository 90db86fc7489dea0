package talent

import (
	"context"
	"fmt"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/op"
)

type compareInput struct {
	IDs       []string   `json:"candidate_ids" min:"2" max:"10" doc:"Candidates to put side by side."`
	Required  []string   `json:"required_skills,omitempty" max:"40" doc:"Skills to compare by."`
	Preferred []string   `json:"preferred_skills,omitempty" max:"40" doc:"Without any skill, those most of them have."`
	Redact    bool       `json:"redact,omitzero" doc:"Blind review: no names or contacts."`
	Format    textFormat `json:"response_format,omitzero" default:"json" doc:"Form of the text block."`
}

type compareOutput struct {
	Skills     []string       `json:"skills"`
	Required   int            `json:"required"`
	Rows       []rowWire      `json:"rows"`
	Understood understoodWire `json:"query_understood"`
	AsOf       string         `json:"as_of"`
	Note       string         `json:"note,omitempty"`
}

type rowWire struct {
	CandidateID string     `json:"candidate_id"`
	Name        string     `json:"name"`
	Title       string     `json:"title,omitempty"`
	Level       string     `json:"experience_level"`
	TotalYears  float64    `json:"total_years"`
	Score       float64    `json:"match_score"`
	Confidence  int        `json:"confidence"`
	Cells       []cellWire `json:"cells"`
}

// cellWire is one skill of one candidate; without a match only asked is set.
type cellWire struct {
	Asked    string      `json:"asked"`
	Matched  bool        `json:"matched"`
	How      string      `json:"how,omitempty"`
	Found    string      `json:"found,omitempty"`
	Years    *float64    `json:"years,omitempty"`
	LastUsed string      `json:"last_used,omitempty"`
	Evidence []quoteWire `json:"evidence,omitempty"`
}

// Condense drops all quotes but one a cell, then all.
func (o compareOutput) Condense() (compareOutput, bool) {
	o.Note = shortened
	quotes := 0
	for _, row := range o.Rows {
		for _, cell := range row.Cells {
			quotes = max(quotes, len(cell.Evidence))
		}
	}
	for _, row := range o.Rows {
		for i := range row.Cells {
			cell := &row.Cells[i]
			cell.Evidence = cell.Evidence[:min(max(0, quotes-1), 1, len(cell.Evidence))]
		}
	}
	return o, quotes > 0
}

// Markdown renders the matrix as a table.
func (o compareOutput) Markdown(lang string) string {
	var b strings.Builder
	b.WriteString("| " + fault.Say("Candidate", "Кандидат").In(lang))
	for _, s := range o.Skills {
		b.WriteString(" | " + fault.EscapeMarkdown(s))
	}
	b.WriteString(" |\n|---" + strings.Repeat("|---", len(o.Skills)) + "|\n")
	for _, row := range o.Rows {
		fmt.Fprintf(&b, "| %s (`%s`), %s, %.2f", fault.EscapeMarkdown(row.Name), row.CandidateID, row.Level, row.Score)
		for _, cell := range row.Cells {
			switch {
			case !cell.Matched:
				b.WriteString(" | –")
			case cell.Years != nil:
				b.WriteString(" | " + cell.How + fault.Say(", %.1f years", ", лет: %.1f", *cell.Years).In(lang))
			default:
				b.WriteString(" | " + cell.How)
			}
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

func (d *handlers) compareCandidates() *op.Op {
	return op.New(op.Spec{
		Name: "compare_candidates", Toolset: talentToolset, Title: "Compare candidates", Effect: op.Reads,
		Doc: "Puts 2 to 10 candidates side by side: a row each, a cell per skill with how it matched, years, last use and quotes.",
		Examples: []op.Example{
			{Title: "Two sample candidates", Input: `{"candidate_ids":["cv_66q7bo3rtckazg2i","cv_nyaqk3a6ppdtlz3q"],"required_skills":["Go","Kubernetes"],"preferred_skills":["Terraform"]}`},
		},
	}, func(ctx context.Context, in compareInput) (compareOutput, error) {
		caller := from(ctx)
		c, err := d.base.Compare(ctx, caller.Tenant, CompareQuery{IDs: in.IDs, Required: in.Required, Preferred: in.Preferred, Redact: in.Redact})
		if err != nil {
			return compareOutput{}, err
		}
		out := compareOutput{Skills: c.Skills, Required: c.Required, Understood: wireUnderstood(c.Understood), AsOf: c.AsOf.String()}
		for _, row := range c.Rows {
			out.Rows = append(out.Rows, wireRow(row))
		}
		return out, nil
	})
}

func wireRow(c Compared) rowWire {
	w := rowWire{
		CandidateID: c.CandidateID, Name: c.Name, Title: c.Title, Level: string(c.Level),
		TotalYears: years(c.TotalMonths), Score: c.Score, Confidence: c.Confidence.Score,
	}
	for _, cell := range c.Cells {
		one := cellWire{Asked: cell.Asked, Matched: cell.Matched}
		if cell.Matched {
			m := wireMatch(cell.Match)
			one.How, one.Found, one.Years, one.LastUsed, one.Evidence = m.How, m.Found, m.Years, m.LastUsed, m.Evidence
		}
		w.Cells = append(w.Cells, one)
	}
	return w
}
