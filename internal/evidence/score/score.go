// Package score says how much the public code of one person proves of a skill. It counts what
// research found to tell users of a technology from others: own commits to files that use it,
// who wrote those files first, whether one makes the package itself, how much of its API is
// used, and, apart from all that, how long ago. Stars and followers are no part of it. Silence
// proves nothing: a skill without a trace is unknown, not absent.
//
// Sources: Montandon et al., MSR 2019 (commits on files that import a library; evidence is
// one-sided); Oliveira et al., JSERD 2021 (commits, imports and lines that use a library);
// Cury et al., ESEM 2022 (first authorship for, recency against knowledge of a file).
package score

import (
	"cmp"
	"math"
	"slices"
	"time"

	"kadry/internal/evidence/survey"
	"kadry/internal/github"
)

// Line is the decision line: from here on a score means real evidence.
const Line = 0.5

// Status says what a score means.
type Status string

// The statuses.
const (
	Shown   Status = "shown"   // at or over the line
	Weak    Status = "weak"    // something, and too little to rest a decision on
	Unknown Status = "unknown" // public code says nothing
)

// Role is what the person was to a repository.
type Role string

// The roles.
const (
	Owner       Role = "owner"
	Contributor Role = "contributor"
	Reviewer    Role = "reviewer"
)

// Confidence says how far a score may be relied on.
type Confidence string

// The confidences.
const (
	High   Confidence = "high"   // own commits to the files were counted, in quantity
	Medium Confidence = "medium" // counted, and few, or in one place
	Low    Confidence = "low"    // estimated, or parts could not be read
)

// Share is one surveyed repository with what the person did in it.
type Share struct {
	github.Detail
	Survey  survey.Survey
	Years   []github.YearOwn
	Reviews github.Reviews // of others' pull requests there
	Own     bool           // the repository is the person's
	// Traces are those under the paths that were asked for; nil where histories were not read.
	Traces map[string]github.Traces
}

// Item is the evidence of one repository.
type Item struct {
	Repository string
	Commit     string // of the repository as it was read
	Role       Role
	Kind       survey.Kind
	Published  bool // the repository is where the skill is made
	Files      int  // that show the skill
	Symbols    int  // names of its API that are used
	Own        int  // own commits to them
	Reviews    int  // pull requests of others that a reviewer without own commits reviewed
	Estimated  bool // Own is a share of the own commits to the whole repository
	All        int  // own commits to the repository
	First      bool // the person wrote the files first, as far as that was looked at
	From, To   time.Time
	Marks      []survey.Mark
	Weight     float64 // points
}

// Axes are the sides of a rating, 0 to 1 each.
type Axes struct{ Depth, Recency, Breadth float64 }

// Rating is what was found of one skill.
type Rating struct {
	Score      float64
	Status     Status
	Confidence Confidence
	Axes       Axes
	Items      []Item   // strongest first
	Only       []string // why traces of it do not count: vendored, generated, transitive, unused, own module
}

// The formula. Six commits of substance to code that plainly uses the skill are one point, and a
// little less is the line: code is seldom used more plainly than that. Where the line lies, and how
// steep the score is below it, is set where fewest labels of the worlds in testdata are missed.
const (
	linePoints     = 0.77  // of a score of 0.5
	steepness      = 1.6   // of scores below it
	fullCommits    = 6.    // own commits worth one point
	fewCommits     = 5.    // below so many, work may have arrived rather than grown: each missing one takes a fifth
	writtenBytes   = 1000. // of code in a language that make half of full strength: some thirty lines
	addedLines     = 40.   // added by own commits, likewise
	usingFiles     = 1.    // files that use a package, likewise
	usedNames      = 4.    // names of its API, likewise
	usedBytes      = 300.  // of the files that use it, likewise: ten lines
	usingCommits   = 60.   // own commits to those files, likewise
	keptWords      = 16.   // words of it in files that are kept by hand, likewise
	upkeep         = 30.   // own commits to files that are kept by hand, likewise
	largestAdding  = 300   // lines of one commit that count: more were seldom typed
	textPoints     = 2.    // points that a text of one's own nears, whatever its size; see text
	textBytes      = 1500. // of it that make half of them: some fifty lines
	grownCommits   = 3     // own commits from which on a text has grown and did not just arrive
	handAdding     = 100   // lines of one commit that are surely typed
	lineBytes      = 30.   // of a line of code
	fading         = 0.75  // of each further repository beside the one before it
	publishing     = 1.6   // for the makers of the thing
	firstHand      = 0.25  // added for having written all looked-at files first
	beginning      = 5     // own commits from which that counts: one that brings everything may bring others' work
	calledOnly     = 0.3   // scripts call the command
	reviewing      = 0.5   // of reviewers, at most
	declaredOnly   = 0.15  // a package is named, and nothing of it seen in use
	imageOnly      = 0.45  // a service is run beside the code
	namedOnly      = 0.3   // points of either at most, however often the file that names it changed
	estimateTrust  = 0.8   // of commits that are inferred from the share of the files
	tellingCommits = 4     // to the largest files of a folder, from which on they tell whose work it is
	sweepFiles     = 25    // a commit over so many files moves or formats them
	formatFiles    = 8     // one that puts as many lines in as it takes out does so over these
	smallChange    = 3     // lines; a commit below it is a touch
	leastSubstance = 0.05  // of a commit that is a touch
	mostTouches    = 1.6   // commits that touches stand for, where there is nothing else
	recentDays     = 120
	halfLife       = 2 * 365.25 // days in which recency halves
)

// Evidence is what a repository shows of one skill.
type Evidence struct {
	*Share
	Names []string // of the skill in the survey
	Use   survey.Use
	Paths []string // whose histories tell most of it; needed only where traces are known
	// Probes are those of the paths that hold other code too, likewise.
	Probes map[string]survey.Probe
}

// Evidence reads what the survey has of a skill that goes by these names there.
func (s *Share) Evidence(names []string) Evidence {
	u, _ := s.Survey.Use(names...)
	return Evidence{Share: s, Names: names, Use: u}
}

// Rate says what is proved by what the repositories show of a skill.
func Rate(shown []Evidence, now time.Time) Rating {
	r := Rating{Status: Unknown, Confidence: Low}
	for _, s := range shown {
		if item, ok := s.item(); ok {
			r.Items = append(r.Items, item)
		}
		for _, name := range s.Names {
			if why := s.Survey.Only[name]; why != "" && !slices.Contains(r.Only, why) {
				r.Only = append(r.Only, why)
			}
		}
	}
	slices.Sort(r.Only)
	slices.SortStableFunc(r.Items, func(a, b Item) int {
		return cmp.Or(-cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Repository, b.Repository))
	})
	r.Score = round(calibrated(points(r.Items)))
	switch {
	case r.Score >= Line:
		r.Status = Shown
	case r.Score > 0:
		r.Status = Weak
	}
	r.axes(now)
	r.Confidence = r.confidence()
	return r
}

// points adds up items, strongest first. What is small adds up over repositories, since each is
// work of its own. What only names a thing, or arrived in a commit or two and may be a copy, does
// not become work by being repeated: it counts once.
func points(items []Item) float64 {
	sum, factor, thin := 0.0, 1.0, false
	for _, i := range items {
		if i.Own < grownCommits || i.Kind == survey.Declared || i.Kind == survey.Invoked {
			if thin {
				continue
			}
			thin = true
		}
		sum += i.Weight * factor
		factor *= fading
	}
	return sum
}

// calibrated is the score of so many points: 0 for none, 0.5 on the line, nearing 1. Below the line
// it falls faster, so that what is too little and what is enough stand apart.
func calibrated(points float64) float64 {
	lines := points / linePoints
	return half(min(lines, math.Pow(lines, steepness)))
}

// half is 0 for nothing, 0.5 for one and nears 1.
func half(points float64) float64 { return 1 - math.Exp2(-points) }

func (s Evidence) item() (Item, bool) {
	u := s.Use
	if len(u.Marks) == 0 || s.Mirror || s.Mine+s.Reviews.Count == 0 {
		return Item{}, false
	}
	if s.Mine == 0 {
		return s.reviewed(u), true
	}
	i := Item{
		Repository: s.FullName, Commit: s.Survey.Commit, Role: s.role(), Published: u.Published, All: s.Mine, Symbols: u.Symbols, Marks: u.Marks,
		Kind: u.Marks[0].Kind, Files: files(u.Marks),
	}
	own := s.owned()
	i.Own, i.Estimated, i.First = int(math.Round(own.commits)), own.estimated, own.first > 0
	i.From, i.To = own.from, own.to
	worked := s.worked(own.commits)
	i.Weight = math.Log2(1+worked) / math.Log2(1+fullCommits) * min(1, worked/fewCommits) * s.strength(u, worked)
	if own.commits >= beginning {
		i.Weight *= 1 + firstHand*own.first
	}
	if u.Published {
		i.Weight *= publishing
	}
	if i.Kind == survey.Declared {
		i.Weight = min(i.Weight, namedOnly)
	}
	i.Weight = max(i.Weight, s.text(own))
	return i, i.Weight > 0.005
}

// text is what code in a language, or of a package by the names of its API in it, is worth as a text of the person's own. A script or a migration
// is written, works, and is seldom changed: commits are few however well it is made, and what
// shows the skill is what stands there. That holds as far as the history says whose text it is:
// most commits to it are own ones, it grew over several, and they are of a size that is typed.
func (s Evidence) text(own ownership) float64 {
	shown := 1.0
	switch {
	case s.Use.Published || !s.Use.Has(survey.Written, survey.Used):
		return 0
	case !s.Use.Has(survey.Written):
		shown = half(float64(s.Use.Symbols) / usedNames)
	}
	commits := own.counted * s.substance()
	grown := min(1, math.Pow(max(0, (commits-1)/(grownCommits-1)), 2))
	owned := max(0, 2*own.part-1)
	bytes := min(float64(s.Use.Bytes), own.counted*s.byHand()*lineBytes)
	return textPoints * grown * owned * shown * half(bytes/textBytes)
}

// byHand is how many lines the newest own commits add on average, of each at most what is surely
// typed, and nothing of the largest where it is over that: it may have brought others' work.
func (s *Share) byHand() float64 {
	lines, largest, known := 0, 0, 0
	for _, c := range s.Newest {
		if c.Files > 0 { // told
			known++
			lines += min(c.Additions, handAdding)
			largest = max(largest, c.Additions)
		}
	}
	if largest > handAdding {
		lines -= handAdding
	}
	return float64(lines) / float64(max(1, known))
}

// reviewed is the evidence of somebody who only reviewed: never enough by itself, for what the
// changes were about was not read.
func (s Share) reviewed(u survey.Use) Item {
	return Item{
		Repository: s.FullName, Commit: s.Survey.Commit, Role: Reviewer, Published: u.Published, Symbols: u.Symbols, Marks: u.Marks,
		Kind: u.Marks[0].Kind, Files: files(u.Marks), Estimated: true, Reviews: s.Reviews.Count,
		To:     time.Date(s.Reviews.LastYear, 12, 31, 0, 0, 0, 0, time.UTC),
		Weight: reviewing * min(1, math.Log2(1+float64(s.Reviews.Count)*u.Share)/math.Log2(1+fullCommits)) * s.strength(u, 0),
	}
}

func files(marks []survey.Mark) int {
	seen := map[string]bool{}
	for _, m := range marks {
		seen[m.Path] = true
	}
	return len(seen)
}

func (s Share) role() Role {
	if s.Own {
		return Owner
	}
	return Contributor
}

// strength is how plainly the repository shows the skill, 0 to 1.
func (s Share) strength(u survey.Use, own float64) float64 {
	switch {
	case u.Published:
		return half(float64(u.Bytes) / writtenBytes)
	case u.Has(survey.Written):
		return max(half(float64(u.Bytes)/writtenBytes)*s.typed(own), usedStrength(u, own))
	case u.Has(survey.Used, survey.Kept):
		return max(usedStrength(u, own), keptStrength(u, own))
	case u.Has(survey.Invoked):
		return calledOnly * half(u.Upkeep(survey.Invoked)/1.5) // an alias calls it as well as a deployment does
	case slices.ContainsFunc(u.Marks, func(m survey.Mark) bool { return m.Service }):
		return imageOnly
	}
	return declaredOnly
}

// keptStrength grows with the files that are kept by hand, the words of the tool in them, and the
// own commits to them. Three lines of settings stay next to nothing, however often they change.
func keptStrength(u survey.Use, own float64) float64 {
	if !u.Has(survey.Kept) {
		return 0
	}
	kept := u.Upkeep(survey.Kept) + u.Upkeep(survey.Invoked)/3
	return half(kept/1.5+float64(u.Symbols)/keptWords+own/upkeep) * min(1, kept*kept)
}

// usedStrength grows with the files that use a package, the names of its API that they use, and
// the own commits to them. In some languages names cannot be told apart, so files alone say as much
// as files with a few names.
func usedStrength(u survey.Use, own float64) float64 {
	if !u.Has(survey.Used) {
		return 0
	}
	files := u.Files(survey.Used) / usingFiles
	return half(max(1.5*files, files+float64(u.Symbols)/usedNames)+own/usingCommits) * half(float64(u.Bytes)/usedBytes)
}

// worked is how many commits of substance own commits are. Touches alone do not add up to work,
// however many.
func (s Share) worked(commits float64) float64 {
	part := s.substance()
	if part == leastSubstance {
		return min(mostTouches, commits*part)
	}
	return commits * part
}

// substance is the part of the newest own commits that change more than a line or two; half
// of them is as good as all, since real work has its small commits too.
func (s Share) substance() float64 {
	if len(s.Newest) == 0 {
		return 1
	}
	known, real := 0, 0.0
	for _, c := range s.Newest {
		if c.Files == 0 && c.Additions+c.Deletions == 0 {
			continue // not told
		}
		known++
		switch {
		case c.Files >= formatFiles && c.Additions+c.Deletions <= 2*c.Files: // a line of each: a licence, a year
		case s.Mine > 1 && sweeps(c):
			real += 0.25
		case c.Additions+c.Deletions >= smallChange:
			real++
		}
	}
	if known == 0 {
		return 1
	}
	return max(leastSubstance, min(1, 2*real/float64(known)))
}

// sweeps reports a commit that moves or formats a tree: it is over many files, or puts as many
// lines into several as it takes out of them.
func sweeps(c github.Commit) bool {
	changed, kept := c.Additions+c.Deletions, c.Additions-c.Deletions
	return c.Files >= sweepFiles || c.Files >= formatFiles && 20*max(kept, -kept) <= changed
}

// typed is 1 where the own commits added code in quantity, by what the newest of them added.
func (s Share) typed(own float64) float64 {
	lines, known := 0, 0
	for _, c := range s.Newest {
		if c.Files > 0 {
			known++
			lines += min(c.Additions, largestAdding)
		}
	}
	if known == 0 {
		return 1
	}
	return half(own * float64(lines) / float64(known) / addedLines)
}

// ownership is what of a use is the person's own.
type ownership struct {
	commits   float64
	counted   float64 // of those, to paths that are still there
	part      float64 // of everybody's commits to the looked-at paths
	estimated bool
	first     float64 // of the looked-at paths, the share that the person wrote first
	from, to  time.Time
}

// owned counts the own commits to what shows the skill: those to the chosen folders and files,
// without those that only touched what is no code there. Histories of today's paths miss what
// was written before files moved; of own commits that no top-level path knows any more, as many
// count as the skill has of the code.
func (s Evidence) owned() ownership {
	u := s.Use
	o := ownership{estimated: true}
	o.from, o.to = s.span()
	if s.Traces == nil {
		share := u.Share
		if !u.Has(survey.Written, survey.Used, survey.Published) {
			share = 0.1 // settings and pipelines are about so much of a project's commits
		}
		o.commits = estimateTrust * float64(s.Mine) * share
		return o
	}
	counted, all, looked, first := 0, 0, 0, 0
	var from, to time.Time
	begun := true // it is known when
	for _, p := range s.Paths {
		t, ok := s.Traces[p]
		if !ok {
			continue
		}
		looked++
		mine := t.Mine
		if u.Has(survey.Written, survey.Used, survey.Published) {
			for _, beside := range s.Survey.Beside(p) {
				mine -= s.Traces[beside].Mine
			}
		}
		mine = int(float64(max(0, mine)) * s.onSkill(s.Probes[p], t))
		counted += mine
		all += max(t.Mine, t.All) - t.Mine + mine
		if t.FirstOwn {
			first++
		}
		if t.Last.After(to) && mine > 0 {
			to = t.Last
		}
		switch {
		case t.Mine == 0:
		case t.First.IsZero(): // more commits than were shown: it began before them
			begun = false
		case from.IsZero() || t.First.Before(from):
			from = t.First
		}
	}
	moved := estimateTrust * u.Share * s.moved()
	o.counted, o.part = min(float64(counted), float64(s.Mine)), float64(counted)/float64(max(1, all))
	o.commits = o.counted + moved
	o.estimated = moved > float64(counted)
	if looked > 0 {
		o.first = float64(first) / float64(looked)
	}
	if !to.IsZero() && !o.estimated {
		o.to = to
		if begun && !from.IsZero() {
			o.from = from
		}
	}
	return o
}

// onSkill is the share of the own commits to a folder that went to what shows the skill there. It is
// below 1 for somebody with a part in the largest files of the rest, and with a smaller one in the
// largest that show the skill than in the folder.
func (s Evidence) onSkill(probe survey.Probe, t github.Traces) float64 {
	mine, all := s.commits(probe.Shown)
	other, _ := s.commits(probe.Rest)
	expected := float64(t.Mine) * float64(all) / float64(max(1, t.All))
	if other == 0 || expected < tellingCommits {
		return 1
	}
	return min(1, float64(mine)/expected)
}

// commits sums up who committed to paths.
func (s Share) commits(paths []string) (mine, all int) {
	for _, p := range paths {
		mine += s.Traces[p].Mine
		all += s.Traces[p].All
	}
	return mine, all
}

// moved is how many own commits went to paths that are no more.
func (s Share) moved() float64 {
	top, whole := s.Survey.Top()
	known := 0
	for _, p := range top {
		t, asked := s.Traces[p]
		whole = whole && asked
		known += t.Mine
	}
	if !whole {
		return 0
	}
	return float64(max(0, s.Mine-known))
}

// span is from when to when the person committed to the repository, by the year where nothing
// more exact is known.
func (s Share) span() (from, to time.Time) {
	for _, y := range s.Years {
		if y.Commits == 0 {
			continue
		}
		if from.IsZero() {
			from = time.Date(y.Year, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		to = time.Date(y.Year, 12, 31, 0, 0, 0, 0, time.UTC)
	}
	if len(s.Newest) > 0 {
		to = s.Newest[0].At
		if oldest := s.Newest[len(s.Newest)-1].At; from.IsZero() || len(s.Newest) == s.Mine {
			from = oldest
		}
	}
	return from, to
}

func (r *Rating) axes(now time.Time) {
	if len(r.Items) == 0 {
		return
	}
	best, last := 0.0, time.Time{}
	for _, i := range r.Items {
		best = max(best, i.Weight)
		if i.To.After(last) {
			last = i.To
		}
	}
	r.Axes.Depth = round(calibrated(best))
	r.Axes.Breadth = round(half(float64(len(r.Items)) / 2))
	if !last.IsZero() {
		days := now.Sub(last).Hours() / 24
		r.Axes.Recency = round(math.Exp2(-max(0, days-recentDays) / halfLife))
	}
}

func round(x float64) float64 { return math.Round(x*100) / 100 }

func (r Rating) confidence() Confidence {
	if len(r.Items) == 0 {
		return Low
	}
	best := r.Items[0]
	switch {
	case best.Estimated:
		return Low
	case best.Own >= 50, len(r.Items) > 1 && best.Own >= 10:
		return High
	}
	return Medium
}
