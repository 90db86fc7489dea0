package question

import (
	"unicode/utf8"

	"kadry/internal/fault"
	"kadry/internal/interview/bank"
	"kadry/internal/interview/marking"
	"kadry/internal/retrieve"
)

// Advice is what would be better put differently. The question can be asked all the same.
type Advice struct {
	Code AdviceCode
	Path string // of the field
	Text fault.Text
}

// AdviceCode names a kind of advice for programs.
type AdviceCode string

// The codes.
const (
	Alike           AdviceCode = "points_alike"       // what makes one point makes another too
	GivenAway       AdviceCode = "given_away"         // the question's own words make a point
	Unrecognised    AdviceCode = "not_recognised"     // a point is not found in its own words
	Misread         AdviceCode = "misconception_pays" // a misconception makes its point
	OneLanguage     AdviceCode = "one_language"
	NoParaphrase    AdviceCode = "no_paraphrases"
	NoMisconception AdviceCode = "no_misconceptions"
	NoAnchors       AdviceCode = "no_anchors"
	ModelFails      AdviceCode = "model_fails_example"
	NoExamples      AdviceCode = "no_examples"
)

// marker marks what was said on a question.
type marker interface {
	Mark(q bank.Question, lang bank.Language, turns []marking.Turn) marking.Mark
}

// Examine tries a completed question on its own words, and says what would be better put
// differently. It is an error when no point would be found in any answer.
func (c Content) Examine(m marker) ([]Advice, error) {
	t := &trial{Content: c, marker: m, q: c.Bank()}
	t.q.Answer = bank.TextAnswer // the points are tried, not the key
	t.languages()
	found := false
	for _, l := range c.Languages() {
		found = t.points(l) || found
		t.given(l)
	}
	if !found {
		return nil, fault.Wrong("points", fault.Say("no point would be recognised even in its own words: write whole sentences",
			"ни один тезис не распознаётся даже в собственных словах: напишите их целыми предложениями"))
	}
	return t.advice, nil
}

// Tried says what of its own examples the model answer did not pass, of a question whose answers
// are run.
func (c Content) Tried(ran *marking.Ran) []Advice {
	if c.Type != bank.CodeAnswer || !c.Code.Language.Runs() {
		return nil
	}
	if len(c.Code.Examples) == 0 {
		return []Advice{{NoExamples, "code", fault.Say("There is no example to run an answer on; without one code of your own question is hardly judged.", "Нет примеров, на которых запускался бы ответ: без них код почти не оценивается.")}}
	}
	if ran == nil {
		return []Advice{{ModelFails, "model", fault.Say("The model answer has no code, so nobody knows whether the examples can be passed.", "В образцовом ответе нет кода, и неизвестно, выполнимы ли примеры.")}}
	}
	var list []Advice
	for i, e := range c.Code.Examples {
		if how, ok := ran.Passes(e.ID); !ok {
			list = append(list, Advice{ModelFails, at("code.examples", i), fault.Say("The model answer does not pass example %[1]d. %[2]s", "Образцовый ответ не проходит пример %[1]d. %[3]s", i+1, how.EN, how.RU)})
		}
	}
	return list
}

// trial is a question while it is examined.
type trial struct {
	Content
	marker marker
	q      bank.Question
	advice []Advice
}

func (t *trial) say(code AdviceCode, path string, text fault.Text) {
	t.advice = append(t.advice, Advice{Code: code, Path: path, Text: text})
}

// languages says what is missing without being needed.
func (t *trial) languages() {
	for _, l := range bank.Languages() {
		if t.Text.In(l) == "" {
			t.say(OneLanguage, "text."+string(l), oneLanguage[l])
		}
	}
	if t.General() {
		t.say(NoAnchors, "anchors", fault.Say("The grades are described in general words; say what answers of each grade show.", "Баллы описаны общими словами; напишите, чем отличаются ответы на каждый балл."))
	}
	bare := -1 // the first point without a misconception
	for i, p := range t.Points {
		for _, l := range t.Languages() {
			if bare < 0 && len(p.Wrong.In(l)) == 0 {
				bare = i
			}
			if len(p.Also.In(l))+len(p.Right.In(l)) == 0 {
				t.say(NoParaphrase, at("points", i)+".also."+string(l), fault.Say("Point %d has one wording; add two or three other ways people put it.", "У тезиса %d одна формулировка; добавьте две-три, как ещё это говорят.", i+1))
			}
		}
	}
	if bare >= 0 {
		t.say(NoMisconception, at("points", bare)+".misconceptions", fault.Say("Point %d has no misconception. Where every point has one, an answer that only sounds right, or heaps up key words, is told from a right one.", "У тезиса %d нет заблуждения. Когда оно есть у каждого, верный ответ отличается от похожего и от набора ключевых слов.", bare+1))
	}
}

var oneLanguage = map[bank.Language]fault.Text{
	bank.Russian: fault.Say("Without a Russian text it is not asked in Russian interviews.", "Без русского текста вопрос не задают в интервью на русском."),
	bank.English: fault.Say("Without an English text it is not asked in English interviews.", "Без английского текста вопрос не задают в интервью на английском."),
}

// alikeFrom is how plainly each of two points must make the other for advice to say so: a
// short answer is marked kindly, and a false alarm wears out the reader.
const alikeFrom = 0.8

// made says how far a text makes each point as an answer to the question.
func (t *trial) made(l bank.Language, text string) map[string]float64 {
	points := map[string]float64{}
	mark := t.marker.Mark(t.q, l, []marking.Turn{marking.NewTurn(l.Of(t.q.Text), text, text, 1)})
	for _, p := range mark.Points {
		points[p.ID] = p.Met
	}
	return points
}

// points tries what is said of the points, and tells whether any is found in its own words.
func (t *trial) points(l bank.Language) (found bool) {
	made := make([]map[string]float64, len(t.Points))
	for i, p := range t.Points {
		made[i] = t.made(l, p.Text.In(l))
		if made[i][p.ID] >= marking.MetFrom {
			found = true
		} else {
			t.say(Unrecognised, at("points", i)+".text."+string(l), fault.Say("Point %d is not recognised in its own words: write it as a whole sentence of its own.", "Тезис %d не распознаётся даже в своих словах: напишите его отдельным полным предложением.", i+1))
		}
		for k, other := range t.Points[:i] {
			if min(made[i][other.ID], made[k][p.ID]) >= alikeFrom {
				t.say(Alike, at("points", i)+".text."+string(l), fault.Say("Points %d and %d cannot be told apart: the words of each make the other too.", "Тезисы %d и %d не различить: слова каждого засчитываются и за другой.", k+1, i+1))
			}
		}
		for n, text := range p.Wrong.In(l) {
			if t.made(l, text)[p.ID] >= marking.MetFrom {
				t.say(Misread, at(at("points", i)+".misconceptions."+string(l), n), fault.Say("A misconception is taken for point %d: put it further from the right words.", "Заблуждение засчитывается за тезис %d: сформулируйте его дальше от верных слов.", i+1))
			}
		}
	}
	return found
}

// givenFrom is the share of the words of a point that its question may say before it.
const givenFrom = 0.6

// given tells points whose words the question says.
func (t *trial) given(l bank.Language) {
	said := map[string]bool{}
	for _, term := range retrieve.Terms(t.Text.In(l)) {
		said[term.Stem] = true
	}
	for i, p := range t.Points {
		all, known := map[string]bool{}, 0.0
		for _, term := range retrieve.Terms(p.Text.In(l)) {
			if utf8.RuneCountInString(term.Stem) > 2 && !all[term.Stem] {
				all[term.Stem] = true
				if said[term.Stem] {
					known++
				}
			}
		}
		if known > 0 && known >= givenFrom*float64(len(all)) {
			t.say(GivenAway, at("points", i)+".text."+string(l), fault.Say("The question itself gives point %d away: whoever repeats it makes the point.", "Сам вопрос подсказывает тезис %d: достаточно повторить его слова.", i+1))
		}
	}
}
