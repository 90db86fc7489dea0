package sdamgia

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/upstream"
)

// Site answers the room from the exam site. It is safe for concurrent use.
type Site struct {
	client  *upstream.Client
	base    Base
	samples string
}

// New returns the site as reached through a client that has a Policy for it. Pages that
// could not be read are kept in the folder samples, one of each sort; an empty name keeps
// none.
func New(client *upstream.Client, base Base, samples string) *Site {
	return &Site{client: client, base: base, samples: samples}
}

// Problem reads the page of a problem; it comes first, the linked ones after it. A page
// that does not hold it is fault.NotFound.
func (s *Site) Problem(ctx context.Context, ref problem.Ref, fresh bank.Freshness) (problem.Listing, problem.Provenance, error) {
	address, err := problemAt(ref)
	if err != nil {
		return problem.Listing{}, problem.Provenance{}, err
	}
	return ask(ctx, s, question[problem.Listing]{
		address: address, kind: problemKind, fresh: fresh,
		read: func(at string, body []byte) (problem.Listing, error) {
			listing, err := Problems(ref.Course, at, body)
			switch {
			case err != nil:
				return listing, err
			case len(listing.Problems) == 0:
				return problem.Listing{}, refuse(CodeNotFound, selectors.problemLink.css, at, body)
			case listing.Problems[0].ID != ref.ID:
				return problem.Listing{}, &otherPage{refuse(CodeNotFound, selectors.problemLink.css, at, body)}
			}
			return listing, nil
		},
	})
}

// otherPage is a page sent in the place of the one asked for. The caller is told that there is
// no such problem, but the client is not to remember that: the site did not say so.
type otherPage struct{ told error }

func (o *otherPage) Error() string { return "another page: " + o.told.Error() }

// Variant reads a test of the site. The numbers it keeps back are marked Hidden.
func (s *Site) Variant(ctx context.Context, course subject.Course, id string) (problem.Variant, problem.Provenance, error) {
	address, err := variantAt(course, id)
	if err != nil {
		return problem.Variant{}, problem.Provenance{}, err
	}
	return ask(ctx, s, question[problem.Variant]{
		address: address, kind: variantKind,
		read: func(at string, body []byte) (problem.Variant, error) { return VariantPage(course, at, body) },
	})
}

// Catalogue reads the table of contents: from the data of the constructor, a tenth of the
// page's size, and where those cannot be had or read from the page.
func (s *Site) Catalogue(ctx context.Context, course subject.Course) (problem.Catalogue, problem.Provenance, error) {
	address, err := contentsAt(course)
	if err != nil {
		return problem.Catalogue{}, problem.Provenance{}, err
	}
	c, from, err := ask(ctx, s, question[problem.Catalogue]{
		address: address, kind: catalogueKind,
		read: func(at string, body []byte) (problem.Catalogue, error) { return ConstructorJSON(course, at, body) },
	})
	if err == nil || ctx.Err() != nil {
		return c, from, err
	}
	sent := from.Sent
	if address, err = catalogueAt(course); err != nil {
		return problem.Catalogue{}, from, err
	}
	c, from, err = ask(ctx, s, question[problem.Catalogue]{
		address: address, kind: catalogueKind,
		read: func(at string, body []byte) (problem.Catalogue, error) { return CataloguePage(course, at, body) },
	})
	from.Sent += sent
	return c, from, err
}

// File reads a picture, a sound or a data file that a page of the course names, relative
// or whole. An address that is no file of the site's hosts is fault.Invalid.
func (s *Site) File(ctx context.Context, course subject.Course, address string) (bank.Content, error) {
	whole, err := fileAt(course, address)
	if err != nil {
		return bank.Content{}, err
	}
	kind := fileKind
	if strings.Contains(whole, "/formula/") {
		kind = formulaKind
	}
	content, _, err := ask(ctx, s, question[bank.Content]{
		address: whole, kind: kind,
		read: func(at string, body []byte) (bank.Content, error) { return readFile(course, at, body) },
	})
	return content, err
}

// readFile tells a file from a page sent in its place.
func readFile(course subject.Course, at string, body []byte) (bank.Content, error) {
	content := bank.Content{Type: mediaType(body), Body: body}
	if len(body) > 0 && !strings.HasPrefix(content.Type, "text/html") {
		return content, nil
	}
	p, err := open(course, at, body)
	if err != nil {
		return bank.Content{}, err
	}
	code := p.instead()
	if code == CodeChanged {
		code = CodeNotFound // a good page of the site that is no file
	}
	return bank.Content{}, refuse(code, "", at, body)
}

// mediaType goes by the bytes: most of the site's pictures are SVG under another name.
func mediaType(body []byte) string {
	const prologue = 1024 // of an SVG: declaration, comment, document type
	start := bytes.TrimLeft(body[:min(len(body), prologue)], "\ufeff \t\r\n")
	if bytes.HasPrefix(start, []byte("<")) && bytes.Contains(start, []byte("<svg")) && !bytes.Contains(bytes.ToLower(start), []byte("<html")) {
		return "image/svg+xml"
	}
	return http.DetectContentType(body)
}

// question is a page to ask for and how it is read.
type question[T any] struct {
	address string // on the site itself
	kind    upstream.Kind
	fresh   bank.Freshness
	read    func(at string, body []byte) (T, error)
}

// ask reads a page. It is read before it is kept, so that what stands in for a page, a
// captcha or a redesign, never gets into the cache.
func ask[T any](ctx context.Context, s *Site, q question[T]) (T, problem.Provenance, error) {
	var none, accepted T
	read := false
	to, err := s.base.Route(q.address)
	if err != nil {
		return none, problem.Provenance{}, err
	}
	res, err := s.client.Get(ctx, upstream.Request{
		URL: to, Kind: q.kind, Revalidate: q.fresh == bank.Revalidate,
		Accept: func(r upstream.Response) error {
			value, err := q.read(q.address, r.Body)
			accepted, read = value, err == nil
			return s.sampled(q.kind, err)
		},
	})
	if err != nil {
		return none, problem.Provenance{Sent: res.Requests}, fmt.Errorf("sdamgia: %s: %w", q.address, s.explain(q.address, q.kind, res, err, func() error {
			_, err := q.read(q.address, res.Body)
			return err
		}))
	}
	from := problem.Provenance{FetchedAt: res.FetchedAt, FromCache: res.FromCache, Stale: res.Stale, Sent: res.Requests}
	// A copy was not read above. Where it answers although a request is still under way,
	// that one may yet write what was accepted, so it must not be looked at.
	if !res.FromCache && !res.Stale && read {
		return accepted, from, nil
	}
	value, err := q.read(q.address, res.Body)
	if err != nil {
		return none, from, fmt.Errorf("sdamgia: copy of %s: %w", q.address, s.sampled(q.kind, err))
	}
	return value, from, nil
}

// untilCalm is how long to leave the site alone when it suspects a machine.
const untilCalm = time.Hour

// explain says what a failed request means: a page of a protection or a captcha under any
// status, nothing under this number, else what the client says.
func (s *Site) explain(at string, kind upstream.Kind, res upstream.Response, err error, read func() error) error {
	if other, ok := errors.AsType[*otherPage](err); ok {
		return other.told
	}
	switch {
	case codeOf(err) != "":
		return err
	case res.Status == http.StatusNotFound || res.Status == http.StatusGone:
		return refuse(CodeNotFound, "", at, res.Body)
	case res.Status < http.StatusBadRequest:
		return err
	}
	if len(res.Body) > 0 {
		if shown := read(); codeOf(shown) == CodeCaptcha || codeOf(shown) == CodeBlocked {
			return s.sampled(kind, shown)
		}
	}
	if res.Status == http.StatusForbidden {
		return s.sampled(kind, refuse(CodeBlocked, "", at, res.Body))
	}
	return err
}

// sampled keeps the page behind an error and says where it is.
func (s *Site) sampled(kind upstream.Kind, err error) error {
	page, ok := errors.AsType[*PageError](err)
	if !ok {
		return err
	}
	told := *fault.From(err)
	if page.Code == CodeCaptcha || page.Code == CodeBlocked {
		told.RetryAfter = untilCalm
	}
	if name := s.keepSample(kind, page); name != "" {
		told.Hint.EN += " The page is kept as " + name + " (" + page.Code + ")."
		told.Hint.RU += " Страница сохранена в файле " + name + " (" + page.Code + ")."
	}
	return &told
}

// codeOf is why a page could not be read; "" when that is not what went wrong.
func codeOf(err error) Code {
	if page, ok := errors.AsType[*PageError](err); ok {
		return page.Code
	}
	return ""
}
