package market

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/currency"
	"kadry/internal/market/demand"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/posting"
	"kadry/internal/op"
	"kadry/internal/skill"
)

type searchInput struct {
	Query      string       `json:"query" min:"1" max:"300" doc:"Title or words of the vacancies."`
	Location   string       `json:"location,omitzero" max:"120" doc:"Town, region or country in any spelling, or HH's area id."`
	Skills     []string     `json:"skills,omitempty" max:"40" doc:"Rank the found ones; leave none out."`
	SalaryFrom int          `json:"salary_from,omitzero" min:"0" max:"1000000000" doc:"Monthly, in currency."`
	SalaryTo   int          `json:"salary_to,omitzero" min:"0" max:"1000000000" doc:"Keeps offers that begin at or under it."`
	Currency   string       `json:"currency,omitzero" max:"3" default:"RUB" doc:"ISO 4217."`
	PerPage    int          `json:"per_page,omitzero" min:"1" max:"50" default:"10" doc:"Vacancies on a page."`
	Pages      int          `json:"pages,omitzero" min:"1" max:"5" default:"3" doc:"Pages to read."`
	Experience []experience `json:"experience,omitempty" max:"4" doc:"Years asked for."`
	Formats    []workFormat `json:"work_format,omitempty" max:"4" doc:"Where the work is done."`
	Source     sourceName   `json:"source,omitzero" doc:"Default: hh where it can be asked, else what was imported, else trudvsem."`
}

type searchOutput struct {
	Items      []jobWire      `json:"items"`
	Found      int            `json:"total_found" doc:"As the source says, before salary_to."`
	Fetched    int            `json:"pages_fetched"`
	Source     string         `json:"source"`
	At         time.Time      `json:"fetched_at"`
	Understood understoodWire `json:"query_understood"`
	Partial    bool           `json:"partial_data" doc:"A page could not be read; page_errors say why."`
	Errors     []pageError    `json:"page_errors,omitempty"`
	Warnings   []string       `json:"warnings"`
	FX         fxWire         `json:"fx"`
	Note       string         `json:"note,omitzero"`
}

type jobWire struct {
	ID         string           `json:"id"`
	Title      string           `json:"title"`
	Employer   string           `json:"employer"`
	Area       string           `json:"area"`
	SalaryFrom float64          `json:"salary_from,omitzero"`
	SalaryTo   float64          `json:"salary_to,omitzero"`
	Currency   string           `json:"currency,omitzero"`
	Basis      string           `json:"salary_basis,omitzero" doc:"gross or net; left out where the employer does not say."`
	Per        string           `json:"salary_per,omitzero" doc:"month, hour, shift, rotation or service."`
	FromRUB    float64          `json:"salary_from_rub,omitzero"`
	ToRUB      float64          `json:"salary_to_rub,omitzero"`
	Skills     []string         `json:"skills"`
	Optional   []string         `json:"skills_optional,omitempty" doc:"Called a plus."`
	Matched    []string         `json:"matched_skills,omitempty" doc:"Of those asked."`
	Experience string           `json:"experience,omitzero"`
	Formats    []posting.Format `json:"work_format,omitempty"`
	URL        string           `json:"url"`
	Published  string           `json:"published_at,omitzero"`
	Responses  *int             `json:"responses,omitzero" doc:"Of applicants so far."`
	Source     string           `json:"source"`
}

type pageError struct {
	Page    int    `json:"page" doc:"From 0."`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Condense halves what is shown, the last ones first.
func (o searchOutput) Condense() (searchOutput, bool) {
	o.Note = "Shortened to fit; ask for fewer vacancies."
	if len(o.Items) < 2 {
		return o, false
	}
	o.Items = o.Items[:len(o.Items)/2]
	return o, true
}

func (h *handlers) search() *op.Op {
	return op.New(op.Spec{
		Name: "search_jobs_multi_page", Toolset: toolset, Title: "Search vacancies", Effect: op.Reads, World: true, Timeout: sampling + 25*time.Second,
		Doc: "Finds vacancies on HeadHunter, Работа России or among kept ones, several pages at once: title, employer, pay in its currency and in roubles, skills, link. " +
			"For what a role costs and which skills the market asks for use analyze_market_competition.",
		Examples: []op.Example{
			{Title: "Python in Moscow", Input: `{"query":"Python developer","location":"Москва","skills":["fastapi","postgresql"],"salary_from":150000,"source":"snapshot"}`},
		},
	}, func(ctx context.Context, in searchInput) (searchOutput, error) {
		asked, err := h.askedJobs(in)
		if err != nil {
			return searchOutput{}, err
		}
		rates, warnings := h.Rates(ctx)
		money := currency.ISO(in.Currency)
		if _, ok := rates.Roubles(1, money); !ok {
			return searchOutput{}, fault.Wrong("currency", fault.Say("no rate of %[1]q is known; there are rates of %[2]v", "курс %[1]q неизвестен; есть курсы %[2]v", fault.Clip(in.Currency), codesOf(rates)))
		}
		asked.Query.Currency, asked.Query.PayFrom = money, in.SalaryFrom
		asked.Query.PaidOnly = in.SalaryFrom > 0 || in.SalaryTo > 0
		found, err := h.pages(ctx, op.CallerFrom(ctx).Tenant, in, asked.Query)
		if err != nil {
			return searchOutput{}, err
		}
		lang := langOf(ctx)
		out := searchOutput{
			Found: found.total, Fetched: found.fetched, Source: string(found.source), At: found.at, Understood: wireUnderstood(asked),
			Partial: len(found.errors) > 0, Warnings: texts(slices.Concat(warnings, widened(asked.Area), found.warnings), lang), FX: wireRates(rates),
		}
		for _, e := range found.errors {
			out.Errors = append(out.Errors, pageError{Page: e.page, Code: codeOf(e.err), Message: fault.From(e.err).Text.In(lang)})
		}
		out.Items = h.jobs(found.items, in, asked, rates)
		return out, nil
	})
}

func (h *handlers) askedJobs(in searchInput) (inquiry.Understood, error) {
	if in.SalaryTo > 0 && in.SalaryFrom > in.SalaryTo {
		return inquiry.Understood{}, fault.Wrong("salary_from", fault.Say("is above salary_to (%d > %d)", "больше salary_to (%d > %d)", in.SalaryFrom, in.SalaryTo))
	}
	return h.Reader.Search(inquiry.Asked{
		Words: in.Query, Location: in.Location, Skills: in.Skills,
		Experience: retyped[posting.Experience](in.Experience), Formats: retyped[posting.Format](in.Formats),
	})
}

func wireRates(r currency.Rates) fxWire {
	return fxWire{Date: day(r.Date), Source: string(r.Origin), Stale: r.Stale}
}

func codesOf(r currency.Rates) []string {
	return append(slices.Sorted(maps.Keys(r.Units)), currency.Rouble)
}

// codeOf is what programs tell a failure by.
func codeOf(err error) string {
	if reason := op.ReasonOf(err); reason != "" {
		return reason
	}
	return string(fault.KindOf(err))
}

// found is what the pages of a search hold together.
type found struct {
	items    []posting.Posting
	total    int
	fetched  int
	source   posting.Source
	at       time.Time
	errors   []failedPage
	warnings []fault.Text
}

type failedPage struct {
	page int
	err  error
}

// pages reads the pages from the source named, or from the first that answers; see sample.
func (h *handlers) pages(ctx context.Context, tenant string, in searchInput, q posting.Query) (found, error) {
	from := posting.Source(in.Source)
	switch {
	case from == snapshotSource:
		return h.keptPages(ctx, tenant, in, q, nil)
	case from != "":
		return h.livePages(ctx, tenant, from, in, q)
	}
	var why []fault.Text
	if h.Authorized {
		got, err := h.livePages(ctx, tenant, posting.HH, in, q)
		if err == nil {
			return got, nil
		}
		why = append(why, fault.From(err).Text)
	}
	got, err := h.keptPages(ctx, tenant, in, q, archive.Kept.IsImported)
	if err != nil || got.total == 0 {
		var failure error
		if got, failure = h.livePages(ctx, tenant, posting.Trudvsem, in, q); failure != nil {
			why = append(why, fault.From(failure).Text)
			if got, err = h.keptPages(ctx, tenant, in, q, nil); err != nil || got.total == 0 {
				return found{}, noSource(why, failure)
			}
		}
	}
	got.warnings = append(got.warnings, why...)
	return got, nil
}

func (h *handlers) keptPages(ctx context.Context, tenant string, in searchInput, q posting.Query, pick func(archive.Kept) bool) (found, error) {
	got, err := h.kept(ctx, tenant, want{query: q, pick: pick, most: in.PerPage * in.Pages})
	if err != nil {
		return found{}, err
	}
	f := found{items: got.Postings, total: got.Found, source: snapshotSource, at: got.Taken, warnings: got.warnings}
	f.fetched = (len(f.items) + in.PerPage - 1) / in.PerPage
	if f.total == 0 {
		f.warnings = append(f.warnings, fault.Say("Nothing kept here fits; import postings with `kadry market import`, or set HH_TOKEN to ask HeadHunter.",
			"Среди сохранённых вакансий подходящих нет; загрузите их командой `kadry market import` или укажите HH_TOKEN, чтобы спрашивать HeadHunter."))
	}
	return f, nil
}

// livePages reads all pages at once, as far as the policy of the source lets. It fails when
// not one could be read.
func (h *handlers) livePages(ctx context.Context, tenant string, from posting.Source, in searchInput, q posting.Query) (found, error) {
	source := h.Sources[from]
	if source == nil {
		return found{}, fault.E(fault.Unavailable, fault.Say("This server does not ask %s.", "Этот сервер не обращается к %s.", from), nil)
	}
	pages, errs := make([]posting.Page, in.Pages), make([]error, in.Pages)
	report := op.Progress(ctx)
	pages[0], errs[0] = source.Search(ctx, q, 0, in.PerPage)
	if errs[0] != nil {
		return found{}, errs[0]
	}
	var group errgroup.Group
	for i := 1; i < min(in.Pages, pages[0].Pages); i++ {
		group.Go(func() error {
			pages[i], errs[i] = source.Search(ctx, q, i, in.PerPage)
			report(op.Stage{Done: i + 1, Total: in.Pages, Text: fault.Say("Reading pages", "Читаю страницы")})
			return nil
		})
	}
	_ = group.Wait() // every page keeps its own error
	f := joined(pages, errs)
	f.source, f.at = from, h.Now().UTC()
	if left := pages[0].Left; len(left) > 0 {
		f.warnings = append(f.warnings, fault.Say("%[1]s cannot be asked for: %[2]v", "У источника %[1]s нельзя спросить: %[2]v", from, left))
	}
	if len(f.items) == 0 {
		return f, nil
	}
	whole := len(f.errors) == 0 && len(f.items) >= f.total
	if _, err := h.Archive.Put(ctx, tenant, "", posting.Snapshot{Source: from, Query: q, Taken: f.at, Found: f.total, Complete: whole, Postings: f.items}); err != nil {
		f.warnings = append(f.warnings, notKept())
	}
	return f, nil
}

// joined is what the pages that could be read hold, each posting once: postings move between
// pages while they are read.
func joined(pages []posting.Page, errs []error) found {
	f := found{total: pages[0].Found}
	seen := map[string]bool{}
	for i, p := range pages {
		if errs[i] != nil {
			f.errors = append(f.errors, failedPage{i, errs[i]})
			continue
		}
		if i < max(1, pages[0].Pages) {
			f.fetched++
		}
		for _, item := range p.Items {
			if !seen[item.Key()] {
				seen[item.Key()] = true
				f.items = append(f.items, item)
			}
		}
	}
	return f
}

// jobs are the postings as an answer shows them: those within salary_to, the ones that ask for
// more of the asked skills first.
func (h *handlers) jobs(items []posting.Posting, in searchInput, asked inquiry.Understood, rates currency.Rates) []jobWire {
	var list []jobWire
	for i := range items {
		p := &items[i]
		if !overlaps(p.Pay, in, rates) {
			continue
		}
		list = append(list, h.job(p, asked.Skills, rates))
	}
	slices.SortStableFunc(list, func(a, b jobWire) int { return cmp.Compare(len(b.Matched), len(a.Matched)) })
	return list
}

// overlaps reports whether an offer and the asked stretch have anything in common.
func overlaps(p *posting.Pay, in searchInput, rates currency.Rates) bool {
	if in.SalaryFrom == 0 && in.SalaryTo == 0 {
		return true
	}
	if p == nil {
		return false
	}
	inAsked := func(amount, otherwise float64) float64 {
		rub, ok := rates.Roubles(amount, p.Currency)
		unit, known := rates.Roubles(1, currency.ISO(in.Currency))
		if amount == 0 || !ok || !known {
			return otherwise
		}
		return rub / unit
	}
	if _, ok := rates.Roubles(1, p.Currency); !ok {
		return false // in a currency without a rate nothing can be compared
	}
	low, high := inAsked(p.From, 0), inAsked(p.To, math.Inf(1))
	if p.To == 0 && in.SalaryTo > 0 {
		high = max(low, float64(in.SalaryFrom)) // "from 200" is an offer of 200 and what lies above
	}
	return (in.SalaryTo == 0 || low <= float64(in.SalaryTo)) && high >= float64(in.SalaryFrom)
}

func (h *handlers) job(p *posting.Posting, asked []inquiry.Skill, rates currency.Rates) jobWire {
	w := jobWire{
		ID: p.ID, Title: p.Title, Employer: p.Employer.Name, Area: p.Area.Name, Experience: string(p.Experience), Formats: p.Formats,
		URL: p.URL, Responses: p.Responses, Source: string(p.Source),
	}
	if !p.Published.IsZero() {
		w.Published = p.Published.Format(time.RFC3339)
	}
	if pay := p.Pay; pay != nil {
		w.SalaryFrom, w.SalaryTo, w.Currency, w.Basis, w.Per = pay.From, pay.To, pay.Currency, string(pay.Basis), string(pay.Per)
		from, known := rates.Roubles(pay.From, pay.Currency)
		to, _ := rates.Roubles(pay.To, pay.Currency)
		if known {
			w.FromRUB, w.ToRUB = math.Round(from), math.Round(to)
		}
	}
	wanted := demand.Of(h.Skills, p)
	for _, d := range wanted {
		if d.Optional {
			w.Optional = append(w.Optional, d.Name)
			continue
		}
		w.Skills = append(w.Skills, d.Name)
	}
	for _, s := range asked {
		if slices.ContainsFunc(wanted, func(d demand.Wanted) bool { return answers(d, s) }) {
			w.Matched = append(w.Matched, s.Input)
		}
	}
	return w
}

// answers reports whether a wanted skill is the asked one.
func answers(d demand.Wanted, s inquiry.Skill) bool {
	if s.ID != "" {
		return d.ID == s.ID
	}
	return skill.Fold(d.Name) == skill.Fold(s.Input)
}
