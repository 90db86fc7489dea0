// Package source asks the other rooms what they know of a person and of the market, and turns
// their answers into proofs. It asks by the names of their operations and reads the fields of
// the answers that it needs; it knows no type of theirs, and a room that is not there is a
// source that could not be read.
package source

import (
	"context"
	"crypto/md5" //nolint:gosec // names of entries in a cache, as the system this one replaces names them
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"kadry/internal/dossier/identity"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/fault"
	"kadry/internal/skill"
)

// Operations are those that this package asks for.
const (
	analyzeGitHub   = "analyze_github"
	parseResume     = "parse_resume_advanced"
	candidateRecord = "get_candidate_details"
	linkedInProfile = "analyze_linkedin_profile"
	marketAnswer    = "analyze_market_competition"
)

// Operations lists what this package asks for.
func Operations() []string {
	return []string{analyzeGitHub, parseResume, candidateRecord, linkedInProfile, marketAnswer}
}

// ErrAbsent is what Ask answers of an operation that this server does not have.
var ErrAbsent = errors.New("source: this server has no such operation")

// Reader asks the sources. It is safe for concurrent use.
type Reader struct {
	Ask    func(ctx context.Context, operation string, in, out any) error
	Skills *skill.Graph
	Now    func() time.Time
	// Kept returns the value of a key, made by load where it is not kept; hit says that it was.
	// A value that load says is not whole is not kept. Nil keeps nothing.
	Kept func(ctx context.Context, key string, load func(ctx context.Context) (value []byte, whole bool, err error)) (value []byte, hit bool, err error)
	// Engine changes with the rules and the data, so that no answer of older ones is read.
	Engine string
}

// Person is whom to ask about, and what of.
type Person struct {
	identity.Identity
	Name     string
	Repos    int // of GitHub to read; 0 is the operation's own default
	Lookback int // days; 0 is without bound
	Resume   string
	LinkedIn string // an export as text; its address is in the identity
}

// Tally counts what came out of the cache in one run.
type Tally struct{ Hits, Misses int }

// Read asks every source that the person was named with. It fails only when the caller left:
// a source that fails is a reading that failed.
func (r *Reader) Read(ctx context.Context, p Person, asked requirement.Requirement, lang string) (report.Subject, Tally, error) {
	s := report.Subject{Identity: p.Identity, Name: p.Name}
	var tally Tally
	if p.GitHub != "" {
		r.note(&s, proof.GitHub, r.github(ctx, p, asked, lang, &s, &tally))
	}
	if p.CV != "" || p.Resume != "" {
		r.note(&s, proof.CV, r.cv(ctx, p, asked, &s))
	}
	if p.LinkedIn != "" {
		r.note(&s, proof.LinkedIn, r.linkedin(ctx, p, asked, &s))
	}
	return s, tally, ctx.Err()
}

// note adds how the reading of a source went, unless it said so itself.
func (r *Reader) note(s *report.Subject, source proof.Source, err error) {
	switch {
	case errors.Is(err, ErrAbsent):
		s.Readings = append(s.Readings, report.Reading{Source: source, State: report.Failed, Why: fault.Say("This server does not read this source.", "Этот сервер не читает такой источник.")})
	case err != nil:
		s.Readings = append(s.Readings, report.Reading{Source: source, State: report.Failed, Why: fault.From(err).Text})
	default:
		for _, reading := range s.Readings {
			if reading.Source == source {
				return
			}
		}
		s.Readings = append(s.Readings, report.Reading{Source: source, State: report.OK})
	}
}

// names are the skills as the other rooms are asked for them.
func names(asked requirement.Requirement) []string {
	var list []string
	for _, s := range asked.All() {
		list = append(list, s.Name)
	}
	return list
}

// idOf finds a skill that another room answers about, by the name it was asked for with.
func idOf(asked requirement.Requirement, name string) (string, bool) {
	for _, s := range asked.All() {
		if s.Name == name {
			return s.ID, true
		}
	}
	return "", false
}

// ask calls an operation for public data, or takes the answer of an equal call of late: about
// is everything that the answer depends on besides the input and the language. An answer with
// partial_data is not kept.
func (r *Reader) ask(ctx context.Context, key, operation string, about []string, in, out any, tally *Tally) error {
	if r.Kept == nil {
		return r.Ask(ctx, operation, in, out)
	}
	what, err := json.Marshal([]any{r.Engine, about, in})
	if err != nil {
		return err
	}
	sum := md5.Sum(what) //nolint:gosec // a name, no protection
	value, hit, err := r.Kept(ctx, key+hex.EncodeToString(sum[:]), func(ctx context.Context) ([]byte, bool, error) {
		var answer json.RawMessage
		var state struct {
			Partial bool `json:"partial_data"`
		}
		if err := r.Ask(ctx, operation, in, &answer); err != nil {
			return nil, false, err
		}
		err := json.Unmarshal(answer, &state)
		return answer, !state.Partial, err
	})
	if err != nil {
		return err
	}
	if hit {
		tally.Hits++
	} else {
		tally.Misses++
	}
	return json.Unmarshal(value, out)
}

// With is the person with what another entry of theirs brought besides.
func (p Person) With(other Person) Person {
	if p.Name == "" {
		p.Name = other.Name
	}
	if p.Resume == "" {
		p.Resume = other.Resume
	}
	if p.LinkedIn == "" {
		p.LinkedIn = other.LinkedIn
	}
	p.Repos, p.Lookback = max(p.Repos, other.Repos), max(p.Lookback, other.Lookback)
	return p
}
