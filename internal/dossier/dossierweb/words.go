package dossierweb

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/dossier/export"
	"kadry/internal/dossier/proof"
	"kadry/internal/dossier/quote"
	"kadry/internal/dossier/report"
	"kadry/internal/dossier/requirement"
	"kadry/internal/dossier/script"
	"kadry/internal/dossier/verdict"
	"kadry/internal/webui/kit"
)

// longestQuote is of a person's own words, in characters.
const longestQuote = 500

// decisions are what a person can decide, in the order of the buttons.
var decisions = []verdict.Decision{verdict.Go, verdict.Hold, verdict.No}

// decisionText is a decision in a word; none where nothing could be read.
func (s *screen) decisionText(d verdict.Decision) string {
	if !slices.Contains(decisions, d) {
		return s.T("report.decision.none")
	}
	return s.T("report.decision." + string(d))
}

// statusText is what is known of a skill, in a word.
func (s *screen) statusText(status proof.Status) string {
	switch status {
	case proof.Met, proof.Weak, proof.Denied:
		return s.T("report.status." + string(status))
	case proof.Unknown:
	}
	return s.T("report.status.unknown")
}

// sourceText names what a cell rests on; silent sources where nobody speaks.
func (s *screen) sourceText(c report.Cell) string {
	if c.Source != "" {
		return c.Source.Name(s.Lang)
	}
	return ""
}

// silentText says who was read and does not mention a skill.
func (s *screen) silentText(c report.Candidate, cell report.Cell) string {
	switch {
	case c.Status == report.Failed:
		return s.T("report.nobodyRead")
	case len(cell.Silent)+len(cell.Evidence) == 0:
		return s.T("report.nobodySays")
	case len(cell.Silent) == 0:
		return ""
	}
	var names []string
	for _, source := range cell.Silent {
		names = append(names, source.Name(s.Lang))
	}
	return s.T("report.silent", "Sources", strings.Join(names, ", "))
}

// usedText is how long and how lately a skill was used, no more exactly than the source says.
func (s *screen) usedText(e report.Evidence) []string {
	var parts []string
	if months := int(math.Round(e.Years * 12)); months > 0 {
		parts = append(parts, s.Duration(months))
	}
	if e.LastUsed != "" {
		parts = append(parts, s.T("report.lastUsed", "When", s.whenText(e.LastUsed)))
	}
	return parts
}

// whenText writes YYYY-MM or YYYY.
func (s *screen) whenText(text string) string {
	if at, err := time.Parse("2006-01", text); err == nil {
		return s.Month(at.Year(), int(at.Month()))
	}
	return quote.Clean(text, 20)
}

// sections are the parts of a CV that the page has words for.
var sections = []string{"title", "summary", "skills", "experience", "education", "projects", "certificates", "languages"}

// placeText is where a proof stands in a document or a repository.
func (s *screen) placeText(p proof.Place) string {
	if p.Repository != "" {
		return strings.Trim(quote.Clean(p.Repository+"/"+p.Path, 160), "/")
	}
	if slices.Contains(sections, p.Section) {
		return s.T("report.section." + p.Section)
	}
	return quote.Clean(p.Section, 160)
}

// parts of a score, as the room names them.
var parts = []string{"mandatory", "preferred", "evidence", "activity", "risk"}

func (s *screen) partText(p verdict.Part) string {
	if !slices.Contains(parts, p.Part) {
		return p.Part
	}
	return s.T("report.part." + p.Part)
}

// pointsText is what a row gives, of how many.
func (s *screen) pointsText(p verdict.Part) string {
	if p.Of == 0 {
		return s.Number(p.Points)
	}
	return s.T("report.ofPoints", "N", s.Number(p.Points), "Of", s.Number(p.Of))
}

// lead is the report in a few words. It counts what stands: decisions of people where there
// are any, else the advice.
func (s *screen) lead(k kept) []string {
	count := map[verdict.Decision]int{}
	people, failed := 0, 0
	for _, c := range k.Candidates {
		count[c.Decision]++
		if c.Override != nil {
			people++
		}
		if c.Status == report.Failed && k.Complete {
			failed++
		}
	}
	list := []string{s.T("report.sum", "Go", s.Number(count[verdict.Go]), "Hold", s.Number(count[verdict.Hold]), "No", s.Number(count[verdict.No]), "All", s.Number(len(k.Candidates)))}
	if people == 0 {
		list = append(list, s.T("report.sumAdvice"))
	} else {
		list = append(list, s.N("report.sumPeople", people))
	}
	if failed > 0 {
		list = append(list, s.N("report.sumFailed", failed))
	}
	return list
}

// pending reports that a person may still be read. A report that is not complete does not
// tell who failed and whose turn has not come.
func (k kept) pending(c report.Candidate) bool { return !k.Complete && c.Status == report.Failed }

// stateText is how much of a person could be read.
func (s *screen) stateText(k kept, c report.Candidate) string {
	if k.pending(c) {
		return s.T("report.state.pending")
	}
	return s.T("report.state." + string(c.Status))
}

// nameText is what a person is called: by name, else by the id.
func nameText(c report.Candidate) string { return cmp.Or(c.Name, c.ID) }

// nameOf is the name of a person of a report whom an id names.
func nameOf(k kept, id string) string {
	for _, c := range k.Candidates {
		if c.ID == id {
			return nameText(c)
		}
	}
	return id
}

// roleText is the role with its place and company.
func roleText(r report.Role) string {
	var list []string
	for _, part := range []string{r.Location, r.Company} {
		if part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, " · ")
}

// authorText names who decided. A server open to whoever sits at it knows no name.
func (s *screen) authorText(o verdict.Override) string {
	switch o.Author {
	case "", "local", "anonymous":
		return s.T("report.someone")
	}
	return quote.Clean(o.Author, 100)
}

// noBreak keeps a sum and its currency on one line.
const noBreak = "\u00a0"

// moneyText is a sum a month in whole units.
func (s *screen) moneyText(v float64, currency string) string {
	return s.Number(int(math.Round(v))) + noBreak + currencyText(currency)
}

func currencyText(code string) string {
	if code == "RUB" || code == "RUR" {
		return "₽"
	}
	return quote.Clean(code, 10)
}

// rangeText is two sums of one currency.
func (s *screen) rangeText(from, to float64, currency string) string {
	return s.Number(int(math.Round(from))) + "–" + s.moneyText(to, currency)
}

func (s *screen) basisText(basis string) string {
	switch basis {
	case "net", "gross":
		return s.T("report.basis." + basis)
	}
	return quote.Clean(basis, 20)
}

// payText is the pay of the postings, as far as their number lets it be told.
func (s *screen) payText(p report.Pay) string {
	switch {
	case p.P25 != nil && p.P75 != nil && p.Median != nil:
		return s.T("report.payMiddle", "Median", s.moneyText(*p.Median, p.Currency), "Range", s.rangeText(*p.P25, *p.P75, p.Currency))
	case p.Median != nil:
		return s.T("report.payMedian", "Median", s.moneyText(*p.Median, p.Currency))
	}
	if p.Max <= 0 {
		return s.T("unknown")
	}
	return s.rangeText(p.Min, p.Max, p.Currency)
}

// drawn reports that the middle half can be drawn between the least and the most.
func drawn(p report.Pay) bool {
	return p.P25 != nil && p.P75 != nil && p.Median != nil && p.Min < p.Max && *p.P25 >= p.Min && *p.P75 <= p.Max
}

// why is the reason for which a field of the report is left out.
func (k kept) why(field string) string {
	for _, u := range k.Unknown {
		if u.Field == field {
			return u.Reason
		}
	}
	return ""
}

// noOffer is the field that the report names where it has no offer range.
const noOffer = "recommendations.competitive_offer_range"

// unknownText names a field that is left out, in the words of the page.
func (s *screen) unknownText(u report.Unknown) string {
	switch u.Field {
	case "market":
		return s.T("report.market")
	case "market.responses_per_vacancy":
		return s.T("report.unknown.responses")
	case "market.salary.median":
		return s.T("report.unknown.median")
	case noOffer:
		return s.T("report.offerRange")
	}
	if name, ok := strings.CutPrefix(u.Field, "requirement."); ok {
		return s.T("report.unknown.skill", "Skill", quote.Clean(name, requirement.LongestSkill))
	}
	return quote.Clean(u.Field, 120)
}

// levelText is what the market makes of a skill.
func (s *screen) levelText(w requirement.Weighed) string {
	switch w.Level {
	case requirement.MarketMandatory, requirement.MarketPreferred, requirement.MarketOptional:
		return s.T("report.level." + string(w.Level))
	}
	return s.T("unknown")
}

// shareText is in how many postings of those that were read a skill is named.
func (s *screen) shareText(w requirement.Weighed, analyzed int) string {
	if w.Share == nil {
		return s.T("unknown")
	}
	return s.T("report.share", "Share", s.Number(percent(*w.Share)), "N", s.Number(w.Postings), "All", s.Number(analyzed))
}

func (s *screen) kindText(k script.Kind) string {
	switch k {
	case script.Depth, script.Probe, script.Clarify:
		return s.T("report.ask." + string(k))
	}
	return string(k)
}

// strengthText is a strength; what is unknown has none.
func (s *screen) strengthText(c report.Cell) string {
	if c.Strength == nil {
		return "—"
	}
	return s.Decimal(*c.Strength, 2)
}

func percent(x float64) int { return int(100*min(max(x, 0), 1) + .5) }

// percentOf is where a sum lies between two others, in hundredths.
func percentOf(v, low, high float64) string {
	if high <= low {
		return "0"
	}
	return strconv.Itoa(percent((v - low) / (high - low)))
}

// onGitHub is an address on GitHub, for a link; empty when it is any other.
func onGitHub(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host != "github.com" || u.User != nil {
		return ""
	}
	return u.String()
}

// exportPath is the report as a document.
func exportPath(id string, f export.Format) templ.SafeURL {
	return kit.Href("/api/v1/hr/report/"+url.PathEscape(id), url.Values{"format": {string(f)}})
}

// marketOf is the page of what the market says of the role.
func marketOf(r report.Role) templ.SafeURL {
	v := url.Values{"role": {r.Title}}
	if r.Location != "" {
		v.Set("place", r.Location)
	}
	return kit.Href(marketPath, v)
}

func (s *screen) peopleText(n int) string { return s.N("report.peopleCount", n) }
