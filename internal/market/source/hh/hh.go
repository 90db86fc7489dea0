// Package hh asks HeadHunter for vacancies. It knows its API, its limits and its refusals, each
// with a code and the next step, and reads everything through package hhjson. What the postings
// mean is the room's affair; so is which areas, roles and skills somebody meant.
//
// The way through: a Client asks one question at a time (client.go) with parameters that were
// checked here, since HeadHunter ignores those it does not know (query.go). Crawl reads a whole
// search, split where it is deeper than may be read (crawl.go). Searches need the token of an
// application (token.go); dictionaries do not.
package hh

import (
	"context"
	"net/http"
	"strings"
	"time"
	"unicode"

	"kadry/internal/market/source/host"
	"kadry/internal/upstream"
)

// API is HeadHunter's own address.
const API = "https://api.hh.ru"

// The kinds of answers, each with a lifetime of its own.
const (
	searchKind     upstream.Kind = "hh-search"
	vacancyKind    upstream.Kind = "hh-vacancy"
	suggestKind    upstream.Kind = "hh-suggest"
	dictionaryKind upstream.Kind = "hh-dictionary"
)

// Config is what a Client is made of.
type Config struct {
	Upstream *upstream.Client // has a Policy for API
	API      string           // "" is HeadHunter's own
	Token    TokenSource      // nil asks anonymously, which HeadHunter refuses for searches
	Now      func() time.Time // nil is time.Now
}

// TokenSource gives the token of the moment, "" where there is none.
type TokenSource func(ctx context.Context) (string, error)

// Client asks HeadHunter. It is safe for concurrent use.
type Client struct {
	Config
}

// New makes a client.
func New(cfg Config) *Client {
	cfg.API = host.Base(cfg.API, API)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Token == nil {
		cfg.Token = Fixed("")
	}
	return &Client{Config: cfg}
}

// atOnce is how many requests are in flight.
const atOnce = 4

// Policy says how HeadHunter is asked at an address ("" is its own). It publishes no limit;
// public clients keep to one to five requests a second.
//
//   - five requests a second, later by up to a third by chance, four in flight;
//   - four tries, one, two and four seconds apart; a wait over half a minute is told instead;
//   - vacancies and searches keep for half an hour, dictionaries for a day.
//
// The agent names the application and a way to write to its owner: HeadHunter turns away those of
// libraries. It is sent under both names that HeadHunter reads, of which its own wins.
func Policy(api, agent string) upstream.Policy {
	agent = strings.TrimSpace(strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || unicode.IsControl(r) { // a header has no place for them
			return -1
		}
		return r
	}, agent))
	if agent == "" {
		agent = "kadry/1.0 (set HH_USER_AGENT)"
	}
	const day = 24 * time.Hour
	return host.At(upstream.Policy{
		Name: "hh", PerSecond: 5, Jitter: 0.3, AtOnce: atOnce, Attempts: 4, Backoff: time.Second,
		Timeout: 20 * time.Second, LongestWait: 30 * time.Second, MaxBytes: 16 << 20, Negative: 10 * time.Minute,
		UserAgent: agent, Header: http.Header{"Hh-User-Agent": {agent}, "Accept": {"application/json"}},
		Lifetimes: map[upstream.Kind]time.Duration{
			searchKind: 30 * time.Minute, vacancyKind: 30 * time.Minute, suggestKind: day, dictionaryKind: day,
		},
	}, api, API)
}
