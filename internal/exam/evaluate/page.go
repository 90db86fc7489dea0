package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
)

// page is a saved page with what its name says of it.
type page struct {
	name   string
	course subject.Course
	at     string
	html   []byte
}

// pageName is the name of a saved page: "soc-ege_2249", "rus-ege_test_theme259",
// "math8-vpr_12".
var pageName = regexp.MustCompile(`^([a-z]+)(\d*)-([a-z]+)_(.+)\.html$`)

// setting is one setting of an address in the name of a page: "theme259".
var setting = regexp.MustCompile(`^([a-z]+)(\d+)$`)

// saved reads the pages of a folder. A page whose name says no course is left out, with a
// note.
func (r *run) saved(folder string) ([]page, error) {
	names, err := r.files(folder + "/*.html")
	if err != nil {
		return nil, err
	}
	var pages []page
	for _, name := range names {
		p, ok := named(filepath.Base(name))
		if !ok {
			r.note("%s/%s: the name says no course, left out", folder, filepath.Base(name))
			continue
		}
		if p.html, err = os.ReadFile(name); err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// named is the page that a file name tells of.
func named(file string) (page, bool) {
	part := pageName.FindStringSubmatch(file)
	if part == nil {
		return page{}, false
	}
	p := page{name: file, course: subject.Course{Exam: subject.Exam(part[3]), Subject: subject.Subject(part[1])}}
	host := part[1] + part[2] + "-" + part[3] + ".sdamgia.ru"
	switch p.course.Exam {
	case subject.VPR:
		p.course.Grade, _ = strconv.Atoi(part[2]) // no digits: no grade
	case subject.CT:
		host = part[1] + part[2] + ".reshuct.by"
	}
	path, rest, _ := strings.Cut(part[4], "_")
	if _, err := strconv.Atoi(path); err == nil {
		path, rest = "problem", "id"+path
	}
	var settings []string
	for word := range strings.SplitSeq(rest, "_") {
		if s := setting.FindStringSubmatch(word); s != nil {
			settings = append(settings, s[1]+"="+s[2])
		}
	}
	p.at = "https://" + host + "/" + path
	if settings != nil {
		p.at += "?" + strings.Join(settings, "&")
	}
	return p, true
}

func (r *run) pages(ctx context.Context, known []record) (*Pages, error) {
	small, err := r.saved("problems")
	if err != nil {
		return nil, err
	}
	large, err := r.saved("pages")
	if err != nil {
		return nil, err
	}
	if len(small)+len(large) == 0 {
		r.note("problems/*.html and pages/*.html: not found, left out")
		return nil, nil
	}
	read := map[problem.Ref]problem.Problem{}
	var result Pages
	for _, p := range append(small, large...) {
		listing, err := r.Parse(p.course, p.at, p.html)
		if err != nil {
			r.note("page %s: not read: %v", p.name, err)
			continue
		}
		for _, problem := range listing.Problems {
			read[problem.Ref] = problem
			result.Problems++
		}
	}
	if err := r.compare(known, small, read, &result); err != nil {
		return nil, err
	}
	result.SmallPagesPerS, err = r.speed(ctx, small)
	return &result, err
}

// leastTimed is how many pages a timed pass reads at least.
const leastTimed = 1000

// speed is how many small pages one core reads in a second.
func (r *run) speed(ctx context.Context, small []page) (perSecond float64, err error) {
	if len(small) == 0 {
		return 0, nil
	}
	rounds := (leastTimed + len(small) - 1) / len(small)
	took, err := fastest(ctx, func() error {
		for range rounds {
			for _, p := range small {
				if _, err := r.Parse(p.course, p.at, p.html); err != nil {
					continue // noted before; reading it costs time all the same
				}
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("speed: %w", err)
	}
	return float64(rounds*len(small)) / max(took.Seconds(), float64(time.Microsecond)/float64(time.Second)), nil
}
