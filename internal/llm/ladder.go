package llm

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
)

// talk is one Complete under way. It belongs to one goroutine.
type talk struct {
	client  *Client
	prompt  Prompt
	most    int // tokens of the answer
	dialect dialect
	usage   Usage

	renamed bool  // the limit on the length was called by its other name
	flawed  *flaw // the first answer, when the repair turn is on
}

// flaw is what is wrong with an answer.
type flaw struct {
	answer string
	err    error
	cutOff bool // there was too little room, and nothing to correct
}

// logged is a flaw as a log may hold it: a violation of a schema tells the value, which may
// be a candidate's words.
func (f *flaw) logged() error {
	for _, plain := range []error{errNoObject, errCutOff, errTwo, errEmpty} {
		if errors.Is(f.err, plain) {
			return plain
		}
	}
	return errors.New("the object breaks its schema")
}

// run climbs down the ladder until an answer has the asked shape: refusals lead to another
// dialect of asking, one flawed answer to one repair turn.
func (t *talk) run(caller context.Context) (Answer, error) {
	ctx, stop := context.WithTimeout(caller, t.client.patience)
	defer stop()
	began := t.dialect
	for {
		got, err := t.say(ctx)
		if err != nil {
			if r, ok := errors.AsType[*refusal](err); ok && r.aboutManner() && t.adapt(r) {
				continue
			}
			return Answer{}, t.given(caller, ctx, err)
		}
		if got.declined != "" {
			return Answer{}, t.client.failed(Declined, errors.New("the model declined"))
		}
		answer, flawed := t.judge(got)
		if flawed == nil {
			if t.dialect != began {
				t.client.learn(t.dialect)
			}
			return answer, nil
		}
		if t.flawed != nil {
			return Answer{}, t.client.failed(Unusable, flawed.logged())
		}
		t.repair(flawed)
	}
}

// given makes the error that a caller gets.
func (t *talk) given(caller, ctx context.Context, err error) error {
	if caller.Err() != nil {
		return left(caller)
	}
	if ctx.Err() != nil {
		return t.client.slow(t.client.patience)
	}
	if r, ok := errors.AsType[*refusal](err); ok {
		return t.client.verdict(r)
	}
	return err
}

// enforcement is the one the question is asked on.
func (t *talk) enforcement() Enforcement {
	if t.prompt.Schema == nil {
		return Plain
	}
	return t.dialect.enforcement
}

// judge makes an Answer of a reply that has the asked shape.
func (t *talk) judge(got reply) (Answer, *flaw) {
	text := spoken(strings.ToValidUTF8(got.text, "\uFFFD"))
	bad := func(err error) (Answer, *flaw) {
		return Answer{}, &flaw{answer: text, err: err, cutOff: got.cutOff || errors.Is(err, errCutOff)}
	}
	switch {
	case got.cutOff:
		return bad(errCutOff)
	case text == "":
		return bad(errEmpty)
	}
	answer := Answer{
		Text: text, Usage: t.usage, Enforcement: t.enforcement(),
		Engine: Engine{Name: t.client.host, Model: or(modelName(got.model), t.client.model)},
	}
	if t.prompt.Schema == nil {
		return answer, nil
	}
	one, err := object(text)
	if err != nil {
		return bad(err)
	}
	if answer.JSON, err = t.prompt.Schema.check(one); err != nil {
		return bad(err)
	}
	return answer, nil
}

// modelName is the name an endpoint reports, as fit for a record.
func modelName(reported string) string {
	const longest = 100
	runes := []rune(unprintable.ReplaceAllString(reported, ""))
	return string(runes[:min(len(runes), longest)])
}

// repair turns the talk to a second and last answer. An endpoint that breaks a schema it
// took does not enforce it, so the schema goes into the prompt from here on.
func (t *talk) repair(f *flaw) {
	t.flawed = f
	if f.cutOff {
		t.most *= 2
		return
	}
	if t.enforcement() == Strict || t.enforcement() == Objects && errors.Is(f.err, errNoObject) {
		t.dialect.enforcement, _ = t.dialect.enforcement.below()
	}
}

// messages are the question as the talk stands.
func (t *talk) messages() []message {
	system, user := t.prompt.System, t.prompt.User
	if t.dialect.noSystem {
		system, user = "", strings.TrimSpace(system+"\n\n"+user)
	}
	if t.prompt.Schema != nil && t.enforcement() != Strict {
		user += "\n\n" + t.form()
	}
	var all []message
	if system != "" {
		all = append(all, message{Role: "system", Content: system})
	}
	all = append(all, message{Role: "user", Content: user})
	if t.flawed == nil || t.flawed.cutOff || t.flawed.answer == "" {
		return all // asking anew is all the repair there can be, and for plain text always
	}
	return append(all, message{Role: "assistant", Content: clipped(t.flawed.answer)},
		message{Role: "user", Content: worded("repair.md", map[string]string{"Flaw": flawSaid(t.flawed.err), "Form": t.form()})})
}

// form says in words what shape is wanted, of a question with a schema.
func (t *talk) form() string {
	return worded("object.md", map[string]string{"Schema": string(t.prompt.Schema.document)})
}

// clipped keeps the end of a repair turn affordable: of a megabyte of a wrong answer the
// beginning shows enough.
func clipped(text string) string {
	const longest = 8 << 10
	return strings.ToValidUTF8(text[:min(len(text), longest)], "")
}

// flawSaid tells a model what is wrong, in a line.
func flawSaid(err error) string {
	const longest = 300
	text := unprintable.ReplaceAllString(err.Error(), " ")
	return strings.ToValidUTF8(text[:min(len(text), longest)], "")
}

// request is the wire form of the question as the talk stands.
func (t *talk) request(sent []message, answer int) chatRequest {
	c, m := t.client, t.dialect
	ask := chatRequest{Model: c.model, Messages: sent}
	if !m.noTemperature {
		ask.Temperature = new(float64)
	}
	if !m.noSeed {
		ask.Seed = &c.seed
	}
	switch m.length {
	case completionTokens:
		ask.MaxCompletionTokens = answer
	case maxTokens:
		ask.MaxTokens = answer
	}
	switch t.enforcement() {
	case Strict:
		s := t.prompt.Schema
		ask.ResponseFormat = &responseFormat{Type: string(Strict), Schema: &jsonSchema{
			Name: s.name, Strict: true, Schema: json.RawMessage(s.document),
		}}
	case Objects:
		ask.ResponseFormat = &responseFormat{Type: string(Objects)}
	case Plain:
	}
	return ask
}
