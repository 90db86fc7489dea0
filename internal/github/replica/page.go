package replica

import (
	"net/http"
	"strconv"
	"strings"
)

const (
	usualPage = 30
	mostPage  = 100
)

// page cuts out the page a request asks for and names its neighbours in the Link header.
// place is the address GitHub gives the list there, by number instead of name.
func page[T any](w http.ResponseWriter, r *http.Request, place string, list []T) []T {
	size, at := pageOf(r)
	last := max(1, (len(list)+size-1)/size)
	if links := links(r, place, at, last); links != "" {
		w.Header().Set("Link", links)
	}
	if at > last {
		return []T{}
	}
	from := (at - 1) * size
	return list[from:min(len(list), from+size)]
}

// pageOf reads per_page and page; what cannot be read is the default, as on GitHub.
func pageOf(r *http.Request) (size, at int) {
	q := r.URL.Query()
	size, err := strconv.Atoi(q.Get("per_page"))
	if err != nil || size < 1 {
		size = usualPage
	}
	at, err = strconv.Atoi(q.Get("page"))
	if err != nil || at < 1 {
		at = 1
	}
	return min(size, mostPage), at
}

func links(r *http.Request, place string, at, last int) string {
	var out []string
	add := func(n int, rel string) {
		q := r.URL.Query()
		q.Set("page", strconv.Itoa(n))
		out = append(out, "<"+base(r)+place+"?"+q.Encode()+`>; rel="`+rel+`"`)
	}
	if at > 1 {
		add(min(at-1, last), "prev")
	}
	if at < last {
		add(at+1, "next")
		add(last, "last")
	}
	if at > 1 {
		add(1, "first")
	}
	return strings.Join(out, ", ")
}
