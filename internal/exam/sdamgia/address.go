package sdamgia

import (
	"fmt"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// The site lives under two domains: one host for every course of a Russian exam, and one
// for every subject of the Belarusian test.
const (
	russian    = ".sdamgia.ru"
	belarusian = ".reshuct.by"
)

// hosts are the suffixes of every host that a page of the site may send us to.
func hosts() []string { return []string{russian, belarusian} }

// Host is where a course lives: "math-ege.sdamgia.ru", "math8-vpr.sdamgia.ru",
// "phys.reshuct.by".
func Host(c subject.Course) string {
	if c.Exam == subject.CT {
		return c.Code() + belarusian
	}
	return c.Code() + "-" + string(c.Exam) + russian
}

var (
	hostShape   = regexp.MustCompile(`^(?:www\.|m\.)*([a-z][a-z0-9_]*)(?:-(ege|oge|vpr))?(\.sdamgia\.ru|\.reshuct\.by)$`)
	gradedShape = regexp.MustCompile(`^([a-z]+)([1-9][0-9]?)$`)
	idShape     = regexp.MustCompile(`^[0-9]{1,20}$`)
	firstDigits = regexp.MustCompile(`[0-9]{1,20}`)
)

// Locate reads the address of a problem as people paste it: without a scheme, with "www."
// or the mobile "m.", with other parameters and with punctuation after it. It is false for
// anything that is not an address of a problem of the site.
func Locate(address string) (problem.Ref, bool) {
	course, at, ok := readAddress(address)
	if !ok || path.Clean(at.Path) != "/problem" {
		return problem.Ref{}, false
	}
	id := firstDigits.FindString(at.Query().Get("id"))
	return problem.Ref{Course: course, ID: id}, id != ""
}

func readAddress(address string) (subject.Course, *url.URL, bool) {
	address = strings.Trim(strings.TrimSpace(address), "<>«»\"'()")
	if !strings.Contains(address, "://") {
		address = "https://" + strings.TrimLeft(address, "/")
	}
	at, err := url.Parse(address)
	if err != nil || (at.Scheme != "http" && at.Scheme != "https") {
		return subject.Course{}, nil, false
	}
	course, ok := courseAt(at.Hostname())
	return course, at, ok
}

// courseAt is Host backwards. The bare hosts of the two big exams are mathematics.
func courseAt(host string) (subject.Course, bool) {
	found := hostShape.FindStringSubmatch(strings.ToLower(strings.TrimSuffix(host, ".")))
	if found == nil {
		return subject.Course{}, false
	}
	code, family, domain := found[1], subject.Exam(found[2]), found[3]
	switch {
	case domain == belarusian:
		courses := subject.Courses(subject.CT)
		i := slices.IndexFunc(courses, func(c subject.Course) bool { return c.Code() == code })
		if i < 0 || family != "" {
			return subject.Course{}, false
		}
		return courses[i], true
	case family == "" && (code == string(subject.EGE) || code == string(subject.OGE)):
		return subject.Course{Exam: subject.Exam(code), Subject: "math"}, true
	case family == subject.VPR:
		graded := gradedShape.FindStringSubmatch(code)
		if graded == nil {
			return subject.Course{}, false
		}
		grade, err := strconv.Atoi(graded[2])
		return subject.Course{Exam: subject.VPR, Subject: subject.Subject(graded[1]), Grade: grade}, err == nil && grade <= 11
	}
	return subject.Course{Exam: family, Subject: subject.Subject(code)}, family != ""
}

// pageAt is the address of a page of a course, on the site itself. The course comes from
// outside and becomes a host name, so it is checked here, where that happens.
func pageAt(c subject.Course, at string, query url.Values) (string, error) {
	if err := c.Check(); err != nil {
		return "", err
	}
	whole := url.URL{Scheme: "https", Host: Host(c), Path: at, RawQuery: query.Encode()}
	return whole.String(), nil
}

// numbered is a page that a number names. The number is checked for the same reason.
func numbered(c subject.Course, at, name, id string, more url.Values) (string, error) {
	if !idShape.MatchString(id) {
		return "", fault.E(fault.Invalid, fault.Say("%q is no number of the exam site: 1 to 20 digits are.", "«%s» — не номер на сайте экзаменов: номер состоит из 1–20 цифр.", id), nil)
	}
	query := url.Values{name: {id}}
	maps.Copy(query, more)
	return pageAt(c, at, query)
}

func problemAt(ref problem.Ref) (string, error) {
	return numbered(ref.Course, "/problem", "id", ref.ID, nil)
}

func searchAt(c subject.Course, query string, number int) (string, error) {
	values := url.Values{"search": {query}}
	if number > 1 {
		values.Set("page", strconv.Itoa(number))
	}
	return pageAt(c, "/search", values)
}

func categoryAt(c subject.Course, id string, number int) (string, error) {
	values := url.Values{"filter": {"all"}}
	if number > 1 {
		values.Set("page", strconv.Itoa(number))
	}
	return numbered(c, "/test", "category_id", id, values)
}

// printAt is the page with a whole category at once, made for paper.
func printAt(c subject.Course, id string) (string, error) {
	return numbered(c, "/test", "category_id", id, url.Values{"filter": {"all"}, "print": {"true"}})
}

// contentsAt is the data behind the site's own constructor of tests: the catalogue at a
// tenth of the page's size.
func contentsAt(c subject.Course) (string, error) { return pageAt(c, "/newapi/general", nil) }

func catalogueAt(c subject.Course) (string, error) { return pageAt(c, "/prob_catalog", nil) }

func variantAt(c subject.Course, id string) (string, error) {
	return numbered(c, "/test", "id", id, nil)
}

// fileAt resolves what a page of the course names as a picture, a sound or a data file.
// Only addresses of files on the site's own hosts pass: a page must not be able to make us
// ask for a page, still less for one that makes something, as /test?a=generate does.
func fileAt(c subject.Course, address string) (string, error) {
	base, err := pageAt(c, "/", nil)
	if err != nil {
		return "", err
	}
	from, err := url.Parse(base)
	if err != nil {
		return "", fmt.Errorf("sdamgia: address %s: %w", base, err)
	}
	to, err := from.Parse(address)
	if err != nil || !ours(to) || !isFile(to.Path) {
		return "", fault.E(fault.Invalid, fault.Say("%q is no file of the exam site.", "«%s» — не файл сайта экзаменов.", shortened(address)), err)
	}
	to.Scheme, to.Fragment = "https", ""
	return to.String(), nil
}

func ours(u *url.URL) bool {
	within := slices.ContainsFunc(hosts(), func(suffix string) bool { return strings.HasSuffix(strings.ToLower(u.Host), suffix) })
	return within && (u.Scheme == "http" || u.Scheme == "https") && u.User == nil
}

func isFile(at string) bool {
	at = path.Clean(at)
	return at == "/get_file" || strings.HasPrefix(at, "/doc/") || path.Ext(at) != ""
}

func shortened(s string) string {
	const enough = 120 // an address in a message; longer ones say nothing more
	if letters := []rune(s); len(letters) > enough {
		return string(letters[:enough]) + "…"
	}
	return s
}
