package replica

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strings"
)

const (
	// mostFound is how far into a search one can page; the total may be larger.
	mostFound = 1000
	// largestSearched is the file the search for code leaves out.
	largestSearched = 384 << 10
)

type found struct {
	Total      int  `json:"total_count"`
	Incomplete bool `json:"incomplete_results"`
	Items      any  `json:"items"`
}

// ask reads a query or answers what is wrong with it.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) (query, bool) {
	text := strings.TrimSpace(r.URL.Query().Get("q"))
	invalid := func(message, code string) (query, bool) {
		writeErrors(w, http.StatusUnprocessableEntity, "Validation Failed", docsSearch, map[string]string{
			"message": message, "resource": "Search", "field": "q", "code": code,
		})
		return query{}, false
	}
	if text == "" {
		return invalid("None of the search qualifiers apply to this search type.", "missing")
	}
	if len(text) > longestQuery {
		return invalid("The search is longer than 256 characters.", "invalid")
	}
	q := parseQuery(text)
	for _, login := range q.named() {
		if s.world.account(login) == nil {
			return invalid("The listed users cannot be searched either because the users do not exist or you do not have permission to view the users.", "invalid")
		}
	}
	for _, k := range q.qualifiers {
		if owner, name, ok := strings.Cut(k.value, "/"); k.name == "repo" && (!ok || s.world.repository(owner, name) == nil) {
			return invalid("The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.", "invalid")
		}
	}
	return q, true
}

// answerSearch writes one page; past the thousandth result there is an error.
func answerSearch[T any](w http.ResponseWriter, r *http.Request, list []T, show func(T) any) {
	size, at := pageOf(r)
	if (at-1)*size >= mostFound {
		writeError(w, http.StatusUnprocessableEntity, "Only the first 1000 search results are available", docsSearch)
		return
	}
	items := []any{}
	for _, v := range page(w, r, r.URL.Path, list[:min(len(list), mostFound)]) {
		items = append(items, show(v))
	}
	writeJSON(w, http.StatusOK, found{Total: len(list), Items: items})
}

func (s *Server) searchCommits(w http.ResponseWriter, r *http.Request) {
	q, ok := s.ask(w, r)
	if !ok {
		return
	}
	var list []*commit
	for _, k := range s.repositoriesByName() {
		for _, c := range k.commits {
			if q.fitsCommit(c) {
				list = append(list, c)
			}
		}
	}
	ascending := r.URL.Query().Get("order") == "asc"
	slices.SortStableFunc(list, func(a, b *commit) int {
		if ascending {
			a, b = b, a
		}
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.sha, b.sha))
	})
	answerSearch(w, r, list, func(c *commit) any {
		return struct {
			listedCommit
			Repository minimalRepo `json:"repository"`
			Score      float64     `json:"score"`
		}{listed(r, c), minimal(r, c.work.repo), 1}
	})
}

func (q query) fitsCommit(c *commit) bool {
	for _, k := range q.qualifiers {
		fits, ours := k.in(c.work.repo)
		switch k.name {
		case "author", "committer":
			fits, ours = c.work.who.is(k.value), true
		case "author-email", "committer-email":
			fits, ours = strings.EqualFold(c.work.email(), k.value), true
		case "author-date", "committer-date":
			fits, ours = span(k.value, c.at), true
		case "hash":
			fits, ours = c.sha == strings.ToLower(k.value), true
		}
		if !k.ignored() && (ours && fits) == k.not {
			return false
		}
	}
	for _, word := range q.words {
		if !strings.Contains(strings.ToLower(c.message()), strings.ToLower(word)) {
			return false
		}
	}
	return true
}

func (s *Server) repositoriesByName() []*repository {
	out := make([]*repository, 0, len(s.world.repositories))
	for _, k := range s.world.repositories {
		out = append(out, k)
	}
	slices.SortFunc(out, byFullName)
	return out
}

// tickets are the issues and pulls a query finds, newest first.
func (s *Server) tickets(q query) []ticketed {
	var list []ticketed
	for _, p := range s.world.pulls {
		if t := p.ticketed(); q.fitsTicket(t) {
			list = append(list, t)
		}
	}
	for _, i := range s.world.issues {
		if t := i.ticketed(); q.fitsTicket(t) {
			list = append(list, t)
		}
	}
	slices.SortStableFunc(list, func(a, b ticketed) int {
		return cmp.Or(b.created.Compare(a.created), byFullName(a.repo, b.repo), cmp.Compare(b.number, a.number))
	})
	return list
}

func (s *Server) searchIssues(w http.ResponseWriter, r *http.Request) {
	q, ok := s.ask(w, r)
	if !ok {
		return
	}
	list := s.tickets(q)
	if r.URL.Query().Get("order") == "asc" {
		slices.Reverse(list)
	}
	answerSearch(w, r, list, func(t ticketed) any {
		i := t.listed(r)
		score := 1.0
		i.Score = &score
		return i
	})
}

type hit struct {
	repo *repository
	file *entry
}

// searchCode finds files that hold every word, punctuation left out, on default branches.
func (s *Server) searchCode(w http.ResponseWriter, r *http.Request) {
	q, ok := s.ask(w, r)
	if !ok {
		return
	}
	if len(q.words) == 0 {
		writeErrors(w, http.StatusUnprocessableEntity, "Validation Failed", docsSearch, map[string]string{
			"message": "The search must include at least one term.", "resource": "Search", "field": "q", "code": "invalid",
		})
		return
	}
	var list []hit
	for _, k := range s.repositoriesByName() {
		if k.archive == nil || k.Fork && k.stars() <= known(starsOf(k.parent)) {
			continue
		}
		k.archive.root.walk(func(e *entry) {
			if !e.folder && len(e.content) < largestSearched && q.fitsFile(k, e) {
				list = append(list, hit{k, e})
			}
		})
	}
	answerSearch(w, r, list, func(h hit) any {
		at := base(r) + "/repos/" + h.repo.FullName
		return struct {
			Name       string      `json:"name"`
			Path       string      `json:"path"`
			SHA        string      `json:"sha"`
			URL        string      `json:"url"`
			GitURL     string      `json:"git_url"`
			HTMLURL    string      `json:"html_url"`
			Repository minimalRepo `json:"repository"`
			Score      float64     `json:"score"`
		}{
			h.file.name(), h.file.path, h.file.hash, at + "/contents/" + h.file.path + "?ref=" + h.repo.Head, at + "/git/blobs/" + h.file.hash,
			"https://github.com/" + h.repo.FullName + "/blob/" + h.repo.Head + "/" + h.file.path, minimal(r, h.repo), 1,
		}
	})
}

func starsOf(k *repository) *int {
	if k == nil {
		return nil
	}
	return k.Stars
}

func (q query) fitsFile(k *repository, e *entry) bool {
	for _, one := range q.qualifiers {
		fits, ours := one.in(k)
		switch one.name {
		case "filename":
			fits, ours = strings.EqualFold(e.name(), one.value), true
		case "extension":
			fits, ours = strings.HasSuffix(strings.ToLower(e.name()), "."+strings.ToLower(one.value)), true
		case "path":
			fits, ours = strings.HasPrefix(e.path, strings.Trim(one.value, "/")), true
		}
		if !one.ignored() && (ours && fits) == one.not {
			return false
		}
	}
	content := bytes.ToLower(e.content)
	for _, word := range q.words {
		for _, part := range strings.FieldsFunc(strings.ToLower(word), punctuation) {
			if !bytes.Contains(content, []byte(part)) {
				return false
			}
		}
	}
	return true
}

// punctuation is left out by the search for code.
func punctuation(c rune) bool { return strings.ContainsRune(".,:;/\\`'\"=*!?#$&+^|~<>(){}[]@", c) }
