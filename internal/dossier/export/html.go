package export

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"

	"kadry/internal/dossier/report"
	"kadry/internal/fault"
)

//go:embed report.html
var page string

// writeHTML writes one page with its style inside and without scripts, so that it prints and
// opens anywhere. The template escapes everything by where it stands.
func writeHTML(w io.Writer, r report.Report) error {
	v := voice{lang: r.Language}
	t, err := template.New("report").Funcs(template.FuncMap{
		"say":      func(en, ru string) string { return fault.Text{EN: en, RU: ru}.In(v.lang) },
		"decision": v.decision, "part": v.part, "standing": v.standing, "score": v.score, "source": v.source,
		"money": func(o *report.Offer) string { return v.money(*o) },
		"rank":  rank, "role": v.role,
	}).Parse(page)
	if err != nil {
		return fmt.Errorf("parsing the page: %w", err)
	}
	return t.Execute(w, struct {
		report.Report
		Origin, Figures string
	}{r, v.origin(r), v.figures(r)})
}
