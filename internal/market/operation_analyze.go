package market

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"kadry/internal/fault"
	"kadry/internal/market/archive"
	"kadry/internal/market/competition"
	"kadry/internal/market/currency"
	"kadry/internal/market/demand"
	"kadry/internal/market/inquiry"
	"kadry/internal/market/pay"
	"kadry/internal/market/posting"
	"kadry/internal/op"
)

type analyzeInput struct {
	Role        string       `json:"role" min:"1" max:"300" doc:"Job title, level included: senior Go developer."`
	Location    string       `json:"location,omitzero" max:"120" doc:"Town, region or country in any spelling, or HH's area id."`
	Skills      []string     `json:"skills,omitempty" max:"40" doc:"Answered even when rare."`
	SalaryRange []int        `json:"salary_range,omitempty" max:"2" doc:"Your offer, [from, to] a month."`
	Currency    string       `json:"currency,omitzero" max:"3" default:"RUB" doc:"Of the offer and the answer, ISO 4217."`
	Basis       basis        `json:"basis,omitzero" default:"net" doc:"In hand, before income tax, or each pay as it was stated."`
	Experience  []experience `json:"experience,omitempty" max:"4" doc:"Years; default: those of the role's level."`
	Formats     []workFormat `json:"work_format,omitempty" max:"4" doc:"Where the work is done."`
	Sources     []sourceName `json:"sources,omitempty" max:"1" doc:"Default: hh where it can be asked, else what was imported, else trudvsem."`
	Period      int          `json:"period_days,omitzero" min:"1" max:"365" default:"30" doc:"Published in so many last days."`
	MaxItems    int          `json:"max_items,omitzero" min:"1" max:"20000" default:"2000" doc:"Vacancies to read."`
	Details     int          `json:"detail_sample,omitzero" min:"0" max:"2000" default:"30" doc:"Of them in full, for skills. Over 60 is long work."`
	Snapshot    string       `json:"snapshot_id,omitzero" max:"40" doc:"Only this kept snapshot."`
	Resumes     int          `json:"active_resumes,omitzero" min:"0" max:"100000000" doc:"CVs of such people that you counted, for the hh index."`
}

// basis is what of taxes an answer is.
type basis string

// Enum implements the closed set of bases.
func (basis) Enum() []string {
	return []string{string(posting.Net), string(posting.Gross), string(posting.Stated)}
}

type analyzeOutput struct {
	Resolved understoodWire `json:"resolved" doc:"What the question was taken for."`
	competition.Answer
	Unknown  []unknownWire `json:"unknown" doc:"What cannot be known here, with the reason."`
	Partial  bool          `json:"partial_data" doc:"A source or a part of it could not be read; warnings say why."`
	Warnings []string      `json:"warnings"`
	Oldest   string        `json:"oldest_snapshot,omitzero" doc:"Day of the oldest kept snapshot that gave a posting."`
	Note     string        `json:"note,omitzero"`
}

type unknownWire struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

// Condense drops rare skills and small employers.
func (o analyzeOutput) Condense() (analyzeOutput, bool) {
	o.Note = "Shortened to fit: the rarest skills and the smallest employers are left out."
	if len(o.BySkill) < 4 && len(o.Employers) < 4 {
		return o, false
	}
	o.BySkill, o.Employers = o.BySkill[:(len(o.BySkill)+1)/2], o.Employers[:(len(o.Employers)+1)/2]
	o.Trending = o.Trending[:(len(o.Trending)+1)/2]
	return o, true
}

// longDetails is how many details a plain call reads at most; more are long work.
const longDetails = 60

func (h *handlers) analyze() *op.Op {
	return op.New(op.Spec{
		Name: "analyze_market_competition", Toolset: toolset, Title: "What the market pays and asks for", Effect: op.Reads, World: true, Timeout: sampling + 25*time.Second,
		Long: true, Detach: func(_ context.Context, args []byte) ([]byte, bool, error) {
			var in analyzeInput
			if err := json.Unmarshal(args, &in); err != nil {
				return nil, false, err
			}
			return args, in.Details > longDetails || in.MaxItems > 2000, nil
		},
		Doc: "Says what a role pays in a place (percentiles with 95 % intervals), which skills employers ask for and what they are worth, who hires, how that changes, " +
			"and where your offer stands. Every figure has its sample size; what cannot be known is left out with the reason. For the vacancies themselves use search_jobs_multi_page.",
		Examples: []op.Example{
			{Title: "An offer to a Go developer in Kazan", Input: `{"role":"senior Go developer","location":"Казань","salary_range":[250000,300000],"basis":"gross","sources":["snapshot"]}`},
		},
	}, func(ctx context.Context, in analyzeInput) (analyzeOutput, error) {
		q, asked, err := h.question(in)
		if err != nil {
			return analyzeOutput{}, err
		}
		rates, warnings := h.Rates(ctx)
		if _, ok := rates.Roubles(1, q.Currency); !ok {
			return analyzeOutput{}, fault.Wrong("currency", fault.Say("no rate of %q is known", "курс %q неизвестен", fault.Clip(in.Currency)))
		}
		got, err := h.sampled(ctx, in, asked)
		if err != nil {
			return analyzeOutput{}, err
		}
		tenant := op.CallerFrom(ctx).Tenant
		earlier, err := h.Archive.Earlier(ctx, tenant, got.Source, asked.Query)
		if err != nil {
			return analyzeOutput{}, err
		}
		earlier = slices.DeleteFunc(earlier, func(s posting.Snapshot) bool { return got.kept || !s.Taken.Before(got.Taken) })
		answer, err := competition.Of(ctx, q, competition.Sample{
			Now: got.Snapshot, Earlier: earlier, Rates: rates,
			Wanted: func(p *posting.Posting) []demand.Wanted { return demand.Of(h.Skills, p) },
		})
		if err != nil {
			return analyzeOutput{}, err
		}
		return wireAnswer(answer, asked, got, warnings, langOf(ctx)), nil
	})
}

// question reads the input into what is asked of a sample, and of sources.
func (h *handlers) question(in analyzeInput) (competition.Question, inquiry.Understood, error) {
	q := competition.Question{Currency: currency.ISO(in.Currency), Basis: posting.Basis(in.Basis), Resumes: in.Resumes, Seed: 1}
	if n := len(in.SalaryRange); n == 1 || n == 2 {
		q.Offer = pay.Offer{From: float64(in.SalaryRange[0]), To: float64(in.SalaryRange[n-1])}
		if q.Offer.From < 0 || q.Offer.From > q.Offer.To {
			return q, inquiry.Understood{}, fault.Wrong("salary_range", fault.Say("must be [from, to] with from not above to", "нужно [от, до], где от не больше до"))
		}
	}
	asked, err := h.Reader.Role(inquiry.Asked{
		Words: in.Role, Location: in.Location, Skills: in.Skills,
		Experience: retyped[posting.Experience](in.Experience), Formats: retyped[posting.Format](in.Formats),
	})
	for _, s := range asked.Skills {
		if s.ID != "" && !slices.Contains(q.Skills, s.ID) {
			q.Skills = append(q.Skills, s.ID)
		}
	}
	return q, asked, err
}

// sampled reads the sample, in a plain call no longer than sampling.
func (h *handlers) sampled(ctx context.Context, in analyzeInput, asked inquiry.Understood) (sample, error) {
	w := want{query: asked.Query, most: in.MaxItems, details: in.Details}
	if in.Snapshot != "" {
		w.pick = func(k archive.Kept) bool { return k.ID == in.Snapshot }
	}
	if len(in.Sources) > 0 {
		w.source = posting.Source(in.Sources[0])
	}
	if w.pick == nil && w.source != snapshotSource {
		w.query.After = h.Now().AddDate(0, 0, -in.Period).Truncate(time.Hour) // rounded, so that equal questions are equal requests
	}
	tenant, report := op.CallerFrom(ctx).Tenant, op.Progress(ctx)
	if op.Checkpoint(ctx) == nil {
		w.details = min(w.details, longDetails)
		bounded, cancel := context.WithTimeout(ctx, sampling)
		defer cancel()
		ctx = bounded
	}
	return h.sample(ctx, tenant, w, func(done, total int) {
		report(op.Stage{Done: done, Total: total, Text: fault.Say("Reading vacancies", "Читаю вакансии")})
	})
}

func wireAnswer(a competition.Answer, asked inquiry.Understood, got sample, warnings []fault.Text, lang string) analyzeOutput {
	out := analyzeOutput{Resolved: wireUnderstood(asked), Answer: a, Partial: got.missing}
	for _, u := range a.Unknown {
		out.Unknown = append(out.Unknown, unknownWire{Field: u.Field, Reason: u.Reason.In(lang)})
	}
	for _, f := range got.Failures {
		warnings = append(warnings, fault.Text{EN: f.Reason, RU: f.ReasonRU})
	}
	out.Warnings = texts(slices.Concat(warnings, widened(asked.Area), got.warnings, a.Warnings), lang)
	if got.kept {
		out.Oldest = day(got.oldest)
	}
	out.Answer.Unknown, out.Answer.Warnings = nil, nil
	return out
}
