package evidence

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"kadry/internal/evidence/analysis"
	"kadry/internal/evidence/score"
	"kadry/internal/evidence/survey"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
)

// part is what an answer may hold besides.
type part string

const (
	withTimeline part = "timeline"
	withCalendar part = "calendar"
)

// Enum implements the closed set of parts.
func (part) Enum() []string { return []string{string(withTimeline), string(withCalendar)} }

type analyzeInput struct {
	Username string   `json:"username" min:"1" max:"120" doc:"GitHub user name, @name or address of the profile."`
	Skills   []string `json:"required_skills,omitempty" max:"50" doc:"Skills to prove, in any spelling, English or Russian; packages by name too. Empty: whatever shows."`
	Limit    int      `json:"repos_limit,omitzero" min:"1" max:"50" default:"5" doc:"Repositories to read, the most telling first."`
	Lookback int      `json:"lookback_days,omitzero" min:"1" max:"36500" doc:"Leave out repositories without a push in so many days."`
	Include  []part   `json:"include,omitempty" max:"2" doc:"Besides: languages by year, the calendar of the last year."`
}

// longestSkill is of one asked skill, in characters.
const longestSkill = 100

// skills returns the asked skills without control characters and repetitions.
func skills(given []string) ([]string, error) {
	var list []string
	var check fault.Check
	seen := map[string]bool{}
	for i, s := range given {
		s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, s)), " ")
		switch key := strings.ToLower(s); {
		case s == "" || len([]rune(s)) > longestSkill:
			check.Wrong(fmt.Sprintf("required_skills[%d]", i), fault.Say("a skill has 1 to %d characters", "в названии навыка от 1 до %d знаков", longestSkill))
		case !seen[key]:
			seen[key] = true
			list = append(list, s)
		}
	}
	return list, check.Err()
}

type analyzeOutput struct {
	Username  string              `json:"username"`
	Skills    []skillWire         `json:"skill_scores"`
	Top       []string            `json:"top_languages" doc:"Up to five, by code of the person's own."`
	Read      int                 `json:"repos_analyzed"`
	Failed    int                 `json:"repos_failed"`
	Partial   bool                `json:"partial_data" doc:"Something that was asked for could not be read; warnings say what."`
	Warnings  []string            `json:"warnings"`
	Flags     []string            `json:"risk_flags"`
	Risks     []riskWire          `json:"risks" doc:"The flags with their evidence: reasons to look twice, no verdicts."`
	Activity  activityWire        `json:"activity_metrics"`
	Repos     []repoWire          `json:"repos"`
	Languages []analysis.Language `json:"languages"`
	Timeline  []yearWire          `json:"timeline,omitempty"`
	Calendar  []github.Day        `json:"calendar,omitempty"`
	Unknown   []unknownWire       `json:"unknown" doc:"What cannot be known here, with the reason."`
	Budget    github.Budget       `json:"budget"`
	Source    string              `json:"source"`
	At        time.Time           `json:"analyzed_at"`
	Note      string              `json:"note,omitempty"`
}

type activityWire = analysis.Activity

type skillWire struct {
	Skill      string     `json:"skill" doc:"As asked."`
	Name       string     `json:"name" doc:"As it was understood."`
	Score      float64    `json:"score" doc:"0-1; from 0.5 on it means real evidence."`
	Status     string     `json:"status" doc:"shown, weak or unknown. Unknown says nothing of private work."`
	Confidence string     `json:"confidence" doc:"high, medium or low."`
	Evidence   string     `json:"evidence" doc:"One sentence."`
	Axes       axesWire   `json:"axes"`
	Items      []itemWire `json:"evidence_items"`
}

type axesWire struct {
	Depth   float64 `json:"depth" doc:"0-1: own work in the best repository."`
	Recency float64 `json:"recency" doc:"0-1: 1 for the last four months, halved every two years after. No part of the score."`
	Breadth float64 `json:"breadth" doc:"0-1: repositories that show it."`
}

type itemWire struct {
	Repository string   `json:"repository"`
	Commit     string   `json:"commit,omitempty" doc:"At which the file was read."`
	Path       string   `json:"path"`
	Line       int      `json:"line,omitzero"`
	URL        string   `json:"url"`
	Kind       string   `json:"kind" doc:"written (code in the language), published (part of the project that is the skill), used (imported and used), declared, kept (the file is itself the thing), invoked."`
	Role       string   `json:"role" doc:"owner, contributor or reviewer."`
	Own        int      `json:"own_commits" doc:"To what shows the skill in this repository."`
	Estimated  bool     `json:"own_commits_estimated,omitzero"`
	Reviews    int      `json:"reviews,omitzero" doc:"Of a reviewer: pull requests of others there, whose changes were not read."`
	First      bool     `json:"first_author,omitzero" doc:"The person began files that were looked at."`
	From       string   `json:"first_date,omitempty"`
	To         string   `json:"last_date,omitempty"`
	Names      []string `json:"api_names,omitempty" doc:"Names of its API that the file uses."`
}

type riskWire struct {
	Flag     string `json:"flag"`
	Evidence string `json:"evidence"`
}

type repoWire struct {
	Name      string   `json:"name"`
	URL       string   `json:"url"`
	Stars     int      `json:"stars"`
	Languages []string `json:"languages"`
	Own       int      `json:"own_commits"`
	All       int      `json:"all_commits,omitzero"`
	Role      string   `json:"role"`
	Archived  bool     `json:"archived,omitzero"`
	Pushed    string   `json:"pushed_at,omitempty"`
}

type yearWire struct {
	Year      int                `json:"year"`
	Languages map[string]float64 `json:"languages" doc:"Own commits, shared out by the languages of their repositories."`
}

type unknownWire struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// The evidence that an answer quotes.
const (
	reposPerSkill = 4
	marksPerRepo  = 2
)

// Condense keeps one quote a repository, then one a skill, then drops the calendar.
func (o analyzeOutput) Condense() (analyzeOutput, bool) {
	o.Note = "Shortened to fit; ask for fewer skills to see all evidence."
	if len(o.Calendar) > 0 || len(o.Timeline) > 0 {
		o.Calendar, o.Timeline = nil, nil
		return o, true
	}
	most := 0
	for _, s := range o.Skills {
		most = max(most, len(s.Items))
	}
	if most == 0 {
		return o, false
	}
	shorter := make([]skillWire, len(o.Skills))
	for i, s := range o.Skills {
		s.Items = s.Items[:min(len(s.Items), most/2)]
		shorter[i] = s
	}
	o.Skills = shorter
	return o, true
}

func (h *handlers) analyze() *op.Op {
	return op.New(op.Spec{
		Name: "analyze_github", Toolset: githubToolset, Title: "What public code proves", Effect: op.Reads, World: true, Timeout: hubTimeout,
		Doc: "Proves skills from a person's public code: reads the repositories their commits went to, in organisations too, and answers a score for each skill " +
			"with the files, own commits and dates behind it. 0.5 and over means real evidence; unknown means that public code says nothing. " +
			"Forks, copied and generated code, lock files and names prove nothing. For several people use analyze_github_batch.",
		Examples: []op.Example{
			{Title: "Three skills", Input: `{"username":"tiangolo","required_skills":["fastapi","python","kubernetes"],"repos_limit":10}`},
			{Title: "Что видно вообще", Input: `{"username":"octocat"}`},
		},
	}, func(ctx context.Context, in analyzeInput) (analyzeOutput, error) {
		q, err := in.question()
		if err != nil {
			return analyzeOutput{}, err
		}
		hub, err := h.Open(ctx)
		if err != nil {
			return analyzeOutput{}, err
		}
		report := op.Progress(ctx)
		got, err := h.Analyst.Analyze(ctx, hub, q, func(done, total int, text fault.Text) { report(op.Stage{Done: done, Total: total, Text: text}) })
		if err != nil {
			return analyzeOutput{}, err
		}
		return wireAnalysis(got, in.Include, langOf(ctx)), nil
	})
}

func (in analyzeInput) question() (analysis.Question, error) {
	login, err := github.CheckLogin(in.Username)
	if err != nil {
		return analysis.Question{}, err
	}
	asked, err := skills(in.Skills)
	return analysis.Question{Login: login, Skills: asked, Most: in.Limit, Lookback: in.Lookback}, err
}

func wireAnalysis(a analysis.Analysis, include []part, lang string) analyzeOutput {
	out := analyzeOutput{
		Username: a.User.Login, Read: len(a.Shares), Failed: countFailed(a.Failed), Partial: len(a.Failed)+len(a.Cut) > 0,
		Activity: a.Activity, Languages: a.Languages, Budget: a.Budget, Source: "github", At: a.At,
	}
	for _, s := range a.Skills {
		out.Skills = append(out.Skills, wireSkill(s, lang))
	}
	for _, l := range a.Languages[:min(5, len(a.Languages))] {
		out.Top = append(out.Top, l.Name)
	}
	for _, f := range append(a.Failed, a.Cut...) {
		text := f.Why.In(lang)
		if f.Repository != "" {
			text = f.Repository + ": " + text
		}
		out.Warnings = append(out.Warnings, text)
	}
	for _, r := range a.Risks {
		out.Flags = append(out.Flags, string(r.Kind))
		out.Risks = append(out.Risks, riskWire{Flag: string(r.Kind), Evidence: r.Evidence.In(lang)})
	}
	for _, s := range a.Shares {
		out.Repos = append(out.Repos, wireRepo(s))
	}
	for _, u := range a.Unknown {
		out.Unknown = append(out.Unknown, unknownWire{Field: u.Field, Reason: u.Reason.In(lang)})
	}
	for _, p := range include {
		switch p {
		case withTimeline:
			for _, y := range a.Timeline {
				out.Timeline = append(out.Timeline, yearWire(y))
			}
		case withCalendar:
			out.Calendar = a.Calendar
		}
	}
	return out
}

// countFailed counts the repositories among what failed.
func countFailed(list []analysis.Failure) (n int) {
	for _, f := range list {
		if f.Repository != "" {
			n++
		}
	}
	return n
}

func wireSkill(s analysis.Skill, lang string) skillWire {
	w := skillWire{
		Skill: s.Asked, Name: s.Name, Score: s.Score, Status: string(s.Status), Confidence: string(s.Confidence), Evidence: s.Why.In(lang),
		Axes: axesWire(s.Axes),
	}
	for _, i := range s.Items[:min(len(s.Items), reposPerSkill)] {
		for _, m := range quoted(i.Marks) {
			w.Items = append(w.Items, wireItem(i, m))
		}
	}
	return w
}

// quoted are the strongest marks, each of another file.
func quoted(marks []survey.Mark) []survey.Mark {
	var list []survey.Mark
	for _, m := range marks {
		if len(list) == marksPerRepo {
			break
		}
		if !slices.ContainsFunc(list, func(q survey.Mark) bool { return q.Path == m.Path }) {
			list = append(list, m)
		}
	}
	return list
}

func wireItem(i score.Item, m survey.Mark) itemWire {
	return itemWire{
		Repository: i.Repository, Commit: i.Commit, Path: m.Path, Line: m.Line, URL: fileURL(i.Repository, i.Commit, m.Path, m.Line),
		Kind: string(m.Kind), Role: string(i.Role), Own: i.Own, Estimated: i.Estimated, Reviews: i.Reviews, First: i.First, From: day(i.From), To: day(i.To), Names: m.Symbols,
	}
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// fileURL is the permanent address of a line.
func fileURL(repository, commit, path string, line int) string {
	if commit == "" {
		commit = "HEAD"
	}
	at := "https://github.com/" + repository + "/blob/" + commit + "/" + escapedPath(path)
	if line > 0 {
		at += fmt.Sprintf("#L%d", line)
	}
	return at
}

func wireRepo(s score.Share) repoWire {
	languages := s.Survey.TopLanguages()
	role := score.Contributor
	switch {
	case s.Own:
		role = score.Owner
	case s.Mine == 0:
		role = score.Reviewer
	}
	return repoWire{
		Name: s.FullName, URL: "https://github.com/" + s.FullName, Stars: s.Stars, Languages: languages[:min(5, len(languages))],
		Own: s.Mine, All: s.All, Role: string(role), Archived: s.Archived, Pushed: day(s.PushedAt),
	}
}
