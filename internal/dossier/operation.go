package dossier

import (
	"context"
	"strconv"
	"strings"
	"time"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/source"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// toolset is that of the room's operations.
const toolset = "hr"

// handlers are the operations over the parts.
type handlers struct{ Parts }

// Operations declares the operations of the room. Over zero Parts they can be described and
// not called.
func Operations(p Parts) []*op.Op {
	h := &handlers{p}
	return []*op.Op{
		h.evaluate(), h.get(), h.list(), h.override(), h.remove(), h.export(),
		h.run(), h.script(), h.outreach(), h.submitBatch(), h.batchStatus(), h.batchResults(), h.cancelBatch(),
	}
}

func langOf(ctx context.Context) string {
	if lang := op.CallerFrom(ctx).Lang; lang != "" {
		return lang
	}
	return "en"
}

// callTimeout is how long a call may take. Many clients give up after a minute, so a call
// ends before that.
const callTimeout = 55 * time.Second

// candidateInput is one person as callers name them.
type candidateInput struct {
	GitHub   string `json:"github_username,omitzero" max:"120" doc:"GitHub name."`
	CV       string `json:"candidate_id,omitzero" max:"100" doc:"Of the CV base."`
	Resume   string `json:"resume_text,omitzero" max:"200000" doc:"A CV as text."`
	LinkedIn string `json:"linkedin_export,omitzero" max:"4000000" doc:"Snapshot of the member's LinkedIn data, as JSON text."`
	URL      string `json:"linkedin_url,omitzero" max:"500" doc:"To know the person by; it is not opened."`
	Name     string `json:"full_name,omitzero" max:"200" doc:"To show."`
	Repos    int    `json:"repos_limit,omitzero" min:"1" max:"30" default:"5" doc:"Repositories to read."`
	Lookback int    `json:"lookback_days,omitzero" min:"1" max:"36500" doc:"Leave out repositories without a push since."`
}

// people reads the persons of a list, each once, and refuses entries that name nobody.
func people(list []candidateInput) ([]source.Person, error) {
	var check fault.Check
	var all []source.Person
	for i, c := range list {
		p := source.Person{
			Identity: identity.Identity{GitHub: githubName(c.GitHub), CV: strings.TrimSpace(c.CV), Text: identity.TextID(c.Resume), LinkedIn: memberName(c.URL)},
			Name:     c.Name, Repos: c.Repos, Lookback: c.Lookback, Resume: c.Resume, LinkedIn: c.LinkedIn,
		}
		if p.GitHub == "" && p.CV == "" && p.Text == "" && p.Identity.LinkedIn == "" {
			check.Wrong("candidates["+strconv.Itoa(i)+"]", fault.Say("give at least one of github_username, candidate_id, resume_text and linkedin_url",
				"укажите хотя бы одно из github_username, candidate_id, resume_text и linkedin_url"))
		}
		all = append(all, p)
	}
	return joined(all), check.Err()
}

// githubName is the name in what people paste for one.
func githubName(text string) string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "@")
	if _, path, ok := strings.Cut(text, "github.com/"); ok {
		text, _, _ = strings.Cut(path, "/")
	}
	return strings.TrimSpace(text)
}

// memberName is the public name in the address of a LinkedIn profile.
func memberName(url string) string {
	_, path, ok := strings.Cut(url, "/in/")
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(path, "/")
	name, _, _ = strings.Cut(name, "?")
	return strings.TrimSpace(name)
}

// thresholds are those given, else the default ones.
func thresholds(mandatory, preferred *float64) (requirement.Thresholds, error) {
	t := requirement.DefaultThresholds()
	if mandatory != nil {
		t.Mandatory = *mandatory
	}
	if preferred != nil {
		t.Preferred = *preferred
	}
	return t, t.Check()
}

// mostSkills is how many skills the sources can be asked for at once.
const mostSkills = 40

// skillsOf refuses lists that are longer than a report reads.
func skillsOf(mandatory, preferred []string) error {
	var check fault.Check
	if len(mandatory)+len(preferred) > mostSkills {
		check.Wrong("skills", fault.Say("at most %d together with nice_to_have_skills", "вместе с nice_to_have_skills не больше %d", mostSkills))
	}
	for path, list := range map[string][]string{"skills": mandatory, "nice_to_have_skills": preferred} {
		for i, s := range list {
			if n := len([]rune(strings.TrimSpace(s))); n < 1 || n > requirement.LongestSkill {
				check.Wrong(path+"["+strconv.Itoa(i)+"]", fault.Say("a skill has 1 to %d characters", "в названии навыка от 1 до %d знаков", requirement.LongestSkill))
			}
		}
	}
	return check.Err()
}

// produce makes the report of an order and returns what is kept of it.
func (h *handlers) produce(ctx context.Context, o order) (*desk, report.Report, error) {
	id, err := o.id()
	if err != nil {
		return nil, report.Report{}, err
	}
	progress := op.Progress(ctx)
	d := &desk{
		Parts: h.Parts, tenant: op.CallerFrom(ctx).Tenant, lang: langOf(ctx), order: o, id: id,
		report: func(done, total int, text fault.Text) { progress(op.Stage{Done: done, Total: total, Text: text}) },
	}
	if point := op.Checkpoint(ctx); point != nil {
		d.keep = func(ctx context.Context, done int) error {
			return point.Save(ctx, struct{ Done int }{done}, evaluateOutput{ID: id, Report: report.Make(h.Skills, d.made, d.lang)})
		}
	}
	if err := d.run(ctx); err != nil {
		return nil, report.Report{}, err
	}
	made, _, err := h.Keeper.Get(ctx, d.tenant, id) // with what people decided before
	if err != nil {
		return nil, report.Report{}, err
	}
	return d, report.Make(h.Skills, made, d.lang), nil
}
