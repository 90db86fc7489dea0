package examweb

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"time"

	"kadry/internal/exam/bank"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// shown are the types of files that a browser may show; all others are saved. An SVG is a
// document that can carry a script, so it is shown in a sandbox where nothing runs.
var shown = []string{
	"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml",
	"audio/mpeg", "audio/ogg", "audio/wav", "audio/wave", "audio/mp4", "text/plain",
}

// examFile hands on a picture or a data file that a problem names. Which addresses are
// asked is decided below, by the list of the site's own hosts.
func (w *web) examFile(s *screen) error {
	v := s.Request.URL.Query()
	c, err := subject.Parse(v.Get("course"), subject.Course{})
	if err != nil {
		return err
	}
	at := v.Get("at")
	if outside(at) == "" {
		return fault.E(fault.Invalid, fault.Say("The file has no usable address.", "У файла нет пригодного адреса."), nil)
	}
	var file bank.Content
	err = s.Run(opProblem, func(ctx context.Context) (err error) {
		file, err = w.bank.File(ctx, c, at)
		return err
	})
	if err != nil {
		return err
	}
	return sendFile(s, file, at)
}

// sendFile answers a file of the exam site so that nothing in it can act.
func sendFile(s *screen, file bank.Content, at string) error {
	h := s.Out.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	h.Set("Vary", "Accept-Encoding, Cookie")
	kind, params, err := mime.ParseMediaType(file.Type)
	if err != nil || !slices.Contains(shown, kind) {
		kind, params = "application/octet-stream", nil
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": fileName(at)}))
	}
	if kind == "text/plain" && params["charset"] == "" {
		params = map[string]string{"charset": "utf-8"}
	}
	h.Set("Content-Type", mime.FormatMediaType(kind, params))
	http.ServeContent(s.Out, s.Request, "", time.Time{}, bytes.NewReader(file.Body))
	return nil
}

// fileName is what a saved file is called.
func fileName(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return "file"
	}
	if name := path.Base(u.Path); name != "." && name != "/" {
		return name
	}
	return "file"
}
