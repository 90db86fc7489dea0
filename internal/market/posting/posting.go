// Package posting holds the nouns of the market room: a vacancy as an employer published it,
// whichever system it was read from, and what such a system is asked. It knows no system, no
// statistics and no storage.
package posting

import (
	"slices"
	"time"
)

// Source is the system a posting was read from.
type Source string

// The sources. Postings of different ones are never mixed in silence.
const (
	HH       Source = "hh"       // HeadHunter
	Trudvsem Source = "trudvsem" // Работа России
	Imported Source = "import"   // a file that does not say
)

// Named is something that its source has an id for. The id is empty where the file or system
// did not tell it.
type Named struct {
	ID   string `json:"id,omitzero"`
	Name string `json:"name"`
}

// Employer is who published a posting.
type Employer struct {
	ID           string `json:"id,omitzero"`
	Name         string `json:"name"`
	Agency       bool   `json:"agency,omitzero"`        // recruits for others
	AccreditedIT bool   `json:"accredited_it,omitzero"` // on the state's register of IT companies
}

// Basis says what of taxes a pay is.
type Basis string

// The bases. Empty is not told.
const (
	Gross Basis = "gross" // before income tax
	Net   Basis = "net"   // in hand

	// Stated is no basis of a pay but a way to compare them: each as it was stated.
	Stated Basis = "stated"
)

// Per is the stretch of work that a pay is for.
type Per string

// What a pay can be for. Empty is not told: HeadHunter tells it since 2025.
const (
	Month    Per = "month"
	Hour     Per = "hour"
	Shift    Per = "shift"
	Rotation Per = "rotation" // вахта
	Service  Per = "service"
)

// Pay is what a posting offers, in its own currency. A bound of 0 was not stated.
type Pay struct {
	From     float64 `json:"from,omitzero"`
	To       float64 `json:"to,omitzero"`
	Currency string  `json:"currency"` // ISO 4217: RUB and BYN, whatever the source calls them
	Basis    Basis   `json:"basis,omitzero"`
	Per      Per     `json:"per,omitzero"`
}

// Experience is the span of experience asked for, in years.
type Experience string

// The spans of HeadHunter. Empty is not told.
const (
	None       Experience = "0"
	OneToThree Experience = "1-3"
	ThreeToSix Experience = "3-6"
	OverSix    Experience = "6+"
)

// Format is where the work is done.
type Format string

// The formats.
const (
	OnSite Format = "on_site"
	Remote Format = "remote"
	Hybrid Format = "hybrid"
	Field  Format = "field"
)

// Employment is how much of a person's time the work takes.
type Employment string

// The forms. Empty is not told.
const (
	Full     Employment = "full"
	Part     Employment = "part"
	Project  Employment = "project"
	FlyInOut Employment = "rotation"
)

// Posting is one vacancy as one employer published it at one place. Texts are plain: markup is
// gone, lines are kept. What the source did not tell is empty.
type Posting struct {
	Source     Source     `json:"source"`
	ID         string     `json:"id"`
	Title      string     `json:"title"`
	Employer   Employer   `json:"employer"`
	Area       Named      `json:"area"`
	Roles      []Named    `json:"roles,omitzero"` // professional roles of the source's dictionary
	Pay        *Pay       `json:"pay,omitzero"`   // nil states none
	Experience Experience `json:"experience,omitzero"`
	Formats    []Format   `json:"formats,omitzero"`
	Employment Employment `json:"employment,omitzero"`
	Education  string     `json:"education,omitzero"` // higher, special_secondary, or none asked

	KeySkills   []string `json:"key_skills,omitzero"` // the employer's own words, one or several skills each
	Requirement string   `json:"requirement,omitzero"`
	Duty        string   `json:"duty,omitzero"`
	Description string   `json:"description,omitzero"` // of a detail; a search tells the two above, cut

	Published time.Time `json:"published,omitzero"` // moved by every republishing
	Created   time.Time `json:"created,omitzero"`   // the first time
	Archived  bool      `json:"archived,omitzero"`
	Responses *int      `json:"responses,omitzero"` // of applicants; nil where the source does not count for us
	URL       string    `json:"url,omitzero"`
}

// IsDetailed reports whether more than a search's line of a posting is known, so that a skill
// that is not there was not asked for.
func (p *Posting) IsDetailed() bool { return p.Description != "" || len(p.KeySkills) > 0 }

// Key tells postings of all sources apart.
func (p *Posting) Key() string { return string(p.Source) + ":" + p.ID }

// IsRemote reports whether the work can be done from anywhere.
func (p *Posting) IsRemote() bool { return slices.Contains(p.Formats, Remote) }

// Query asks a source for postings. An empty field asks for everything.
type Query struct {
	Text       string       `json:"text,omitzero"` // words that must all be there; see the source for operators
	TitleOnly  bool         `json:"title_only,omitzero"`
	Areas      []string     `json:"areas,omitzero"` // ids of HeadHunter's tree, which every source maps to its own
	Roles      []string     `json:"roles,omitzero"` // ids of HeadHunter's dictionary
	Experience []Experience `json:"experience,omitzero"`
	Formats    []Format     `json:"formats,omitzero"`
	PayFrom    int          `json:"pay_from,omitzero"` // in Currency; the source shows pays near it
	Currency   string       `json:"currency,omitzero"` // ISO 4217; empty is RUB
	PaidOnly   bool         `json:"paid_only,omitzero"`
	After      time.Time    `json:"after,omitzero"` // of publication
	Before     time.Time    `json:"before,omitzero"`
}

// Timeless is the query without its stretch of time: what was asked at different times. Equal
// questions are equal texts of JSON, so a list that asks for nothing is nil.
func (q Query) Timeless() Query {
	q.After, q.Before = time.Time{}, time.Time{}
	q.Areas, q.Roles = orNil(q.Areas), orNil(q.Roles)
	q.Experience, q.Formats = orNil(q.Experience), orNil(q.Formats)
	return q
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// Page is a part of an answer.
type Page struct {
	Found int       // in all, as the source says
	Items []Posting // in the order of the source
	Page  int       // from 0
	Pages int       // that can be read; sources end at a depth
	Left  []string  // fields of the query that this source cannot ask, by their JSON names

	Broken    int       // items of the page that could not be read
	FetchedAt time.Time // when the source said so
	Stale     bool      // an old copy, since the source could not be asked
	Requests  int       // that were made for it
}

// Share is a count of the whole population behind a query, which a source tells without the
// postings being read.
type Share struct {
	Of    string `json:"of"` // experience, format, area, role, pay
	Value string `json:"value"`
	Count int    `json:"count"`
}

// Snapshot is what a source answered to a query at one moment.
type Snapshot struct {
	Source   Source    `json:"source"`
	Query    Query     `json:"query"`
	Taken    time.Time `json:"taken_at"`
	Found    int       `json:"found"`              // in all, as the source said; 0 where a file does not tell
	Complete bool      `json:"complete,omitzero"`  // nothing of what was found is missing
	Failures []Failure `json:"failures,omitzero"`  // why something is missing
	Requests int       `json:"requests,omitzero"`  // that were made for it
	Postings []Posting `json:"postings,omitempty"` // in the order of the source
}

// Failure is a part of a query that could not be read.
type Failure struct {
	What   string `json:"what"`   // a page, a stretch of time, an item
	Code   string `json:"code"`   // of the refusal, for programs
	Reason string `json:"reason"` // for people, in English

	ReasonRU string `json:"reason_ru,omitzero"` // the same in Russian
}
