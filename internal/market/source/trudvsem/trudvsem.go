// Package trudvsem asks Работа России, the state's register of vacancies, which is open to
// anybody. It knows that API, its loose search and its two ways of counting pages; what a query
// asks for beyond it is checked here, on what was read. It knows HeadHunter's areas by their ids,
// since queries name those.
package trudvsem

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
	"kadry/internal/market/source/host"
	"kadry/internal/upstream"
)

// API is the address of the open data.
const API = "https://opendata.trudvsem.ru"

const searchKind upstream.Kind = "trudvsem-search"

const (
	mostPerPage = 100
	deepest     = 10_000 // rows that are asked for; a bound of ours, the register names none
	longestText = 500    // runes
)

// Config is what a Client is made of.
type Config struct {
	Upstream *upstream.Client // has a Policy for API
	API      string           // "" is the register's own
	// Above is the path of an area of HeadHunter's tree, from itself up to its country; nil knows
	// regions alone.
	Above func(area string) []posting.Named
	Now   func() time.Time // nil is time.Now
}

// Client asks the register. It is safe for concurrent use.
type Client struct {
	Config
	counting atomic.Int32 // how it counts pages, as found out
}

// New makes a client.
func New(cfg Config) *Client {
	cfg.API = host.Base(cfg.API, API)
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Above == nil {
		cfg.Above = func(area string) []posting.Named { return []posting.Named{{ID: area}} }
	}
	return &Client{Config: cfg}
}

// Policy says how the register is asked at an address ("" is its own): two requests a second, two
// in flight, and patiently, since it often fails for a moment.
func Policy(api string) upstream.Policy {
	return host.At(upstream.Policy{
		Name: "trudvsem", PerSecond: 2, Jitter: 0.3, AtOnce: 2, Attempts: 4, Backoff: time.Second,
		Timeout: 30 * time.Second, LongestWait: 30 * time.Second, MaxBytes: 16 << 20,
		Lifetimes: map[upstream.Kind]time.Duration{searchKind: 30 * time.Minute},
	}, api, API)
}

// The ways to count pages: public clients report both of the same parameter.
const (
	unknown int32 = iota
	byPage        // offset is the number of a page
	byRow         // offset is the number of a row
)

// Search reads one page. Items that the query does not ask for are left out, so a page may hold
// fewer than asked; Found is what the register says.
func (c *Client) Search(ctx context.Context, q posting.Query, page, perPage int) (posting.Page, error) {
	if perPage < 1 || perPage > mostPerPage || page < 0 || page > deepest || page*perPage >= deepest {
		return posting.Page{}, fault.Wrong("page", fault.Say("pages hold 1-%[1]d vacancies, and end at %[2]d", "на странице от 1 до %[1]d вакансий, всего не больше %[2]d", mostPerPage, deepest))
	}
	a, err := c.question(q)
	if err != nil {
		return posting.Page{}, err
	}
	got, err := c.page(ctx, a, page, perPage)
	got.Items = a.wanted(got.Items)
	return got, err
}

// page reads a page as the register gives it.
func (c *Client) page(ctx context.Context, a asked, page, perPage int) (posting.Page, error) {
	if page == 0 {
		return c.at(ctx, a, 0, perPage)
	}
	requests := 0
	if c.counting.Load() == unknown {
		probed, err := c.probe(ctx, a, perPage)
		requests = probed
		if err != nil {
			return posting.Page{Requests: requests}, err
		}
	}
	offset := page
	if c.counting.Load() == byRow {
		offset = page * perPage
	}
	got, err := c.at(ctx, a, offset, perPage)
	got.Page = page
	got.Requests += requests
	return got, err
}

// probe finds out how pages are counted: rows that come again at the offset 1 have been shifted
// by one.
func (c *Client) probe(ctx context.Context, a asked, perPage int) (requests int, err error) {
	first, err := c.at(ctx, a, 0, perPage)
	requests = first.Requests
	if err != nil || len(first.Items) < perPage || perPage < 2 { // nothing to be told by
		return requests, err
	}
	second, err := c.at(ctx, a, 1, perPage)
	requests += second.Requests
	if err != nil {
		return requests, err
	}
	ids := map[string]bool{}
	for _, p := range first.Items {
		ids[p.ID] = true
	}
	again := 0
	for _, p := range second.Items {
		if ids[p.ID] {
			again++
		}
	}
	if again*2 >= perPage {
		c.counting.Store(byRow)
	} else {
		c.counting.Store(byPage)
	}
	return requests, nil
}

// at reads what lies at an offset.
func (c *Client) at(ctx context.Context, a asked, offset, perPage int) (posting.Page, error) {
	values := url.Values{"offset": {strconv.Itoa(offset)}, "limit": {strconv.Itoa(perPage)}}
	maps.Copy(values, a.values)
	res, err := c.Upstream.Get(ctx, upstream.Request{
		URL: c.API + "/api/v1/vacancies" + a.path + "?" + values.Encode(), Kind: searchKind,
		Accept: func(r upstream.Response) error {
			_, err := decode(r.Body)
			return unreadable(err)
		},
	})
	if err != nil {
		return posting.Page{Requests: res.Requests}, fmt.Errorf("trudvsem: %w", err)
	}
	got, err := decode(res.Body)
	if err != nil {
		return posting.Page{Requests: res.Requests}, unreadable(err)
	}
	got.Pages = (min(got.Found, deepest) + perPage - 1) / perPage
	got.Left, got.FetchedAt, got.Stale, got.Requests = a.left, res.FetchedAt, res.Stale, res.Requests
	return got, nil
}

// errShape is an answer that is no list of vacancies.
var errShape = errors.New("trudvsem: not a list of vacancies")

func unreadable(err error) error {
	if err == nil {
		return nil
	}
	return fault.E(fault.Upstream, fault.Say("Работа России sent an answer that cannot be read (trudvsem_not_json).", "«Работа России» прислала ответ, который не удаётся прочесть (trudvsem_not_json)."), err).
		WithHint(fault.Say("Try again in a few minutes; the register is often out of order at night.", "Повторите через несколько минут; по ночам реестр часто не работает."))
}

// decode reads a page. The ways to reach a person that come with each vacancy are not even read.
func decode(body []byte) (posting.Page, error) {
	var doc struct {
		Status loose.Text `json:"status"`
		Meta   struct {
			Total loose.Number `json:"total"`
		} `json:"meta"`
		Results struct {
			Vacancies loose.List[struct {
				Vacancy vacancy `json:"vacancy"`
			}] `json:"vacancies"`
		} `json:"results"`
	}
	if err := loose.Decode(body, &doc); err != nil {
		return posting.Page{}, fmt.Errorf("trudvsem: %w", err)
	}
	if doc.Status != "200" { // the status of HTTP is always 200
		return posting.Page{}, fmt.Errorf("%w: status %q", errShape, strings.ToValidUTF8(fault.Clip(string(doc.Status)), ""))
	}
	page := posting.Page{Found: int(doc.Meta.Total)}
	for _, v := range doc.Results.Vacancies {
		if p := v.Vacancy.noun(); p.ID != "" && p.Title != "" {
			page.Items = append(page.Items, p)
		} else {
			page.Broken++
		}
	}
	page.Found = max(page.Found, len(page.Items))
	return page, nil
}
