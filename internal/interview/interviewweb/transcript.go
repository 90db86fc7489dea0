package interviewweb

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/fault"
	"kadry/internal/interview/analysis"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/delivery"
	"kadry/internal/interview/grade"
	"kadry/internal/interview/marking"
	"kadry/internal/interview/plan"
	"kadry/internal/interview/session"
	"kadry/internal/webui/kit"
)

// interviewPage is everything the page of one interview shows.
type interviewPage struct {
	session.State
	exchanges []exchange
	last      delivery.Delivery
	problem   *fault.Error // why an action on the page was refused
}

// exchange is what was said on one question, in the order it was said, with its mark.
type exchange struct {
	number int // of the planned question, 0 for what belongs to none
	item   plan.Item
	title  string
	gap    bool
	lines  []utterance
	judged *judgement
}

// code says that the answers are code, whose letters have one width.
func (e exchange) code() bool {
	return e.judged != nil && e.judged.question.Answer == bank.CodeAnswer
}

// utterance is one message. An answer that called for a probe has the mark of its moment.
type utterance struct {
	session.Message
	pieces []answerPart
	early  *marking.Mark
}

// judgement is a mark made ready to be shown, with what people said of it.
type judgement struct {
	mark      marking.Mark
	question  bank.Question
	known     bool // the bank still has the question
	points    []pointRow
	overrides []analysis.Override // of the question, oldest first
}

// pointRow is one point of a question and how far the answer makes it.
type pointRow struct {
	id     string
	number int // of its quote in the answer, 0 without one
	opens  int // number of the first point whose quote begins at the same place
	text   fault.Text
	met    float64
	made   bool
	quote  marking.Quote
	second *marking.PointMark // of the second rater; nil where there is none
	void   bool               // the second rater's quote does not hold
	sight  marking.Sight      // which of the raters see it
}

// interview is the page of one interview; for a script it is its content alone.
func (w *web) interview(s *screen) error { return w.showInterview(s, nil) }

// showInterview shows the interview of the address, with the refusal of an action if any.
func (w *web) showInterview(s *screen, problem *fault.Error) error {
	state, err := w.loadInterview(s)
	if err != nil {
		return err
	}
	t := w.newInterviewPage(s, state)
	t.problem = problem
	if t.WebhookURL != "" {
		err := s.Run(opGet, func(ctx context.Context) (err error) {
			t.last, err = w.room.LastDelivery(ctx, s.Caller.Tenant, t.ID)
			return err
		})
		if err != nil {
			return err
		}
	}
	if s.Fragment() {
		return s.Show(kit.Status(problem), interviewBody(s, t))
	}
	return s.Show(kit.Status(problem), interviewScreen(s, t))
}

func (w *web) newInterviewPage(s *screen, state session.State) interviewPage {
	t := interviewPage{State: state}
	numbers, gaps := t.numbers()
	for _, m := range state.Messages {
		t.add(m, numbers, gaps)
	}
	for i := range t.exchanges {
		w.complete(s, &t.exchanges[i], state)
	}
	return t
}

// numbers are the places of the planned questions, from 1, and which are of the gaps.
func (t interviewPage) numbers() (numbers map[string]int, gaps map[string]bool) {
	numbers, gaps = map[string]int{}, map[string]bool{}
	for i, item := range slices.Concat(t.Plan.Core, t.Plan.Gaps) {
		numbers[item.Question] = i + 1
		gaps[item.Question] = i >= len(t.Plan.Core)
	}
	return numbers, gaps
}

// add puts a message into the exchange it belongs to: messages of one question stand
// together.
func (t *interviewPage) add(m session.Message, numbers map[string]int, gaps map[string]bool) {
	last := len(t.exchanges) - 1
	if last < 0 || m.Question != "" && t.exchanges[last].item.Question != m.Question || m.Kind == session.NoticeMessage || t.exchanges[last].number == 0 {
		e := exchange{number: numbers[m.Question], gap: gaps[m.Question]}
		e.item = t.item(m.Question)
		t.exchanges = append(t.exchanges, e)
		last++
	}
	t.exchanges[last].lines = append(t.exchanges[last].lines, utterance{Message: m})
}

// item is the planned question with the id; one that no plan has keeps its id.
func (t interviewPage) item(question string) plan.Item {
	list := slices.Concat(t.Plan.Core, t.Plan.Gaps)
	if at := slices.IndexFunc(list, func(i plan.Item) bool { return i.Question == question }); at >= 0 {
		return list[at]
	}
	return plan.Item{Question: question}
}

// complete adds the title, the mark and the places of the quotes to an exchange.
func (w *web) complete(s *screen, e *exchange, state session.State) {
	e.title = w.itemTitle(s, e.item)
	e.judged = w.judge(state, e.item.Question)
	for i := range e.lines {
		line := &e.lines[i]
		if line.Sender != session.Candidate {
			continue
		}
		var places []textRange
		if e.judged != nil {
			places = e.judged.placesIn(line.Seq)
			line.early = earlyMark(state, e.judged.mark, line.Seq)
		}
		line.pieces = cutAnswer(line.Text, places)
	}
}

// earlyMark is the mark that was given after a message and has since been followed by
// another: it says why a probe was asked.
func earlyMark(state session.State, counts marking.Mark, seq int) *marking.Mark {
	for i, m := range state.Marks {
		if m.Question == counts.Question && m.Through == seq && m.Through != counts.Through {
			return &state.Marks[i]
		}
	}
	return nil
}

// itemTitle names what a question is about: the skill, or the competency of a question on
// behaviour.
func (w *web) itemTitle(s *screen, item plan.Item) string {
	switch {
	case item.Skill != "":
		return w.room.Skills.Name(item.Skill)
	case item.Competency != "":
		return s.competency(item.Competency)
	}
	return ""
}

// judge prepares the mark of a question that counts; nil when there is none.
func (w *web) judge(state session.State, question string) *judgement {
	var j *judgement
	for _, m := range state.Marks {
		if m.Question == question && question != "" {
			j = &judgement{mark: m}
		}
	}
	if j == nil {
		return nil
	}
	j.question, j.known = state.Plan.Questions(w.room.Bank).Question(question)
	for _, o := range state.Overrides {
		if o.Question == question {
			j.overrides = append(j.overrides, o)
		}
	}
	j.fill(state)
	return j
}

// fill lists the points, those made first, and numbers the quotes.
func (j *judgement) fill(state session.State) {
	for _, p := range j.mark.Points {
		row := pointRow{id: p.ID, met: p.Met, made: p.Made(), quote: p.Quote, text: j.pointText(state, p.ID)}
		if j.lowered() { // a person has read the answer and found less in it
			row.met, row.made = 0, false
		}
		if two := j.mark.Second; two != nil && two.Trouble == "" {
			row.void, row.sight = slices.Contains(two.Void, p.ID), j.mark.SeenBy(p.ID)
			if at := slices.IndexFunc(two.Points, func(m marking.PointMark) bool { return m.ID == p.ID }); at >= 0 {
				row.second = &two.Points[at]
			}
		}
		j.points = append(j.points, row)
	}
	slices.SortStableFunc(j.points, func(a, b pointRow) int { return cmp.Compare(b.standing(), a.standing()) })
	n := 0
	for i := range j.points {
		if j.points[i].quote.Text != "" {
			n++
			j.points[i].number, j.points[i].opens = n, j.opening(j.points[:i], j.points[i].quote, n)
		}
	}
}

// lowered reports that the latest word of a person gives the answer less than the rules did.
func (j *judgement) lowered() bool {
	n := len(j.overrides)
	return n > 0 && j.overrides[n-1].Lowers(j.mark)
}

// opening is the number of the first of some points whose quote begins where q does, else n.
func (j *judgement) opening(before []pointRow, q marking.Quote, n int) int {
	for _, p := range before {
		if p.number > 0 && p.quote.Message == q.Message && p.quote.Start == q.Start {
			return p.number
		}
	}
	return n
}

// standing orders points: made, made in part, left out.
func (p pointRow) standing() int {
	switch {
	case p.made:
		return 2
	case p.met > 0:
		return 1
	}
	return 0
}

// apart reports that one rater sees the point and the other does not, or not at every reading.
func (p pointRow) apart() bool {
	switch p.sight {
	case marking.SeenByEmbedded, marking.SeenByModel, marking.SeenSplit:
		return true
	case marking.SeenByBoth, marking.SeenByNobody:
	}
	return p.sight == marking.SeenByNobody && p.second != nil && p.second.Made() != p.made // a mark that kept one view alone
}

// how is the key of the word for how far a point was made.
func (p pointRow) how() string {
	return [...]string{"interview.point.missed", "interview.point.part", "interview.point.made"}[p.standing()]
}

// pointText is what a point says: by the bank, else as the analysis kept it.
func (j *judgement) pointText(state session.State, id string) fault.Text {
	if p, ok := j.question.Point(id); ok {
		return p.Text
	}
	if a := state.Analysis; a != nil {
		for _, e := range a.Evidence {
			if e.Question == j.mark.Question && e.Point == id {
				return fault.Text{EN: e.Text, RU: e.Text}
			}
		}
	}
	return fault.Text{EN: id, RU: id}
}

// flagRow is one thing that the rules saw, with every place they saw it in.
type flagRow struct {
	kind   grade.FlagKind
	quotes []string
}

// flags are what the rules saw, each kind once.
func (j *judgement) flags() []flagRow {
	var list []flagRow
	for _, f := range j.mark.Flags {
		at := slices.IndexFunc(list, func(r flagRow) bool { return r.kind == f.Kind })
		if at < 0 {
			at = len(list)
			list = append(list, flagRow{kind: f.Kind})
		}
		if f.Text != "" {
			list[at].quotes = append(list[at].quotes, f.Text)
		}
	}
	return list
}

// pointNamed is the text of a point of the question.
func (j *judgement) pointNamed(id string) fault.Text {
	at := slices.IndexFunc(j.points, func(p pointRow) bool { return p.id == id })
	if at < 0 {
		return fault.Text{EN: id, RU: id}
	}
	return j.points[at].text
}

// differences are the points on which the two raters differ, or where the second one gave
// words that the answer does not have.
func (j *judgement) differences() []pointRow {
	var list []pointRow
	for _, p := range j.points {
		if p.void || p.apart() {
			list = append(list, p)
		}
	}
	return list
}

// redText is what a misconception says.
func (j *judgement) redText(id string) fault.Text {
	at := slices.IndexFunc(j.question.RedFlags, func(f bank.RedFlag) bool { return f.ID == id })
	if at < 0 {
		return fault.Text{EN: id, RU: id}
	}
	return j.question.RedFlags[at].Text
}

// anchor is the grade that counts: of the latest word of a person, else of the rules.
func (j *judgement) anchor() int {
	if n := len(j.overrides); n > 0 {
		return j.overrides[n-1].Anchor
	}
	return j.mark.Anchor
}

// made counts the points that the answer makes in full.
func (j *judgement) made() int {
	n := 0
	for _, p := range j.points {
		if p.made {
			n++
		}
	}
	return n
}

// engine is whose grade is shown: of the rules, or of the person who overruled them.
func (j *judgement) engine() string {
	if len(j.overrides) > 0 {
		return "person"
	}
	return "rules"
}

// meaning is what a grade of the question means; empty when the bank has lost the question.
func (s *screen) meaningOf(j *judgement, anchor int) string {
	if anchor < 0 || anchor >= len(j.question.Anchors) {
		return ""
	}
	return s.Say(j.question.Anchors[anchor].Text)
}

// quoted is the id of the spot on the page where the quote of a point begins.
func quoted(seq, number int) string { return "said-" + strconv.Itoa(seq) + "-" + strconv.Itoa(number) }

// anchorName is the id of an exchange on the page.
func (e exchange) anchorName() string { return "question-" + strconv.Itoa(e.number) }

// spokenIn is the language a text of the interview is in, for its reader.
func (t interviewPage) lang() string { return strings.ToLower(string(t.Language)) }

// busy reports that the engine is at work, so that the page looks again by itself.
func (t interviewPage) busy() bool { return !t.Settled() }

// unasked are the planned questions that got no answer: those of an interview that is over
// were not asked, or got none in time.
func (t interviewPage) unasked() []exchange {
	var list []exchange
	numbers, gaps := t.numbers()
	for _, item := range slices.Concat(t.Plan.Core, t.Plan.Gaps) {
		if !slices.ContainsFunc(t.exchanges, func(e exchange) bool { return e.item.Question == item.Question }) {
			list = append(list, exchange{number: numbers[item.Question], item: item, gap: gaps[item.Question]})
		}
	}
	return list
}

// deliveryTrouble reports something wrong with the last event that was sent.
func (t interviewPage) deliveryTrouble(s *screen) string { return s.troubled(t.last) }

// act runs the change of an operation and goes back to the page; a refusal is shown on the page itself.
func (w *web) act(s *screen, name string, change func(ctx context.Context, tenant, id string) error) error {
	id := s.Request.PathValue("id")
	err := s.Run(name, func(ctx context.Context) error { return change(ctx, s.Caller.Tenant, id) })
	if f := conflict(err); f != nil {
		return w.showInterview(s, f)
	}
	if err != nil {
		return err
	}
	s.Redirect(interviewPath(id))
	return nil
}

// limitForm bounds what a form of this room may send.
func (s *screen) limitForm() {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, interviewForm)
}

// interviewForm is more than the longest reason takes, each character encoded in nine bytes
// or twelve.
const interviewForm = 64 << 10
