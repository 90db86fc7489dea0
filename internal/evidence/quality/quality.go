// Package quality computes how a person works with others from what they opened and reviewed.
// The definitions are those of CHAOSS (chaoss.community: Change Request Acceptance Ratio,
// Change Requests Duration, Time to First Response, Issue Resolution Duration), seen from one
// person. Every figure comes with the number of cases it rests on, ratios with the Wilson
// interval, and under five cases a figure is called insufficient and is no figure.
package quality

import (
	"math"
	"slices"
	"strings"
	"time"

	"kadry/internal/github"
)

// Enough is how many cases a figure needs.
const Enough = 5

// Ratio is a share of n cases with its interval.
type Ratio struct {
	N          int
	Value      float64 // 0-1
	Low, High  float64 // 95 % Wilson interval
	Sufficient bool
}

// Span is a median time over n cases.
type Span struct {
	N          int
	Hours      float64
	Sufficient bool
}

// Quality is what was computed.
type Quality struct {
	Opened, Merged, Declined, Open int // of the pull requests that were read
	Acceptance                     Ratio
	ToMerge                        Span // opened to merged, of the merged ones
	FirstResponse                  Span // opened to the first word of somebody else who is no bot
	Responsiveness                 Span // somebody's word on an own pull request to the person's next word there
	Reviewed                       int  // pull requests of others that the person reviewed, as GitHub counts
	ReviewStates                   map[string]int
	ReviewDelay                    Span  // a pull request of somebody else opened to the person's first review
	Participation                  Ratio // reviewed of all pull requests the person had to do with
	Issues, IssuesClosed           int
	IssueClosure                   Ratio
	ToClose                        Span // own issues opened to closed
	Answered                       int  // issues of others with a comment of the person
}

// Of computes the quality of a participation of a login.
func Of(login string, p github.Participation) Quality {
	q := Quality{Opened: len(p.Pulls), Reviewed: p.ReviewedTotal, ReviewStates: map[string]int{}, Issues: len(p.Issues), Answered: p.Answered}
	var merge, first, answers, closing, reviewing []float64
	for _, pull := range p.Pulls {
		switch {
		case !pull.MergedAt.IsZero():
			q.Merged++
			merge = append(merge, hours(pull.CreatedAt, pull.MergedAt))
		case !pull.ClosedAt.IsZero():
			q.Declined++
		default:
			q.Open++
		}
		if at, ok := firstWord(login, pull.Voices); ok {
			first = append(first, hours(pull.CreatedAt, at))
		}
		answers = append(answers, turns(login, pull.Voices)...)
	}
	for _, issue := range p.Issues {
		if !issue.ClosedAt.IsZero() {
			q.IssuesClosed++
			closing = append(closing, hours(issue.CreatedAt, issue.ClosedAt))
		}
	}
	for _, r := range p.Reviewed {
		for _, state := range r.States {
			q.ReviewStates[state]++
		}
		if len(r.At) > 0 && !github.IsBot(r.Author) {
			reviewing = append(reviewing, hours(r.CreatedAt, slices.MinFunc(r.At, time.Time.Compare)))
		}
	}
	q.Acceptance = ratio(q.Merged, q.Merged+q.Declined)
	q.Participation = ratio(q.Reviewed, q.Reviewed+p.PullsTotal)
	q.IssueClosure = ratio(q.IssuesClosed, q.Issues)
	q.ToMerge, q.FirstResponse, q.Responsiveness = median(merge), median(first), median(answers)
	q.ToClose, q.ReviewDelay = median(closing), median(reviewing)
	return q
}

// firstWord is when somebody else who is no bot first spoke.
func firstWord(login string, voices []github.Voice) (time.Time, bool) {
	for _, v := range voices {
		if !v.Bot && !same(v.By, login) {
			return v.At, true
		}
	}
	return time.Time{}, false
}

// turns are the hours between a word of somebody else and the person's next one. Of several
// words in a row the first counts.
func turns(login string, voices []github.Voice) (waits []float64) {
	var asked time.Time
	for _, v := range voices {
		switch {
		case v.Bot:
		case !same(v.By, login):
			if asked.IsZero() {
				asked = v.At
			}
		case !asked.IsZero():
			waits = append(waits, hours(asked, v.At))
			asked = time.Time{}
		}
	}
	return waits
}

// same compares logins, in which case does not count.
func same(a, b string) bool { return strings.EqualFold(a, b) }

func hours(from, to time.Time) float64 { return max(0, to.Sub(from).Hours()) }

func median(values []float64) Span {
	s := Span{N: len(values), Sufficient: len(values) >= Enough}
	if !s.Sufficient {
		return s
	}
	sorted := slices.Sorted(slices.Values(values))
	s.Hours = math.Round((sorted[(len(sorted)-1)/2]+sorted[len(sorted)/2])/2*10) / 10
	return s
}

// z95 is the standard normal quantile of a two-sided 95 % interval.
const z95 = 1.959963984540054

// ratio is hits of n with the score interval of Wilson (JASA 22, 1927).
func ratio(hits, n int) Ratio {
	r := Ratio{N: n, Sufficient: n >= Enough}
	if !r.Sufficient {
		return r
	}
	p, total := min(1, float64(hits)/float64(n)), float64(n)
	spread := 1 + z95*z95/total
	middle := (p + z95*z95/(2*total)) / spread
	half := z95 / spread * math.Sqrt(p*(1-p)/total+z95*z95/(4*total*total))
	r.Value, r.Low, r.High = round(p), round(max(0, middle-half)), round(min(1, middle+half))
	return r
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }
