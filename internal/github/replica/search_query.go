package replica

import (
	"strings"
	"time"
)

// longestQuery is GitHub's limit of a search.
const longestQuery = 256

// query is a search taken apart: literal words and qualifiers in their order.
type query struct {
	words      []string
	qualifiers []qualifier
}

type qualifier struct {
	name, value string
	not         bool
}

// parseQuery splits at spaces outside quotes.
func parseQuery(q string) query {
	var out query
	for _, part := range fields(q) {
		not := strings.HasPrefix(part, "-")
		name, value, ok := strings.Cut(strings.TrimPrefix(part, "-"), ":")
		if ok && name != "" && !strings.ContainsAny(name, `"`) {
			out.qualifiers = append(out.qualifiers, qualifier{strings.ToLower(name), strings.Trim(value, `"`), not})
			continue
		}
		if word := strings.Trim(part, `"`); word != "" {
			out.words = append(out.words, word)
		}
	}
	return out
}

func fields(q string) []string {
	quoted := false
	return strings.FieldsFunc(q, func(c rune) bool {
		if c == '"' {
			quoted = !quoted
		}
		return !quoted && (c == ' ' || c == '\t' || c == '+')
	})
}

// named are the logins a query names, which must exist.
func (q query) named() []string {
	var out []string
	for _, k := range q.qualifiers {
		switch k.name {
		case "author", "reviewed-by", "commenter", "user", "org", "involves":
			out = append(out, k.value)
		}
	}
	return out
}

// in fits what any query can say of a repository.
func (k qualifier) in(r *repository) (fits, ours bool) {
	switch k.name {
	case "repo":
		return strings.EqualFold(r.FullName, k.value), true
	case "user", "org":
		return strings.EqualFold(r.Owner, k.value), true
	case "language":
		if list := r.languages(); len(list) > 0 {
			return strings.EqualFold(list[0].Name, k.value), true
		}
		return false, true
	}
	return false, false
}

// span fits a time: >2020-01-01, >=, <, <=, 2020-01-01..2021-01-01, or a day.
func span(value string, at time.Time) bool {
	day := at.UTC().Format(time.DateOnly)
	bound := func(s string) string { return s[:min(len(s), len(time.DateOnly))] }
	if from, to, ok := strings.Cut(value, ".."); ok {
		return (from == "*" || day >= bound(from)) && (to == "*" || day <= bound(to))
	}
	switch {
	case strings.HasPrefix(value, ">="):
		return day >= bound(value[2:])
	case strings.HasPrefix(value, "<="):
		return day <= bound(value[2:])
	case strings.HasPrefix(value, ">"):
		return day > bound(value[1:])
	case strings.HasPrefix(value, "<"):
		return day < bound(value[1:])
	}
	return day == bound(value)
}

// fitsTicket says whether an issue or a pull fits every qualifier and word.
func (q query) fitsTicket(t ticketed) bool {
	for _, k := range q.qualifiers {
		if !k.ignored() && k.ticket(t) == k.not {
			return false
		}
	}
	for _, word := range q.words {
		if !strings.Contains(strings.ToLower(t.title()), strings.ToLower(word)) {
			return false
		}
	}
	return true
}

func (k qualifier) ticket(t ticketed) bool {
	if fits, ours := k.in(t.repo); ours {
		return fits
	}
	merged := t.pull != nil && t.pull.MergedAt != nil
	switch k.name {
	case "is", "type", "state":
		switch strings.ToLower(k.value) {
		case "pr", "pull-request":
			return t.pull != nil
		case "issue":
			return t.pull == nil
		case "merged":
			return merged
		case "unmerged":
			return t.pull != nil && !merged
		case "open", "closed":
			return t.state() == strings.ToLower(k.value)
		case "public":
			return true
		}
		return false
	case "author":
		return t.author.is(k.value)
	case "commenter":
		return commented(t, k.value)
	case "reviewed-by":
		return reviewed(t, k.value)
	case "involves":
		return t.author.is(k.value) || commented(t, k.value)
	case "created":
		return span(k.value, t.created)
	case "updated":
		return span(k.value, t.updated())
	case "merged":
		return merged && span(k.value, *t.pull.MergedAt)
	case "closed":
		return t.closed != nil && span(k.value, *t.closed)
	}
	return false
}

// ignored are qualifiers that choose nothing here.
func (k qualifier) ignored() bool {
	switch k.name {
	case "in", "sort", "archived", "draft", "merge", "fork":
		return true
	}
	return false
}

func (a *account) is(login string) bool { return a != nil && strings.EqualFold(a.Login, login) }

func commented(t ticketed, login string) bool {
	for _, c := range t.comments {
		if c.who.is(login) {
			return true
		}
	}
	return false
}

func reviewed(t ticketed, login string) bool {
	if t.pull == nil {
		return false
	}
	for _, v := range t.pull.Reviews {
		if v.who.is(login) {
			return true
		}
	}
	return false
}
