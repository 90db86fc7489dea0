package markettest

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/market/posting"
)

// The dictionaries' ids of what the nouns say.
var (
	experienceIDs = map[posting.Experience]string{posting.None: "noExperience", posting.OneToThree: "between1And3", posting.ThreeToSix: "between3And6", posting.OverSix: "moreThan6"}
	formatIDs     = map[posting.Format]string{posting.OnSite: "ON_SITE", posting.Remote: "REMOTE", posting.Hybrid: "HYBRID", posting.Field: "FIELD_WORK"}
	modeIDs       = map[posting.Per]string{posting.Month: "MONTH", posting.Hour: "HOUR", posting.Shift: "SHIFT", posting.Rotation: "FLY_IN_FLY_OUT", posting.Service: "SERVICE"}
	employmentIDs = map[posting.Employment]string{posting.Full: "FULL", posting.Part: "PART", posting.Project: "PROJECT", posting.FlyInOut: "FLY_IN_FLY_OUT"}
	currencyCodes = map[string]string{"RUB": "RUR", "BYN": "BYR"}
)

// search answers GET /vacancies: filters are applied, parameters it does not know are not there.
func (h *HH) search(w http.ResponseWriter, r *http.Request) {
	v := r.URL.Query()
	h.mu.Lock()
	h.queries = append(h.queries, r.URL.RawQuery)
	fails := h.options.FailPage > 0 && v.Get("page") == strconv.Itoa(h.options.FailPage-1)
	hangs := h.options.HangAfter > 0 && len(h.queries) > h.options.HangAfter
	h.mu.Unlock()
	if hangs {
		<-r.Context().Done()
		return
	}
	application, ok := h.authorized(w, r)
	if !ok {
		return
	}
	if fails {
		refuse(w, http.StatusInternalServerError, "service_error", "")
		return
	}
	page, err1 := strconv.Atoi(cmp.Or(v.Get("page"), "0"))
	perPage, err2 := strconv.Atoi(cmp.Or(v.Get("per_page"), "10"))
	switch {
	case err1 != nil || page < 0 || page*perPage+perPage > hhDepth:
		refuse(w, http.StatusBadRequest, "bad_argument", "page")
		return
	case err2 != nil || perPage < 0 || perPage > 100:
		refuse(w, http.StatusBadRequest, "bad_argument", "per_page")
		return
	}
	if bad := badArgument(v); bad != "" {
		refuse(w, http.StatusBadRequest, "bad_argument", bad)
		return
	}
	found := h.find(v)
	body := map[string]any{"found": len(found), "page": page, "per_page": perPage, "pages": 0, "clusters": nil, "arguments": nil}
	if perPage > 0 {
		body["pages"] = min((len(found)+perPage-1)/perPage, hhDepth/perPage)
	}
	if v.Get("clusters") == "true" {
		body["clusters"] = h.clusters(found, r.URL)
	}
	items := []any{}
	for _, p := range found[min(page*perPage, len(found)):min((page+1)*perPage, len(found))] {
		items = append(items, item(p, application && v.Get("responses_count_enabled") == "true"))
	}
	body["items"] = items
	answer(w, http.StatusOK, body)
}

// badArgument is a parameter with a value outside of its dictionary.
func badArgument(v url.Values) string {
	for name, known := range map[string][]string{
		"experience": values(experienceIDs), "work_format": values(formatIDs), "order_by": {"publication_time", "salary_desc", "salary_asc", "relevance", "distance"},
		"search_field": {"name", "company_name", "description"}, "currency": {"AZN", "BYR", "EUR", "GEL", "KGS", "KZT", "RUR", "UAH", "USD", "UZS"},
	} {
		for _, value := range v[name] {
			if !slices.Contains(known, value) {
				return name
			}
		}
	}
	for _, name := range []string{"area", "professional_role", "salary"} {
		for _, value := range v[name] {
			if _, err := strconv.Atoi(value); err != nil {
				return name
			}
		}
	}
	for _, name := range []string{"date_from", "date_to"} {
		if _, err := time.Parse(stamp, v.Get(name)); err != nil && v.Get(name) != "" {
			return name
		}
	}
	return ""
}

func values[K comparable](of map[K]string) []string {
	var all []string
	for _, v := range of {
		all = append(all, v)
	}
	return all
}

// find returns what a search finds, the newest first.
func (h *HH) find(v url.Values) []posting.Posting {
	from, _ := time.Parse(stamp, v.Get("date_from"))
	to, _ := time.Parse(stamp, v.Get("date_to"))
	wanted, _ := strconv.ParseFloat(v.Get("salary"), 64)
	paid := v.Get("only_with_salary") == "true" || slices.Contains(v["label"], "with_salary")
	var found []posting.Posting
	for _, p := range h.postings {
		switch {
		case len(v["area"]) > 0 && !slices.Contains(v["area"], p.Area.ID) && !slices.Contains(v["area"], country),
			len(v["professional_role"]) > 0 && !slices.ContainsFunc(p.Roles, func(n posting.Named) bool { return slices.Contains(v["professional_role"], n.ID) }),
			len(v["experience"]) > 0 && !slices.Contains(v["experience"], experienceIDs[p.Experience]),
			len(v["work_format"]) > 0 && !slices.ContainsFunc(p.Formats, func(f posting.Format) bool { return slices.Contains(v["work_format"], formatIDs[f]) }),
			paid && p.Pay == nil,
			wanted > 0 && p.Pay != nil && p.Pay.To > 0 && p.Pay.To < wanted/2,
			!from.IsZero() && p.Published.Before(from), !to.IsZero() && p.Published.After(to),
			!says(p, v.Get("text"), v.Get("search_field") == "name"):
		default:
			found = append(found, p)
		}
	}
	return found
}

// says reports whether all words are there, or those between two OR.
func says(p posting.Posting, text string, title bool) bool {
	if text == "" {
		return true
	}
	body := strings.ToLower(p.Title)
	if !title {
		body = strings.ToLower(strings.Join([]string{p.Title, p.Employer.Name, p.Requirement, p.Duty, p.Description, strings.Join(p.KeySkills, " ")}, "\n"))
	}
	for part := range strings.SplitSeq(text, " OR ") {
		all := true
		for i, piece := range strings.Split(part, `"`) {
			words := strings.Fields(piece)
			if i%2 == 1 {
				words = []string{piece} // a phrase
			}
			for _, word := range words {
				all = all && strings.Contains(body, strings.ToLower(strings.Trim(word, "()")))
			}
		}
		if all {
			return true
		}
	}
	return false
}

// clusters counts what was found by what the room asks for.
func (h *HH) clusters(found []posting.Posting, u *url.URL) []any {
	count := func(name string, of func(posting.Posting) []string) any {
		counts := map[string]int{}
		for _, p := range found {
			for _, value := range of(p) {
				counts[value]++
			}
		}
		items := []any{}
		for value, n := range counts {
			narrowed := u.Query()
			narrowed.Set(name, value)
			items = append(items, map[string]any{"name": value, "count": n, "url": h.server.URL + u.Path + "?" + narrowed.Encode()})
		}
		return map[string]any{"id": name, "name": name, "items": items}
	}
	paid := 0
	for _, p := range found {
		if p.Pay != nil {
			paid++
		}
	}
	return []any{
		count("experience", func(p posting.Posting) []string { return []string{experienceIDs[p.Experience]} }),
		count("area", func(p posting.Posting) []string { return []string{p.Area.ID} }),
		count("work_format", func(p posting.Posting) []string {
			var all []string
			for _, f := range p.Formats {
				all = append(all, formatIDs[f])
			}
			return all
		}),
		map[string]any{"id": "salary", "items": []any{map[string]any{"name": "Указана", "count": paid, "url": h.server.URL + "/vacancies?only_with_salary=true"}}},
	}
}

// coded is an entry of a dictionary, null where there is none.
func coded(id, name string) any {
	if id == "" {
		return nil
	}
	return map[string]any{"id": id, "name": name}
}

// item is a posting as a search shows it.
func item(p posting.Posting, counted bool) map[string]any {
	formats := []any{}
	for _, f := range p.Formats {
		formats = append(formats, coded(formatIDs[f], formatIDs[f]))
	}
	roles := []any{}
	for _, r := range p.Roles {
		roles = append(roles, coded(r.ID, r.Name))
	}
	m := map[string]any{
		"id": p.ID, "name": p.Title, "premium": false, "archived": p.Archived, "area": coded(p.Area.ID, p.Area.Name),
		"salary": nil, "salary_range": nil, "experience": coded(experienceIDs[p.Experience], ""), "employment_form": coded(employmentIDs[p.Employment], ""),
		"work_format": formats, "professional_roles": roles, "address": nil,
		"contacts":     map[string]any{"name": "Имя", "email": "person@mail.example", "phones": []any{map[string]any{"number": "000-00-00"}}},
		"snippet":      map[string]any{"requirement": p.Requirement, "responsibility": p.Duty},
		"employer":     map[string]any{"id": p.Employer.ID, "name": p.Employer.Name, "accredited_it_employer": p.Employer.AccreditedIT, "trusted": true},
		"published_at": p.Published.Format(stamp), "created_at": p.Published.Format(stamp), "alternate_url": p.URL,
	}
	if p.Employer.Agency {
		m["employer"].(map[string]any)["type"] = "agency"
	}
	if p.Pay != nil {
		m["salary"], m["salary_range"] = pay(*p.Pay, false), pay(*p.Pay, true)
	}
	if counted && p.Responses != nil {
		m["counters"] = map[string]any{"responses": *p.Responses, "total_responses": *p.Responses}
	}
	return m
}

func pay(p posting.Pay, ranged bool) map[string]any {
	m := map[string]any{"from": nil, "to": nil, "gross": nil, "currency": cmp.Or(currencyCodes[p.Currency], p.Currency)}
	if p.From > 0 {
		m["from"] = p.From
	}
	if p.To > 0 {
		m["to"] = p.To
	}
	if p.Basis != "" {
		m["gross"] = p.Basis == posting.Gross
	}
	if ranged {
		m["mode"] = coded(modeIDs[p.Per], "")
	}
	return m
}
