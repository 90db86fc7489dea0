package examweb

import (
	"net/http"
	"slices"
	"strings"

	"kadry/internal/exam"
	"kadry/internal/exam/answer"
	"kadry/internal/exam/assignment"
	"kadry/internal/exam/bank"
	"kadry/internal/exam/problem"
	"kadry/internal/fault"
	"kadry/internal/linktoken"
	"kadry/internal/op"
	"kadry/internal/webui/kit"
)

// Names of the fields of a pupil's page.
const (
	fieldName   = "name"
	answerField = "a." // and the id of the problem: what is typed
	beforeField = "w." // and the id: what it was when the page was made
)

// paperForms is more than a paper takes, in bytes: sixty answers twice, percent-encoded.
const paperForms = 1 << 20

// pupilRoutes are the pages of pupils. They need no token of this server: whoever has the address
// may do what that page offers and nothing else.
func pupilRoutes(w *web) map[string]func(*screen) error {
	const link = exam.PupilPath + "{token}"
	const paper = link + "/{own}"
	return map[string]func(*screen) error{
		"GET " + link:              w.byLink(w.welcome),
		"POST " + link:             w.byLink(w.beginPaper),
		"GET " + paper:             w.byLink(w.paper(w.showPaper)),
		"POST " + paper:            w.byLink(w.paper(w.sendPaper)),
		"POST " + paper + "/draft": w.byLink(w.paper(w.keepDraft)),
		"GET " + paper + "/file":   w.byLink(w.paper(w.paperFile)),
	}
}

// pupil is the answer to whoever came by a link.
type pupil struct {
	*screen
	token, own linktoken.Token
	out        assignment.Assignment
	paper      assignment.Paper
	known      map[string]problem.Problem // those of the test that the bank holds
	fault      *fault.Error               // of what was just tried
	name       string                     // that was typed and refused
}

// byLink answers who comes by a link that works, and everybody else in the same words.
func (w *web) byLink(answer func(*pupil) error) func(*screen) error {
	return func(s *screen) error {
		h := s.Out.Header()
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("Cache-Control", "no-store")
		p := &pupil{screen: s, token: linktoken.Token(s.Request.PathValue("token")), own: linktoken.Token(s.Request.PathValue("own"))}
		var err error
		if p.out, err = w.desk.ByLink(s.Request.Context(), p.token); err == nil {
			s.Caller = op.Caller{Name: "pupil", Tenant: p.out.Tenant, Lang: s.Lang}
			s.Request = s.Request.WithContext(op.WithCaller(s.Request.Context(), s.Caller))
			s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, paperForms)
			err = answer(p)
		}
		if err == nil {
			return nil
		}
		f := fault.From(err)
		switch {
		case f.Kind != fault.NotFound:
			return s.Show(kit.Status(f), pupilTrouble(s, f))
		case !w.guesses.Allow(s.Address()):
			h.Set("Retry-After", "60")
			return s.Show(http.StatusTooManyRequests, deadPupilLink(s))
		}
		return s.Show(http.StatusNotFound, deadPupilLink(s))
	}
}

// paper finds the paper of the address and the problems of its test.
func (w *web) paper(answer func(*pupil) error) func(*pupil) error {
	return func(p *pupil) (err error) {
		ctx := p.Request.Context()
		if p.paper, err = w.desk.PaperBy(ctx, p.out, p.own); err != nil {
			return err
		}
		if p.known, err = w.desk.Problems(ctx, p.out.Course, p.out.Problems); err != nil {
			return err
		}
		p.screen.filesAt = p.to("file")
		return answer(p)
	}
}

// to is the address of the paper, or of something done there.
func (p *pupil) to(inside ...string) string {
	return exam.PupilPath + strings.Join(append([]string{p.token.Reveal(), p.own.Reveal()}, inside...), "/")
}

// welcome says whose test it is and what is kept, and asks for a name.
func (w *web) welcome(p *pupil) error { return p.Show(kit.Status(p.fault), pupilWelcome(p)) }

func (w *web) beginPaper(p *pupil) error {
	if err := p.Request.ParseForm(); err != nil {
		return kit.Unreadable(err, paperForms)
	}
	p.name = p.Request.PostForm.Get(fieldName)
	var err error
	if p.own, err = w.desk.Begin(p.Request.Context(), p.out, p.token, p.name); err != nil {
		if kind := fault.KindOf(err); kind != fault.Invalid && kind != fault.Limited {
			return err
		}
		p.fault = fault.From(err)
		return w.welcome(p)
	}
	p.Redirect(p.to())
	return nil
}

func (w *web) showPaper(p *pupil) error {
	if !p.paper.SentAt.IsZero() {
		return p.Show(http.StatusOK, sentPage(p))
	}
	return p.Show(kit.Status(p.fault), paperPage(p))
}

// edits are what the form changed.
func (p *pupil) edits() (map[string]assignment.Edit, error) {
	if err := p.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, paperForms)
	}
	edits := map[string]assignment.Edit{}
	for _, id := range p.out.Problems {
		if _, there := p.Request.PostForm[answerField+id]; there {
			edits[id] = assignment.Edit{Was: p.Request.PostForm.Get(beforeField + id), Is: p.Request.PostForm.Get(answerField + id)}
		}
	}
	return edits, nil
}

// sendPaper marks the paper and closes it. One that was sent from another page shows how it stands.
func (w *web) sendPaper(p *pupil) error {
	edits, err := p.edits()
	if err != nil {
		return err
	}
	_, err = w.desk.Save(p.Request.Context(), p.out, p.own, edits, true)
	switch fault.KindOf(err) {
	case fault.TooLarge, fault.Unavailable:
		p.fault = fault.From(err)
		for id, e := range edits {
			p.paper.Answers[id] = e.Is
		}
		return w.showPaper(p)
	case fault.Conflict:
		err = nil
	}
	if err == nil {
		p.Redirect(p.to())
	}
	return err
}

// keepDraft keeps what was typed so far; only scripts ask for it.
func (w *web) keepDraft(p *pupil) error {
	edits, err := p.edits()
	if err != nil {
		return err
	}
	if _, err := w.desk.Save(p.Request.Context(), p.out, p.own, edits, false); err != nil {
		return err
	}
	p.Out.WriteHeader(http.StatusNoContent)
	return nil
}

// paperFile hands on a picture or a file that a problem of the test names, and no other.
func (w *web) paperFile(p *pupil) error {
	at := p.Request.URL.Query().Get("at")
	if !slices.ContainsFunc(p.problems(), func(one problem.Problem) bool { return names(one, at) }) {
		return fault.E(fault.NotFound, fault.Say("The test has no such file.", "В работе нет такого файла."), nil)
	}
	var file bank.Content
	file, err := w.bank.File(p.Request.Context(), p.out.Course, at)
	if err != nil {
		return err
	}
	return sendFile(p.screen, file, at)
}

// names reports whether what a pupil sees of a problem names a file.
func names(p problem.Problem, at string) bool {
	for _, image := range slices.Concat(p.Question.Images(), p.Passage.Images()) {
		if image.URL == at {
			return true
		}
	}
	return slices.ContainsFunc(slices.Concat(p.Files, p.Audio), func(l problem.Link) bool { return l.URL == at })
}

// problems are those of the test that the bank still holds, in order.
func (p *pupil) problems() []problem.Problem {
	var list []problem.Problem
	for _, id := range p.out.Problems {
		if one, ok := p.known[id]; ok {
			list = append(list, one)
		}
	}
	return list
}

// samePassageBefore reports that the problem before reads the same passage.
func (p *pupil) samePassageBefore(i int) bool {
	if i == 0 {
		return false
	}
	now, before := p.known[p.out.Problems[i]], p.known[p.out.Problems[i-1]]
	return !now.Passage.Empty() && now.Passage.Text() == before.Passage.Text()
}

// outcomeText is how an answer was marked.
func (s *screen) outcomeText(m assignment.Mark) string {
	switch {
	case m.Outcome == "":
		return s.T("paper.gone")
	case m.Outcome == answer.Uncheckable:
		return s.T("paper.byTeacher")
	case m.Given == "":
		return s.T("paper.blank")
	}
	return s.T("verdict." + string(m.Outcome))
}

// scoreText is how many answers are right.
func (s *screen) scoreText(right, of int) string { return s.T("paper.score", "Right", right, "Of", of) }
