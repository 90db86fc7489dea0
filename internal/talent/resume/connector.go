package resume

import (
	"fmt"
	"slices"
	"strings"
)

// connector says what words of a sentence about a job announce.
type connector string

const (
	cueConnector   connector = "cue"   // the sentence tells of a job: "Worked", "работаю"
	titleConnector connector = "title" // a title follows: "as a", "в должности"
	orgConnector   connector = "org"   // an employer follows: "at", "with", "в"
	endConnector   connector = "end"   // the header is over: "занималась следующим"
)

var connectorKinds = []connector{cueConnector, titleConnector, orgConnector, endConnector}

// maxConnector is how many words the longest connector has.
const maxConnector = 4

func (t *tables) takeConnector(row []string) error {
	if !slices.Contains(connectorKinds, connector(row[0])) {
		return fmt.Errorf("%q is no kind of connector", row[0])
	}
	if len(strings.Fields(row[1])) > maxConnector {
		return fmt.Errorf("%q is longer than %d words", row[1], maxConnector)
	}
	t.connectors[row[1]] = connector(row[0])
	return nil
}

// connectorAt reads the longest connector that begins at token i.
func (r *reading) connectorAt(i, last int) (kind connector, next int) {
	phrase, next := "", i
	for k := i; k < min(last, i+maxConnector); k++ {
		if r.tokens[k].kind == breakToken && k > i {
			last = min(last+1, len(r.tokens))
			continue
		}
		if r.tokens[k].kind != wordToken {
			break
		}
		phrase = strings.TrimPrefix(phrase+" "+r.tokens[k].word, " ")
		if found, ok := r.connectors[phrase]; ok {
			kind, next = found, k+1
		}
	}
	return kind, next
}

// titleSoon reports a title within the next words: "was Head Chef", "был старшим поваром".
func (r *reading) titleSoon(i, last int) bool {
	for k := i; k < min(last, i+titleReach) && r.tokens[k].kind == wordToken; k++ {
		if isTitleWord(r.tokens[k].word) {
			return true
		}
	}
	return false
}

// afterArticle passes the small words between a cue and a title: "was a nurse".
func (r *reading) afterArticle(i int) int {
	for {
		switch r.tokenAt(i).word {
		case "a", "an", "the", "been", "then", "just":
			i++
		default:
			return i
		}
	}
}

// titleReach is how many words behind the cue a title may stand.
const titleReach = 3

// maxPreamble is how many words may stand before the cue: "Presently", "At the moment I".
const maxPreamble = 4

// maxOpening is how many tokens with all signs between them the cue is looked for in.
const maxOpening = 12

// tellsJob reports that tokens [first, last) begin a sentence about a job, and where its
// fields begin.
func (r *reading) tellsJob(first, last int) (next int, ok bool) {
	words := 0
	for i := first; i < min(last, first+maxOpening) && words <= maxPreamble; i++ {
		t := r.tokens[i]
		if t.kind == breakToken || t.mark == ':' || t.mark == '|' {
			return first, false
		}
		if t.kind != wordToken {
			continue
		}
		if kind, after := r.connectorAt(i, last); kind == cueConnector {
			// "Work experience" and "Working hours" connect nothing.
			then, _ := r.connectorAt(after, last)
			if then != titleConnector && then != orgConnector && r.titleSoon(after, last) {
				return r.afterArticle(after), true
			}
			return after, then == titleConnector || then == orgConnector
		}
		words++
	}
	return first, false
}
