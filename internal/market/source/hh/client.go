package hh

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
	"kadry/internal/upstream"
)

// Search reads one page of a search, the most relevant first.
func (c *Client) Search(ctx context.Context, q posting.Query, page, perPage int) (posting.Page, error) {
	return c.page(ctx, q, page, perPage, "relevance")
}

func (c *Client) page(ctx context.Context, q posting.Query, page, perPage int, order string) (posting.Page, error) {
	v, err := parameters(q)
	if err != nil {
		return posting.Page{}, err
	}
	if err := place(v, page, perPage); err != nil {
		return posting.Page{}, err
	}
	v.Set("order_by", order)
	found, res, err := ask(ctx, c, question{path: "/vacancies", values: v, kind: searchKind}, hhjson.Search)
	found.Requests = res.Requests
	if err != nil {
		return found, err
	}
	found.Page, found.FetchedAt, found.Stale = page, res.FetchedAt, res.Stale
	found.Pages = min((found.Found+perPage-1)/perPage, hhjson.Depth/perPage)
	return found, nil
}

// Clusters tells how all that a query finds divides, without reading it; found is their number.
func (c *Client) Clusters(ctx context.Context, q posting.Query) (shares []posting.Share, found int, err error) {
	v, err := parameters(q)
	if err != nil {
		return nil, 0, err
	}
	v.Set("per_page", "0")
	v.Set("clusters", "true")
	type division struct {
		shares []posting.Share
		found  int
	}
	d, _, err := ask(ctx, c, question{path: "/vacancies", values: v, kind: searchKind}, func(body []byte) (division, error) {
		shares, found, err := hhjson.Clusters(body)
		return division{shares, found}, err
	})
	return d.shares, d.found, err
}

// Detail reads a vacancy whole.
func (c *Client) Detail(ctx context.Context, id string) (posting.Posting, error) {
	if !isID(id) {
		return posting.Posting{}, fault.Wrong("id", fault.Say("must be the number of a vacancy, got %q", "нужен номер вакансии, а не %q", fault.Clip(id)))
	}
	p, _, err := ask(ctx, c, question{path: "/vacancies/" + id, values: url.Values{}, kind: vacancyKind}, hhjson.Vacancy)
	return p, err
}

// Areas reads the tree of areas. It needs no token, as the other dictionaries.
func (c *Client) Areas(ctx context.Context) ([]hhjson.Area, error) {
	all, _, err := ask(ctx, c, question{path: "/areas", kind: dictionaryKind, public: true}, hhjson.Areas)
	return all, err
}

// Roles reads the professional roles.
func (c *Client) Roles(ctx context.Context) ([]hhjson.Role, error) {
	all, _, err := ask(ctx, c, question{path: "/professional_roles", kind: dictionaryKind, public: true}, hhjson.Roles)
	return all, err
}

// Dictionaries reads the other dictionaries as they come. The rates of currencies are among them.
func (c *Client) Dictionaries(ctx context.Context) ([]byte, error) {
	body, _, err := ask(ctx, c, question{path: "/dictionaries", kind: dictionaryKind, public: true}, func(body []byte) ([]byte, error) {
		_, err := hhjson.Dictionaries(body)
		return body, err
	})
	return body, err
}

// Kind is what HeadHunter proposes words of.
type Kind string

// The kinds.
const (
	AreaWords    Kind = "areas"
	RoleWords    Kind = "professional_roles"
	SkillWords   Kind = "skill_set"
	TitleWords   Kind = "vacancy_positions"
	KeywordWords Kind = "vacancy_search_keyword"
	CompanyWords Kind = "companies"
)

// Suggest asks what HeadHunter proposes for the beginning of a word.
func (c *Client) Suggest(ctx context.Context, kind Kind, text string) ([]posting.Named, error) {
	text = strings.Join(strings.Fields(text), " ")
	var check fault.Check
	switch kind {
	case AreaWords, RoleWords, SkillWords, TitleWords, KeywordWords, CompanyWords:
	default:
		check.Wrong("kind", fault.Say("%q is not known to HeadHunter", "HeadHunter не знает значения %q", fault.Clip(string(kind))))
	}
	if n := utf8.RuneCountInString(text); n < 2 || n > longestText {
		check.Wrong("text", fault.Say("must be 2-%d characters", "от 2 до %d знаков", longestText))
	}
	if err := check.Err(); err != nil {
		return nil, err
	}
	all, _, err := ask(ctx, c, question{
		path: "/suggests/" + string(kind), values: url.Values{"text": {text}}, kind: suggestKind, public: true,
	}, hhjson.Suggestions)
	return all, err
}

// question is an address of the API to be asked.
type question struct {
	path   string
	values url.Values
	kind   upstream.Kind
	public bool // HeadHunter answers it to anybody
}

// ask reads an answer. It is read before it is kept, so that neither a refusal under the status
// of a success nor a web page gets into the cache.
func ask[T any](ctx context.Context, c *Client, q question, read func([]byte) (T, error)) (T, upstream.Response, error) {
	var none T
	r := upstream.Request{URL: c.API + q.path, Kind: q.kind}
	token := ""
	if !q.public {
		var err error
		if token, err = c.Token(ctx); err != nil {
			return none, upstream.Response{}, err
		}
		if token != "" {
			r.Header = http.Header{"Authorization": {"Bearer " + token}}
			q.values.Set("responses_count_enabled", "true") // an application may know them
		}
	}
	if len(q.values) > 0 {
		r.URL += "?" + q.values.Encode()
	}
	var accepted T
	fresh := false
	r.Accept = func(res upstream.Response) error {
		value, err := read(res.Body)
		accepted, fresh = value, err == nil
		return unreadable(res, token != "", err)
	}
	res, err := c.Upstream.Get(ctx, r)
	if err != nil {
		return none, res, fmt.Errorf("hh: %s: %w", q.path, refused(res, token != "", err))
	}
	// A copy was not read above, nor an answer that somebody else asked for. Where a copy answers
	// although a request is under way, that one may yet write what was accepted.
	if !res.FromCache && !res.Stale && fresh {
		return accepted, res, nil
	}
	value, err := read(res.Body)
	if err != nil { // a copy of another version of kadry
		return none, res, fmt.Errorf("hh: copy of %s: %w", q.path, unreadable(res, token != "", err))
	}
	return value, res, nil
}
