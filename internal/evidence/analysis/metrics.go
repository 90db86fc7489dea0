package analysis

import (
	"time"

	"kadry/internal/fault"
	"kadry/internal/github"
)

// Activity counts what a person did in public, all of it on GitHub. Stars and forks are facts
// about repositories, and no part of any score.
type Activity struct {
	DaysSinceLastPush int `json:"days_since_last_push" doc:"Days since the newest own commit or push; -1 where none is known."`
	Frequency         int `json:"commit_frequency_score" doc:"0-100: active weeks of the last 52, as a share."`
	Stars             int `json:"total_stars" doc:"Stars of own repositories that are no forks. A fact, never points."`
	Forks             int `json:"total_forks" doc:"Forks of them. A fact, never points."`
	Diversity         int `json:"repo_diversity_score" doc:"0-100: ten for each language with own code in the repositories that were read."`
	OneCommit         int `json:"one_commit_repos_count" doc:"Repositories looked at that have a single commit."`

	Commits30   int    `json:"commits_30_days" doc:"Commits that GitHub counts as contributions in the last 30 days."`
	Commits90   int    `json:"commits_90_days" doc:"The same of 90 days."`
	Commits365  int    `json:"commits_365_days" doc:"The same of 365 days."`
	ActiveWeeks int    `json:"active_weeks" doc:"Weeks of the last 52 with a contribution of any kind."`
	LastActive  string `json:"last_activity,omitempty" doc:"Day of the newest contribution, YYYY-MM-DD."`
	Languages   int    `json:"languages" doc:"Languages with own code in the repositories that were read."`
	Reviews     int    `json:"reviews_365_days" doc:"Pull requests of others reviewed in the last 365 days."`
	Pulls       int    `json:"pull_requests_opened" doc:"Pull requests opened since the account began."`
	Merged      int    `json:"pull_requests_merged" doc:"Of those, merged."`
	Issues      int    `json:"issues_opened" doc:"Issues opened since the account began."`
	Closed      int    `json:"issues_closed" doc:"Of those, closed."`
	Answered    int    `json:"issues_answered" doc:"Issues of others with a comment of this person."`
}

// weeks is how many weeks of the calendar count.
const weeks = 52

func activity(p github.Profile, out Analysis) Activity {
	a := Activity{
		DaysSinceLastPush: -1, Languages: len(out.Languages), Diversity: min(100, 10*len(out.Languages)),
		Commits30: p.Recent.Month.Commits, Commits90: p.Recent.Quarter.Commits, Commits365: p.Recent.Year.Commits,
		Reviews: p.Recent.Year.Reviews, Pulls: p.User.Opened.PullRequests, Merged: p.User.Opened.Merged,
		Issues: p.User.Opened.Issues, Closed: p.User.Opened.IssuesClosed, Answered: p.User.Opened.IssuesAnswered,
	}
	var last time.Time
	for _, r := range p.Repositories {
		a.Stars += r.Stars
		a.Forks += r.Forks
	}
	for _, s := range out.Shares {
		if len(s.Newest) > 0 && s.Newest[0].At.After(last) {
			last = s.Newest[0].At
		}
		if s.All == 1 {
			a.OneCommit++
		}
	}
	if !last.IsZero() {
		a.DaysSinceLastPush = max(0, int(out.At.Sub(last).Hours()/24))
		a.LastActive = last.UTC().Format(time.DateOnly)
	}
	active := map[string]bool{}
	for _, d := range p.Calendar {
		at, err := time.Parse(time.DateOnly, d.Date)
		age := int(out.At.Sub(at).Hours() / 24 / 7)
		if err != nil || d.Contributions == 0 || age < 0 || age >= weeks {
			continue
		}
		active[at.AddDate(0, 0, -int(at.Weekday())).Format(time.DateOnly)] = true
		a.LastActive = max(a.LastActive, d.Date)
	}
	a.ActiveWeeks = min(weeks, len(active))
	a.Frequency = a.ActiveWeeks * 100 / weeks
	return a
}

// RiskKind names a reason to look twice.
type RiskKind string

// The kinds. A risk is a fact with its evidence, not a verdict.
const (
	EmptyProfile   RiskKind = "empty_profile"
	OnlyForks      RiskKind = "only_forks"
	NoRecent       RiskKind = "no_recent_activity"
	MostlyOne      RiskKind = "mostly_one_commit_repos"
	BulkImport     RiskKind = "bulk_import"
	GeneratedCode  RiskKind = "generated_code"
	TouchedNotMade RiskKind = "tiny_commits"
)

// Risk is a reason to look twice.
type Risk struct {
	Kind     RiskKind
	Evidence fault.Text
}

const (
	quietDays  = 180
	bulkLines  = 5_000 // added by one commit
	tinyLines  = 3
	tinyShare  = 0.8
	tinyLeast  = 20 // commits looked at
	generatedN = 5  // files
)

func risks(p github.Profile, out Analysis) []Risk {
	var list []Risk
	add := func(kind RiskKind, evidence fault.Text) { list = append(list, Risk{Kind: kind, Evidence: evidence}) }
	known := len(p.Own) + len(p.InForks) // where own commits are known
	switch {
	case p.User.Owned == 0 && p.User.Forks == 0 && known == 0:
		add(EmptyProfile, fault.Say("No public repositories and no contributions.", "Нет открытых репозиториев и вклада."))
	case p.User.Owned == 0 && p.User.Forks > 0 && known == 0:
		add(OnlyForks, fault.Say("All %d public repositories are forks without own commits elsewhere.", "Все открытые репозитории (%d) — форки, своих коммитов нигде нет.", p.User.Forks))
	}
	// Only days that are known are told: that no commit was shown is no silence, and a contribution
	// elsewhere ends one.
	if last := out.Activity.LastActive; last != "" && last < out.At.AddDate(0, 0, -quietDays).Format(time.DateOnly) {
		add(NoRecent, fault.Say("The newest contribution that is known is from %s.", "Последний известный вклад — %s.", last))
	}
	if n := out.Activity.OneCommit; n > 1 && 10*n > 7*len(out.Shares) {
		add(MostlyOne, fault.Say("%d of %d repositories have one commit.", "Один коммит — в %d из %d репозиториев.", n, len(out.Shares)))
	}
	for _, s := range out.Shares {
		for _, c := range s.Newest {
			if c.Additions >= bulkLines && s.Mine <= 3 {
				add(BulkImport, fault.Say("%[1]s: commit %[2]s adds %[3]d lines at once, so who wrote them is not known.",
					"%[1]s: коммит %[2]s добавляет сразу строк: %[3]d — кто их писал, неизвестно.", s.FullName, short(c.ID), c.Additions))
				break
			}
		}
		if s.Survey.Generated >= generatedN {
			add(GeneratedCode, fault.Say("%s: %d generated files, which count for nothing.", "%s: сгенерированных файлов — %d, они не учитываются.", s.FullName, s.Survey.Generated))
		}
		if n, tiny := touches(s.Newest); n >= tinyLeast && tiny >= tinyShare {
			add(TouchedNotMade, fault.Say("%[1]s: %[2]d%% of the newest %[3]d own commits change at most %[4]d lines.",
				"%[1]s: из последних своих коммитов (%[3]d) не больше %[4]d строк меняют %[2]d%%.", s.FullName, int(100*tiny), n, tinyLines))
		}
	}
	return list
}

// touches is how many commits told their lines, and the share that changed next to nothing.
func touches(commits []github.Commit) (n int, share float64) {
	tiny := 0
	for _, c := range commits {
		if c.Files == 0 {
			continue
		}
		n++
		if c.Additions+c.Deletions <= tinyLines {
			tiny++
		}
	}
	return n, float64(tiny) / float64(max(1, n))
}

func short(commit string) string { return commit[:min(7, len(commit))] }
