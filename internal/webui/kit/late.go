package kit

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"time"

	"github.com/a-h/templ"

	"kadry/internal/fault"
)

// Late shows a page of which one part may have to wait, for instance for somebody else's server.
// page puts the part where it belongs; load makes it. A fault beside a part is one that the part
// shows, a fault alone is the answer of the whole page.
//
// A part that comes soon makes a page like any other: with its status, and whole or not at all. Else
// what stands before it goes out first, with a sign that more is coming. Then the status is 200, and
// a fault alone stands in the place of the part. A script that asks gets the part alone, when it is
// there.
func (s *Screen) Late(page func(part templ.Component) templ.Component, load func() (templ.Component, *fault.Error)) error {
	l := late{screen: s, load: load}
	shown := templ.Component(templ.ComponentFunc(l.part))
	if !s.Fragment() {
		shown = page(shown)
	}
	err := shown.Render(s.Request.Context(), &l.body)
	switch {
	case l.begun:
		_, _ = l.body.WriteTo(s.Out)
		return nil // only a reader who went away breaks a page, and there is nobody to tell
	case err != nil:
		return err
	}
	s.askAgain(l.fault)
	s.begin(Status(l.fault), &l.body)
	return nil
}

// late is a page in the making that goes out in one or two pieces.
type late struct {
	screen *Screen
	load   func() (templ.Component, *fault.Error)
	body   bytes.Buffer // what has not gone out
	begun  bool         // the first piece has gone out
	fault  *fault.Error // of load
}

// part shows what load makes.
func (l *late) part(ctx context.Context, w io.Writer) error {
	made, err := l.wait(ctx, w)
	if err != nil {
		return err
	}
	if made == nil && !l.begun {
		return l.fault
	}
	if made == nil {
		made = Problem(l.screen, l.fault) //nolint:contextcheck // components get their context when they are written
	}
	return made.Render(ctx, w)
}

// wait loads the part, and sends off what stands before it when that takes long. While it loads
// nothing is written to the page.
func (l *late) wait(ctx context.Context, w io.Writer) (made templ.Component, err error) {
	after := l.screen.site.LateAfter
	if after == 0 || l.screen.Fragment() {
		made, l.fault = l.load()
		return made, nil
	}
	if own, ok := w.(interface{ Flush() error }); ok { // components write into a buffer of their own
		if err := own.Flush(); err != nil {
			return nil, err
		}
	}
	var sign bytes.Buffer
	if err := coming(l.screen).Render(ctx, &sign); err != nil { //nolint:contextcheck // as above
		return nil, err
	}
	gone := make(chan struct{})
	timer := time.AfterFunc(after, func() {
		defer close(gone)
		_, _ = sign.WriteTo(&l.body)
		l.screen.begin(http.StatusOK, &l.body)
		_ = http.NewResponseController(l.screen.Out).Flush() // a connection that cannot do that delivers at the end
	})
	made, l.fault = l.load()
	if !timer.Stop() {
		<-gone
		l.begun = true
	}
	return made, nil
}
