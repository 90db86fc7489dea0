package resume

import (
	"fmt"
	"slices"
	"strings"
)

// Months at which the next level begins.
const (
	midFrom    = 36
	seniorFrom = 96
)

var levels = []Level{Junior, Mid, Senior}

// seniority maps the words of titles to the level they claim.
var seniority = map[string]Level{
	"intern": Junior, "trainee": Junior, "junior": Junior, "jr": Junior, "entry": Junior, "apprentice": Junior, "graduate": Junior,
	"стажер": Junior, "стажерка": Junior, "младший": Junior, "младшая": Junior, "джуниор": Junior, "джун": Junior, "начинающий": Junior,
	"middle": Mid, "mid": Mid, "intermediate": Mid, "мидл": Mid, "миддл": Mid,
	"senior": Senior, "sr": Senior, "lead": Senior, "principal": Senior, "head": Senior, "staff": Senior, "chief": Senior, "director": Senior, "cto": Senior,
	"teamlead": Senior, "techlead": Senior, "ведущий": Senior, "ведущая": Senior, "старший": Senior, "старшая": Senior, "главный": Senior, "главная": Senior,
	"тимлид": Senior, "техлид": Senior, "лид": Senior, "сеньор": Senior, "синьор": Senior, "начальник": Senior, "руководитель": Senior, "директор": Senior,
}

// readTotals adds up the work, takes the stated total and settles the level.
func (r *reading) readTotals() {
	rec := &r.record
	rec.TotalMonths = unionMonths(workOf(rec.Positions))
	rec.StatedMonths = r.statedTotal()
	if rec.TotalMonths > 0 && rec.StatedMonths > 0 {
		gap := rec.StatedMonths - rec.TotalMonths
		if limit := max(12, rec.TotalMonths/4); gap > limit || -gap > 2*limit {
			rec.Warnings = append(rec.Warnings, *warn("experience_conflict",
				"The CV states %d months of experience in total, its dated work makes %d.",
				"В резюме заявлено %d мес. опыта, а по датам работы получается %d мес.", rec.StatedMonths, rec.TotalMonths))
		}
	}
	r.readLevel()
}

// readLevel settles the level by the totals and the latest title.
func (r *reading) readLevel() {
	rec, title := &r.record, r.latestTitle()
	word, level := seniorityWord(title)
	if !graded(title) {
		level = ""
	}
	rec.StatedLevel = word
	rec.Level, rec.LevelBasis = settleLevel(rec.TotalMonths, rec.StatedMonths, word, level)
}

// settleLevel applies the rule of the levels. Without dated work nothing is known of the
// level: what the CV claims of itself is kept apart as the stated total and level.
func settleLevel(total, stated int, word string, claimed Level) (Level, string) {
	if total == 0 {
		return "", undated(stated, word)
	}
	basis := fmt.Sprintf("%d months of dated work", total)
	level := levelOf(total)
	if claimed == "" || claimed == level {
		return level, basis
	}
	at, want := slices.Index(levels, level), slices.Index(levels, claimed)
	if want > at {
		return levels[at+1], fmt.Sprintf("%s, raised one step by the title word %q", basis, word)
	}
	return levels[at-1], fmt.Sprintf("%s, lowered one step by the title word %q", basis, word)
}

// undated says why no level was inferred and what the CV claims instead.
func undated(stated int, word string) string {
	basis := "unknown: no dated work"
	if stated > 0 {
		basis += fmt.Sprintf("; %d months are stated without dates", stated)
	}
	if word != "" {
		basis += fmt.Sprintf("; the title says %q", word)
	}
	return basis
}

func levelOf(months int) Level {
	switch {
	case months < midFrom:
		return Junior
	case months < seniorFrom:
		return Mid
	}
	return Senior
}

// latestTitle is the title of the latest job, else the wanted one.
func (r *reading) latestTitle() string {
	latest := -1
	for i, job := range r.record.Positions {
		if !job.Work || job.Title == "" || job.To == 0 {
			continue
		}
		if latest < 0 || job.To > r.record.Positions[latest].To ||
			job.To == r.record.Positions[latest].To && job.From > r.record.Positions[latest].From {
			latest = i
		}
	}
	if latest >= 0 {
		return r.record.Positions[latest].Title
	}
	return r.record.Title
}

// gradedWords begin the names of trades in which junior, senior and lead are grades of
// skill. A senior nurse or a head chef holds a post, which says nothing of the years.
var gradedWords = []string{
	"develop", "engineer", "programm", "tester", "qa", "sdet", "devops", "sre", "analyst", "scientist", "architect", "backend", "frontend", "fullstack",
	"разработ", "инженер", "программист", "тестировщи", "аналитик", "девопс", "верстальщи", "тимлид", "техлид", "архитектор", "teamlead", "techlead", "cto",
}

func graded(title string) bool {
	for _, t := range newPage(title).tokens {
		if t.kind == wordToken && slices.ContainsFunc(gradedWords, func(stem string) bool { return strings.HasPrefix(t.word, stem) }) {
			return true
		}
	}
	return false
}

// seniorityWord takes the strongest word of a title. "Lead generation" is about sales leads.
func seniorityWord(title string) (string, Level) {
	p := newPage(title)
	word, level := "", Level("")
	for i, t := range p.tokens {
		l, ok := seniority[t.word]
		if t.kind != wordToken || !ok {
			continue
		}
		switch next := p.tokenAt(i + 1).word; {
		case t.word == "lead" && (next == "generation" || next == "generator" || next == "gen"),
			t.word == "staff" && (i > 0 || next == "accountant" || next == "nurse" || next == "assistant"),
			t.word == "graduate" && i > 0,
			t.word == "entry" && next != "level":
			continue
		}
		if word == "" || slices.Index(levels, l) > slices.Index(levels, level) {
			word, level = title[t.start:t.end], l
		}
	}
	return word, level
}

// statedTotal is the longest total the text claims outside its jobs. A claim about one
// skill is no total.
func (r *reading) statedTotal() int {
	total := 0
	for _, c := range r.claims {
		if !c.experience || c.months > 70*12 || r.positionAt(c.start) >= 0 || r.datesJob(c) {
			continue
		}
		total = max(total, c.months)
	}
	for _, pt := range r.parts {
		if pt.kind != experienceSection || pt.heading == "" {
			continue
		}
		for i := r.tokenIndex(pt.offset); i < len(r.tokens) && r.tokens[i].start < pt.start; i++ {
			if months, _, ok := (dates{page: r.page}).durationAt(i); ok {
				return months
			}
		}
	}
	return total
}
