package markettest

import (
	"context"
	"html"
	"net/http"
	"slices"
	"strings"
	"sync"

	"kadry/internal/market/posting"
	"kadry/internal/market/source/hh"
)

// country is the id of Russia.
const country = "113"

// detail answers GET /vacancies/{id}.
func (h *HH) detail(w http.ResponseWriter, r *http.Request) {
	application, ok := h.authorized(w, r)
	if !ok {
		return
	}
	i := slices.IndexFunc(h.postings, func(p posting.Posting) bool { return p.ID == r.PathValue("id") })
	if i < 0 {
		refuse(w, http.StatusNotFound, "not_found", "")
		return
	}
	p := h.postings[i]
	m := item(p, application)
	skills := []any{}
	for _, s := range p.KeySkills {
		skills = append(skills, map[string]any{"name": s})
	}
	m["key_skills"] = skills
	m["description"] = "<p>" + strings.ReplaceAll(html.EscapeString(p.Description), "\n", "</p> <p>") + "</p>"
	m["initial_created_at"] = p.Created.Format(stamp)
	delete(m, "snippet")
	answer(w, http.StatusOK, m)
}

// named are the different entries that the postings have of something, in their order.
func (h *HH) named(of func(posting.Posting) []posting.Named) []posting.Named {
	var all []posting.Named
	seen := map[posting.Named]bool{}
	for _, p := range h.postings {
		for _, n := range of(p) {
			if !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	return all
}

func (h *HH) areas(w http.ResponseWriter, _ *http.Request) {
	below := []any{}
	for _, n := range h.named(func(p posting.Posting) []posting.Named { return []posting.Named{p.Area} }) {
		below = append(below, map[string]any{"id": n.ID, "parent_id": country, "name": n.Name, "areas": []any{}})
	}
	answer(w, http.StatusOK, []any{map[string]any{"id": country, "parent_id": nil, "name": "Россия", "areas": below}})
}

func (h *HH) roles(w http.ResponseWriter, _ *http.Request) {
	roles := []any{}
	for _, n := range h.named(func(p posting.Posting) []posting.Named { return p.Roles }) {
		roles = append(roles, coded(n.ID, n.Name))
	}
	answer(w, http.StatusOK, map[string]any{"categories": []any{
		map[string]any{"id": "11", "name": "Информационные технологии", "roles": roles},
		map[string]any{"id": "40", "name": "Другое", "roles": roles[:min(1, len(roles))]}, // a role stands in several
	}})
}

func dictionaries(w http.ResponseWriter, _ *http.Request) {
	experience := []any{}
	for _, id := range values(experienceIDs) {
		experience = append(experience, coded(id, id))
	}
	currency := func(code string, rate float64) any {
		return map[string]any{"code": code, "abbr": code, "name": code, "rate": rate, "default": code == "RUR", "in_use": true}
	}
	answer(w, http.StatusOK, map[string]any{
		"experience": experience,
		"currency":   []any{currency("RUR", 1), currency("USD", 0.0125), currency("EUR", 0.01), currency("BYR", 0.035), currency("KZT", 6.5)},
	})
}

func (h *HH) suggest(w http.ResponseWriter, r *http.Request) {
	of := map[string]func(posting.Posting) []posting.Named{
		"areas":              func(p posting.Posting) []posting.Named { return []posting.Named{p.Area} },
		"professional_roles": func(p posting.Posting) []posting.Named { return p.Roles },
		"skill_set": func(p posting.Posting) []posting.Named {
			var all []posting.Named
			for _, s := range p.KeySkills {
				all = append(all, posting.Named{Name: s})
			}
			return all
		},
	}[r.PathValue("kind")]
	text := strings.ToLower(r.URL.Query().Get("text"))
	switch {
	case of == nil:
		refuse(w, http.StatusNotFound, "not_found", "")
		return
	case len([]rune(text)) < 2:
		refuse(w, http.StatusBadRequest, "bad_argument", "text")
		return
	}
	items := []any{}
	for _, n := range h.named(of) {
		if strings.HasPrefix(strings.ToLower(n.Name), text) {
			items = append(items, map[string]any{"id": n.ID, "text": n.Name})
		}
	}
	answer(w, http.StatusOK, map[string]any{"items": items})
}

// Keep keeps a grant in memory, for any number of clients that share it.
type Keep struct {
	mu    sync.Mutex // of Replace, all of it: who asks for a token is alone
	inner sync.Mutex
	grant hh.Grant
}

// Load returns the grant.
func (k *Keep) Load(ctx context.Context) (hh.Grant, error) {
	k.inner.Lock()
	defer k.inner.Unlock()
	return k.grant, ctx.Err()
}

// Replace keeps what next makes of the grant.
func (k *Keep) Replace(ctx context.Context, next func(hh.Grant) (hh.Grant, error)) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	current, err := k.Load(ctx)
	if err != nil {
		return err
	}
	current, err = next(current)
	if err != nil {
		return err
	}
	k.inner.Lock()
	defer k.inner.Unlock()
	k.grant = current
	return nil
}

var _ hh.Keep = (*Keep)(nil)
