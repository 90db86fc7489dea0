package pipelineweb_test

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"kadry/internal/webui/kit"
)

// candidatePage stands for the page of a CV, which belongs to another room: the panels alone.
func candidatePage(s *kit.Screen, id string, blind bool) templ.Component {
	about := kit.Subject{Kind: kit.Person, ID: id, Name: "Somebody", Blind: blind}
	parts := templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		for _, part := range []string{`<h1>`, "Somebody", `</h1><div class="case"><aside class="case-side" aria-label="x">`} {
			if _, err := io.WriteString(w, part); err != nil {
				return err
			}
		}
		if err := kit.Panels(s, about, true).Render(ctx, w); err != nil {
			return err
		}
		if _, err := io.WriteString(w, `</aside><div class="case-main">`); err != nil {
			return err
		}
		if err := kit.Panels(s, about, false).Render(ctx, w); err != nil {
			return err
		}
		_, err := io.WriteString(w, `</div></div>`)
		return err
	})
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		return kit.Frame(s, "Somebody", kit.OtherLink).Render(templ.WithChildren(ctx, parts), w)
	})
}
