package competition

import (
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/posting"
	"kadry/internal/market/statistic"
)

// What a posting time needs, and what bounds it.
const (
	lifetimeSnapshots = 3 // a posting is gone when two in a row lack it
	lifetimeSample    = 15
	archivedAfter     = 30 // days after which HeadHunter takes a posting down by itself
	hoursADay         = 24
)

// PostingTime is how long postings stay open, from the first snapshot on that holds them. It is no
// time to hire: a posting may close for other reasons. One that reaches the source's own limit
// says only that it lasted so long.
type PostingTime struct {
	Median   float64 `json:"median_open_days,omitzero"`
	Method   string  `json:"method"`
	N        int     `json:"n"`        // postings that appeared between snapshots
	Censored int     `json:"censored"` // of n, those not seen to close
	Complete int     `json:"snapshots"`
}

func (a *analysis) postingTime() {
	snapshots := a.series()
	if len(snapshots) < lifetimeSnapshots {
		a.unknown("posting_time", fault.Say("it needs %d complete snapshots of this query, there are %d", "нужно %d полных снимка этого запроса, есть %d", lifetimeSnapshots, len(snapshots)))
		return
	}
	spans := lifetimes(snapshots)
	if len(spans) < lifetimeSample {
		a.unknown("posting_time", fault.Say("%d postings appeared between the snapshots, %d are needed", "новых вакансий между снимками: %d, нужно %d", len(spans), lifetimeSample))
		return
	}
	t := &PostingTime{Method: "kaplan_meier", N: len(spans), Complete: len(snapshots)}
	for _, s := range spans {
		t.Censored += ones(!s.Ended)
	}
	median, known := statistic.MedianSurvival(spans)
	if known {
		t.Median = median
	} else {
		a.unknown("posting_time.median_open_days", fault.Say("more than half of the postings were still open when last seen", "больше половины вакансий ещё были открыты, когда их видели в последний раз"))
	}
	a.answer.PostingTime = t
}

// series are the snapshots that lack nothing, oldest first: from others nothing follows of what
// they do not hold.
func (a *analysis) series() []posting.Snapshot {
	var all []posting.Snapshot
	for _, s := range append(slices.Clip(a.Earlier), a.Now) {
		if s.Complete && s.Source == a.Now.Source && (len(all) == 0 || s.Taken.After(all[len(all)-1].Taken)) {
			all = append(all, s)
		}
	}
	return all
}

// life is what the snapshots show of one posting.
type life struct {
	first, last int // snapshots that hold it
	born        time.Time
	closed      bool // said to be, in the last one
}

// lifetimes are the days for which postings were open. Those of the first snapshot are left out:
// the long-lived ones among them were the likelier to be caught.
func lifetimes(snapshots []posting.Snapshot) []statistic.Span {
	at := map[string]int{}
	var lives []life
	for i, s := range snapshots {
		for j := range s.Postings {
			p := &s.Postings[j]
			n, known := at[p.Key()]
			if !known {
				n = len(lives)
				at[p.Key()] = n
				lives = append(lives, life{first: i, born: birth(p, snapshots, i)})
			}
			lives[n].last, lives[n].closed = i, p.Archived
		}
	}
	var spans []statistic.Span
	for _, l := range lives {
		if l.first > 0 {
			spans = append(spans, l.span(snapshots))
		}
	}
	return spans
}

// birth is when a posting appeared: as it says itself if that fits, else halfway between the
// snapshots.
func birth(p *posting.Posting, snapshots []posting.Snapshot, i int) time.Time {
	seen := snapshots[i].Taken
	if i == 0 {
		return seen
	}
	before := snapshots[i-1].Taken
	for _, told := range []time.Time{p.Created, p.Published} {
		if told.After(before) && !told.After(seen) {
			return told
		}
	}
	return before.Add(seen.Sub(before) / 2)
}

// span is how long a life lasted: to halfway between the last snapshot with it and the first
// without, where it is gone.
func (l life) span(snapshots []posting.Snapshot) statistic.Span {
	end := snapshots[l.last].Taken
	gone := l.closed
	if !gone && l.last+2 < len(snapshots) {
		gone = true
		end = end.Add(snapshots[l.last+1].Taken.Sub(end) / 2)
	}
	days := end.Sub(l.born).Hours() / hoursADay
	if days >= archivedAfter {
		return statistic.Span{Length: archivedAfter}
	}
	return statistic.Span{Length: max(days, 0), Ended: gone}
}
