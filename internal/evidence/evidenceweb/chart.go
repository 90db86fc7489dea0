package evidenceweb

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/github"
)

// What the charts have room for.
const (
	languagesShown = 5  // with a colour each; the others are one
	yearsShown     = 10 // the newest
	topOfYear      = 3  // languages named beside the bar of a year
)

// segment is the part of a year that went into one language.
type segment struct {
	name     string // "" is all the others
	rank     int    // of the language, from 1; the others are 0
	commits  float64
	x, width float64 // of 100
}

// yearBar is a year of the chart of languages.
type yearBar struct {
	year     int
	commits  float64
	segments []segment // the largest language of all years first
}

// languageYears are the bars, newest first. The longest is 100 wide.
func languageYears(timeline []year) []yearBar {
	timeline = slices.Clone(timeline[max(0, len(timeline)-yearsShown):])
	slices.Reverse(timeline)
	ranks, most := ranked(timeline), 0.0
	for _, y := range timeline {
		most = max(most, total(y))
	}
	var bars []yearBar
	for _, y := range timeline {
		if commits := total(y); commits > 0 {
			bars = append(bars, yearBar{year: y.Year, commits: commits, segments: segments(y, ranks, 100/most)})
		}
	}
	return bars
}

func total(y year) (sum float64) {
	for _, name := range slices.Sorted(maps.Keys(y.Languages)) {
		sum += y.Languages[name]
	}
	return sum
}

// ranked are the largest languages of all the years, by rank from 1.
func ranked(timeline []year) map[string]int {
	sums := map[string]float64{}
	for _, y := range timeline {
		for name, commits := range y.Languages {
			sums[name] += commits
		}
	}
	names := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
	ranks := map[string]int{}
	for i, name := range names[:min(languagesShown, len(names))] {
		ranks[name] = i + 1
	}
	return ranks
}

func segments(y year, ranks map[string]int, scale float64) []segment {
	parts := make([]segment, languagesShown+1)
	for _, name := range slices.Sorted(maps.Keys(y.Languages)) {
		rank := ranks[name]
		parts[rank].rank = rank
		parts[rank].commits += y.Languages[name]
		if rank > 0 {
			parts[rank].name = name
		}
	}
	parts = append(parts[1:], parts[0]) // the others stand last
	var list []segment
	x := 0.0
	for _, p := range parts {
		if p.width = p.commits * scale; p.width > 0 {
			p.x = x
			x += p.width
			list = append(list, p)
		}
	}
	return list
}

// top are the largest segments of a year.
func (b yearBar) top() []segment {
	list := slices.SortedStableFunc(slices.Values(b.segments), func(a, b segment) int { return cmp.Compare(b.commits, a.commits) })
	return list[:min(topOfYear, len(list))]
}

// share is a segment's part of its year in percent.
func (b yearBar) share(s segment) int { return int(100*s.commits/b.commits + .5) }

// legend are the languages with a colour in any of the bars, by rank, the others last.
func legend(bars []yearBar) []segment {
	seen := map[int]segment{}
	for _, b := range bars {
		for _, s := range b.segments {
			seen[s.rank] = s
		}
	}
	var list []segment
	for rank := range languagesShown {
		if s, ok := seen[rank+1]; ok {
			list = append(list, s)
		}
	}
	if s, ok := seen[0]; ok {
		list = append(list, s)
	}
	return list
}

// of is the commits of a bar in the language of s.
func (b yearBar) of(s segment) int {
	for _, own := range b.segments {
		if own.rank == s.rank {
			return int(own.commits + .5)
		}
	}
	return 0
}

func (s segment) class() string { return "lang-" + strconv.Itoa(s.rank) }

// Sizes of the calendar, in units of its drawing.
const (
	dayStep   = 12
	daySize   = 10
	monthLine = 14 // above the days
	dayLevels = 4  // of days with contributions
	mostDays  = 400
)

// grid is the calendar of a year: a column a week, Monday on top.
type grid struct {
	width  int
	levels [dayLevels + 1]string // outlines of the days by how much was done
	months []monthMark
}

type monthMark struct {
	x    int
	when time.Time
}

const (
	gridHeight = monthLine + 7*dayStep
	markRoom   = 3 * dayStep // a name of a month needs so much
)

// calendarGrid draws the days. Days that are none are left out.
func calendarGrid(days []github.Day) grid {
	days = days[max(0, len(days)-mostDays):]
	edges := levelEdges(days)
	var g grid
	var outlines [dayLevels + 1]strings.Builder
	var monday time.Time
	for _, d := range days {
		at, err := time.Parse(time.DateOnly, d.Date)
		if err != nil {
			continue
		}
		weekday := (int(at.Weekday()) + 6) % 7
		if monday.IsZero() {
			monday = at.AddDate(0, 0, -weekday)
		}
		week := int(at.Sub(monday).Hours() / 24 / 7)
		if week < 0 || week > mostDays/7 {
			continue
		}
		x, y := week*dayStep, monthLine+weekday*dayStep
		fmt.Fprintf(&outlines[edges.level(d.Contributions)], "M%d %dh%dv%dh-%dz", x, y, daySize, daySize, daySize)
		g.width = max(g.width, x+daySize)
		if at.Day() <= 7 && weekday == 0 && (len(g.months) == 0 || x-g.months[len(g.months)-1].x >= markRoom) {
			g.months = append(g.months, monthMark{x: x, when: at})
		}
	}
	for i := range outlines {
		g.levels[i] = outlines[i].String()
	}
	if last := len(g.months) - 1; last >= 0 && g.months[last].x > g.width-markRoom/2 {
		g.months = g.months[:last] // no room for its name
	}
	return g
}

// dayEdges are the contributions from which on a day is of the next level: quarters of the
// days that have any, so that one busy day does not pale all others.
type dayEdges [dayLevels - 1]int

func levelEdges(days []github.Day) (edges dayEdges) {
	var counts []int
	for _, d := range days {
		if d.Contributions > 0 {
			counts = append(counts, d.Contributions)
		}
	}
	slices.Sort(counts)
	for i := range edges {
		if len(counts) > 0 {
			edges[i] = counts[len(counts)*(i+1)/dayLevels]
		}
	}
	return edges
}

func (e dayEdges) level(n int) int {
	if n <= 0 {
		return 0
	}
	level := 1
	for _, edge := range e {
		if n > edge {
			level++
		}
	}
	return level
}

// monthSum is a line of the calendar's table.
type monthSum struct {
	year, month, contributions, days int
}

// monthSums add up the calendar by month, newest first.
func monthSums(days []github.Day) []monthSum {
	var list []monthSum
	for _, d := range days[max(0, len(days)-mostDays):] {
		at, err := time.Parse(time.DateOnly, d.Date)
		if err != nil {
			continue
		}
		if last := len(list) - 1; last < 0 || list[last].year != at.Year() || list[last].month != int(at.Month()) {
			list = append(list, monthSum{year: at.Year(), month: int(at.Month())})
		}
		if d.Contributions > 0 {
			m := &list[len(list)-1]
			m.contributions += d.Contributions
			m.days++
		}
	}
	slices.Reverse(list)
	return list
}

func viewBox(width, height int) string { return fmt.Sprintf("0 0 %d %d", width, height) }

// units writes a length of a drawing.
func units(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
