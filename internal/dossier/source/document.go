package source

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/verdict"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

// resumeAnswer is what the room of CVs says of one, in the base or not.
type resumeAnswer struct {
	Name   string `json:"name"`
	Record struct {
		Skills []struct {
			Skill string `json:"skill"`
		} `json:"skills"`
		Positions []position `json:"positions"`
	} `json:"record"`
	Coverage []struct {
		Asked    string       `json:"asked"`
		Found    string       `json:"found"`
		How      skill.How    `json:"how"`
		Stance   skill.Stance `json:"stance"`
		Years    *float64     `json:"years"`
		LastUsed string       `json:"last_used"`
		Strength string       `json:"strength"`
		Evidence []struct {
			Section string `json:"section"`
			Quote   string `json:"quote"`
		} `json:"evidence"`
	} `json:"required_coverage"`
}

type position struct {
	To      string `json:"to"`
	Current bool   `json:"current"`
	Work    bool   `json:"counts_as_work"`
}

func (r *Reader) cv(ctx context.Context, p Person, asked requirement.Requirement, s *report.Subject) error {
	var a resumeAnswer
	if p.CV != "" {
		in := struct {
			ID       string   `json:"candidate_id"`
			Required []string `json:"required_skills,omitempty"`
			Sections []string `json:"sections"`
		}{p.CV, names(asked), []string{"skills", "positions"}}
		if err := r.Ask(ctx, candidateRecord, in, &a); err != nil {
			return err
		}
	} else {
		in := struct {
			Text     string   `json:"resume_text"`
			Required []string `json:"required_skills,omitempty"`
		}{p.Resume, names(asked)}
		if err := r.Ask(ctx, parseResume, in, &a); err != nil {
			return err
		}
	}
	if s.Name == "" {
		s.Name = a.Name
	}
	for _, c := range a.Coverage {
		id, ok := idOf(asked, c.Asked)
		if !ok || c.Found == "" && len(c.Evidence) == 0 {
			continue
		}
		claim := proof.Claim{
			Skill: id, Source: proof.CV, Where: proof.Where(c.Strength), Stance: c.Stance, How: c.How, Found: c.Found,
			Dated: c.Years != nil, LastUsed: c.LastUsed, Named: len(a.Record.Skills),
		}
		if c.Years != nil {
			claim.Years = *c.Years
		}
		if len(c.Evidence) > 0 {
			claim.Place = proof.Place{Section: c.Evidence[0].Section, Quote: c.Evidence[0].Quote}
		}
		s.Proofs = append(s.Proofs, proof.OfClaim(claim, r.Now()))
	}
	if len(a.Record.Skills) > proof.Stuffed {
		s.Risks = append(s.Risks, verdict.Risk{Code: verdict.Overfull, Source: proof.CV, Text: fault.Say(
			"The CV names %d skills.", "В резюме названо навыков: %d.", len(a.Record.Skills))})
	}
	if days, ok := r.since(a.Record.Positions); ok {
		s.Activity = append(s.Activity, verdict.Activity{Source: proof.CV, Days: days})
	}
	return nil
}

// Exists reports whether the base still holds a CV. Where there is no base, nobody is gone.
func (r *Reader) Exists(ctx context.Context, id string) (bool, error) {
	in := struct {
		ID       string   `json:"candidate_id"`
		Sections []string `json:"sections"`
	}{id, []string{"languages"}}
	var a struct{}
	err := r.Ask(ctx, candidateRecord, in, &a)
	switch {
	case errors.Is(err, ErrAbsent):
		return true, nil
	case fault.KindOf(err) == fault.NotFound:
		return false, nil
	}
	return true, err
}

// since is how many days ago the last job ended, 0 for one that goes on.
func (r *Reader) since(list []position) (days int, ok bool) {
	var last time.Time
	for _, p := range list {
		switch ended, known := month(p.To); {
		case !p.Work:
		case p.Current:
			return 0, true
		case known && ended.After(last):
			last = ended
		}
	}
	if last.IsZero() {
		return 0, false
	}
	return max(0, int(r.Now().Sub(last).Hours()/24)), true
}

// month is the end of a month or a year as documents tell it.
func month(text string) (time.Time, bool) {
	if t, err := time.Parse("2006-01", text); err == nil {
		return t.AddDate(0, 1, 0), true
	}
	t, err := time.Parse("2006", text)
	return t.AddDate(1, 0, 0), err == nil
}

// linkedInAnswer is what the room of public evidence reads out of a member's export.
type linkedInAnswer struct {
	Valid  bool   `json:"valid"`
	Name   string `json:"full_name"`
	Skills []struct {
		Skill        string `json:"skill"`
		Endorsements *int   `json:"endorsement_count"`
	} `json:"skills"`
	Experience []memberJob `json:"experience"`
	Warnings   []string    `json:"warnings"`
}

type memberJob struct {
	Title   string `json:"title"`
	Text    string `json:"description"`
	Start   string `json:"start_date"`
	End     string `json:"end_date"`
	Current bool   `json:"current"`
	Months  int    `json:"duration_months"`
}

func (r *Reader) linkedin(ctx context.Context, p Person, asked requirement.Requirement, s *report.Subject) error {
	var a linkedInAnswer
	in := struct {
		Snapshot string `json:"snapshot"`
	}{p.LinkedIn}
	if err := r.Ask(ctx, linkedInProfile, in, &a); err != nil {
		return err
	}
	if !a.Valid {
		return fault.E(fault.Invalid, fault.Say("This is no LinkedIn export that can be read.", "Это не экспорт LinkedIn, который можно прочитать."), nil)
	}
	if s.Name == "" {
		s.Name = a.Name
	}
	mentions := make([][]skill.Mention, len(a.Experience))
	for i, job := range a.Experience {
		mentions[i] = r.Skills.Find(job.Title+"\n"+job.Text, skill.Prose)
	}
	for _, want := range asked.All() {
		if c, ok := r.member(want, a, mentions); ok {
			s.Proofs = append(s.Proofs, proof.OfClaim(c, r.Now()))
		}
	}
	return nil
}

// member is what a profile says of a skill: the jobs that name it, by the mentions in each,
// else the list.
func (r *Reader) member(want requirement.Skill, a linkedInAnswer, mentions [][]skill.Mention) (proof.Claim, bool) {
	c := proof.Claim{Skill: want.ID, Source: proof.LinkedIn, Where: proof.Position, Named: len(a.Skills)}
	found := false
	for k, job := range a.Experience {
		i := slices.IndexFunc(mentions[k], func(m skill.Mention) bool { return string(m.Skill) == want.ID && m.Stance == skill.Affirmed })
		if i < 0 {
			continue
		}
		found = true
		c.Years += float64(job.Months) / 12
		c.Dated = c.Dated || job.Months > 0
		c.Beside = max(c.Beside, len(mentions[k]))
		end := job.End
		if job.Current {
			end = r.Now().Format("2006-01")
		}
		if len(end) > len("2006-01") {
			end = end[:len("2006-01")]
		}
		if c.LastUsed == "" || end > c.LastUsed {
			c.LastUsed, c.Place = end, proof.Place{Section: job.Title, Quote: mentions[k][i].Surface}
		}
	}
	if found {
		return c, true
	}
	for _, listed := range a.Skills {
		if known, ok := r.Skills.Named(listed.Skill); (!ok || string(known) != want.ID) && !strings.EqualFold(listed.Skill, want.Name) {
			continue
		}
		c.Where, c.Place = proof.List, proof.Place{Section: "skills", Quote: listed.Skill}
		if listed.Endorsements != nil {
			c.Endorsements = *listed.Endorsements
		}
		return c, true
	}
	return proof.Claim{}, false
}
