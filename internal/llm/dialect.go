package llm

import (
	"net/http"
	"regexp"
	"strings"
	"time"
)

// Enforcement is how the shape of an answer was asked for, from the best enforced down.
type Enforcement string

// The rungs. On the lower two the schema stands in the prompt. The last is also that of a
// question without a schema.
const (
	Strict  Enforcement = "json_schema" // the endpoint enforces the schema
	Objects Enforcement = "json_object" // the endpoint enforces some JSON object
	Plain   Enforcement = "text"        // nothing is enforced
)

// below is the next enforcement down; under Plain there is none.
func (r Enforcement) below() (Enforcement, bool) {
	switch r {
	case Strict:
		return Objects, true
	case Objects:
		return Plain, true
	case Plain:
	}
	return Plain, false
}

// lengthName is how the limit on an answer is called: OpenAI's newer models refuse the older
// name, older compatible servers refuse the newer or take no notice of it.
type lengthName string

const (
	completionTokens lengthName = "max_completion_tokens"
	maxTokens        lengthName = "max_tokens"
)

// dialect is how an endpoint wants to be asked. Each thing it refuses is left off one at a
// time; what then led to an answer is remembered for the endpoint.
type dialect struct {
	enforcement   Enforcement
	length        lengthName
	noTemperature bool // reasoning models take only their own
	noSeed        bool
	noSystem      bool // templates of some models know no system message
}

var standardDialect = dialect{enforcement: Strict, length: completionTokens}

// rememberedFor is how long a dialect is kept before the best one is tried again: the server
// may have been updated, or one odd schema may have cost it a enforcement.
const rememberedFor = time.Hour

// dialect returns how the endpoint wants to be asked, as far as is known.
func (c *Client) dialect() dialect {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Now().After(c.until) {
		return standardDialect
	}
	return c.learned
}

// learn remembers a dialect that led to an answer where another had not.
func (c *Client) learn(m dialect) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.learned, c.until = m, time.Now().Add(rememberedFor)
}

var (
	aboutFormat = regexp.MustCompile(`response_format|json_schema|json_object|json mode|structured output|\bgrammar\b|\bguided|\bschema\b`)
	aboutSystem = regexp.MustCompile(`system (?:role|message|prompt)s? (?:is |are )?not supported|(?:does not|doesn't) support system|roles must alternate`)
	aboutLength = regexp.MustCompile(`\bmax_(?:completion_)?tokens\b`)
	aboutSeed   = regexp.MustCompile(`\bseed\b`)
	aboutSize   = regexp.MustCompile(`context_length_exceeded|exceed_context_size|context (?:length|size|window)|prompt is too long`)
)

// tooLong reports whether the question is over the context of the model.
func (r *refusal) tooLong() bool {
	return r.status == http.StatusRequestEntityTooLarge ||
		r.status < 500 && aboutSize.MatchString(r.explanation.all())
}

// aboutManner reports whether a refusal may be met by asking in another way. 400 and 422 are
// for that; a gateway's 500 only when its words say so.
func (r *refusal) aboutManner() bool {
	switch r.status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
		return !r.tooLong()
	case http.StatusInternalServerError, http.StatusNotImplemented:
		words := r.explanation.all()
		return aboutFormat.MatchString(words) || aboutSystem.MatchString(words) || aboutLength.MatchString(words)
	}
	return false
}

// adapt leaves off what a refusal names, or else goes one enforcement down, and reports whether
// there was anything to change. It changes each thing once at most, so it comes to an end.
func (t *talk) adapt(r *refusal) bool {
	m, words := &t.dialect, r.explanation.all()
	switch param := strings.ToLower(r.explanation.param); {
	case !m.noTemperature && (param == "temperature" || strings.Contains(words, "temperature")):
		m.noTemperature = true
	case !t.renamed && aboutLength.MatchString(words):
		t.renamed = true
		if m.length == completionTokens {
			m.length = maxTokens
		} else {
			m.length = completionTokens
		}
	case !m.noSystem && t.prompt.System != "" && aboutSystem.MatchString(words):
		m.noSystem = true
	case !m.noSeed && !aboutFormat.MatchString(words) && aboutSeed.MatchString(words):
		m.noSeed = true
	default:
		if t.prompt.Schema == nil {
			return false
		}
		enforcement, ok := m.enforcement.below()
		m.enforcement = enforcement
		return ok
	}
	return true
}
