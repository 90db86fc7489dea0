package resume

import (
	"cmp"
	"slices"
	"strings"
)

// The kinds of labels of data/form_labels.tsv. A label of kind other opens a value that is
// somebody else's or something else's, so that "Father's name" is no name.
const (
	nameLabel        = "name"
	givenLabel       = "given"
	surnameLabel     = "surname"
	patronymicLabel  = "patronymic"
	headlineLabel    = "headline"
	roleLabel        = "role" // of any job: the headline only above the jobs
	objectiveLabel   = "objective"
	languageLabel    = "language"
	certificateLabel = "certificate"
	educationLabel   = "education"
	schoolLabel      = "school"
	degreeLabel      = "degree"
	fieldLabel       = "field"
	yearsLabel       = "years"
	markLabel        = "mark"
	otherLabel       = "other"
)

var labelKinds = []string{
	nameLabel, givenLabel, surnameLabel, patronymicLabel, headlineLabel, roleLabel, objectiveLabel, languageLabel, certificateLabel,
	educationLabel, schoolLabel, degreeLabel, fieldLabel, yearsLabel, markLabel, otherLabel,
}

// labelled is a value of a form: "Name: X", "Name | : | X", "Name - X", or the label on one
// line and the value on the next.
type labelledValue struct {
	kind        string
	line        int // of the label
	label       int // its first token
	first, last int // tokens of the value; none where they are equal
}

// maxFormLabel is how many words a label has at most.
const maxFormLabel = 8

// readLabels finds the labelled values of every line.
func (r *reading) readLabels() {
	for i, l := range r.lines {
		from := len(r.formValues)
		for j := l.first; j < l.last; j++ {
			if !r.opensCell(l, j) {
				continue
			}
			kind, next := r.formLabelAt(j, l.last)
			if kind == "" {
				continue
			}
			r.formValues = append(r.formValues, labelledValue{kind: kind, line: i, label: j, first: next, last: l.last})
			j = next - 1
		}
		r.closeLabels(from, i)
		r.readNameRow(i)
	}
	r.partNames()
}

// partNames takes one word behind "Name" for a given name where the form asks for the surname apart.
func (r *reading) partNames() {
	if !slices.ContainsFunc(r.formValues, func(v labelledValue) bool { return v.kind == surnameLabel && v.first < v.last }) {
		return
	}
	for i := range r.formValues {
		if v := &r.formValues[i]; v.kind == nameLabel && v.last-v.first == 1 {
			v.kind = givenLabel
		}
	}
}

// readNameRow reads the row of a printed form that asks for the parts of a name with no sign
// between them: "1. Фамилия Пример имя Иван отчество Иванович".
func (r *reading) readNameRow(line int) {
	l := r.lines[line]
	if next := r.nameLabelAt(l); next > l.first && next < l.last && r.isUpper(next) {
		r.formValues = append(r.formValues, labelledValue{kind: nameLabel, line: line, label: l.first, first: next, last: l.last})
		return
	}
	found := r.partsOfName(line)
	read := len(r.formValues) > 0 && r.formValues[len(r.formValues)-1].line == line
	if len(found) == 1 && found[0].kind == surnameLabel && !read { // the parts may stand one below the other
		for below := line + 1; below < min(len(r.lines), line+3); below++ {
			more := r.partsOfName(below)
			if len(more) != 1 || more[0].first != r.lines[below].first+1 || more[0].last != r.lines[below].last {
				break
			}
			found = append(found, more...)
		}
	}
	if len(found) >= 2 {
		r.formValues = append(r.formValues, found...)
	}
}

// partsOfName are the parts of a name that a line asks for with no sign between label and value.
func (r *reading) partsOfName(line int) []labelledValue {
	l := r.lines[line]
	var found []labelledValue
	for i := l.first; i+1 < l.last; i++ {
		kind := r.formLabels[r.tokens[i].word]
		if kind != surnameLabel && kind != givenLabel && kind != patronymicLabel || r.tokens[i].kind != wordToken || !r.isUpper(i+1) || r.tokens[i+1].kind != wordToken || r.formLabels[r.tokens[i+1].word] != "" {
			continue
		}
		last := i + 2
		for last+1 < l.last && r.tokens[last].mark == '-' && r.touches(last-1) && r.touches(last) {
			last += 2
		}
		found = append(found, labelledValue{kind: kind, line: line, label: i, first: i + 1, last: last})
	}
	return found
}

// nameLabelAt returns the token behind «Ф.И.О.» at the beginning of a line, the first when there is none.
func (r *reading) nameLabelAt(l line) int {
	said := 0 // bytes of "фио"
	for i := l.first; i < min(l.last, l.first+maxFormLabel); i++ {
		t := r.tokens[i]
		switch rest, ok := strings.CutPrefix("фио"[said:], t.word); {
		case t.kind == wordToken && ok && t.word != "":
			said = len("фио") - len(rest)
		case t.mark != '.':
			return l.first
		}
		if said == len("фио") && r.tokenAt(i+1).mark != '.' {
			return i + 1
		}
	}
	return l.first
}

// closeLabels ends each value where the next label of its line begins, and gives a label
// that ends its line the line below.
func (r *reading) closeLabels(from, line int) {
	for k := from; k < len(r.formValues); k++ {
		v := &r.formValues[k]
		if k+1 < len(r.formValues) {
			v.last = r.formValues[k+1].label
		}
		for v.last > v.first && r.tokens[v.last-1].kind == markToken && r.separates(v.last-1) {
			v.last--
		}
		if v.first < v.last || k+1 < len(r.formValues) || line+1 >= len(r.lines) {
			continue
		}
		below := r.lines[line+1]
		if kind, _ := r.formLabelAt(below.first, below.last); kind == "" && r.headerKindOf(line+1) == "" {
			v.first, v.last = below.first, below.last
		}
	}
}

// opensCell reports that a label may begin at token j: at the start of a line, of a cell of
// a row, or of a sentence.
func (r *reading) opensCell(l line, j int) bool {
	if r.tokens[j].kind != wordToken {
		return false
	}
	if j == l.first || r.parted(j) || r.cellAt(j) {
		return true
	}
	before := r.tokens[j-1]
	switch before.mark {
	case '|', ';', '•', '·', '\t':
		return true
	case '.':
		return !r.touches(j-1) && r.isUpper(j)
	}
	return before.kind == markToken && j-1 == l.first && before.mark != '(' && before.mark != '«' && before.mark != '"'
}

// formLabelAt returns the kind of the label that begins at token i and the token at which its
// value begins; the kind is empty when there is none.
func (r *reading) formLabelAt(i, last int) (kind string, value int) {
	phrase, count := "", 0
	half := "" // the kind by the first side of a label in two languages: "Surname / Фамилия"
	for j := i; j < last && count <= maxFormLabel; j++ {
		t := r.tokens[j]
		switch {
		case t.mark == '/' && phrase != "" && half == "":
			half = r.formLabels[phrase]
		case t.kind == wordToken && (j == i || !r.parted(j) && !r.cellAt(j)):
			if phrase != "" {
				phrase += " "
			}
			phrase += t.word
			count++
			if j+1 == last {
				return cmp.Or(r.formLabels[phrase], half), last
			}
		case r.endsFormLabel(j, i):
			kind = cmp.Or(r.formLabels[phrase], half)
			if kind == "" && t.mark != '(' && t.mark != ',' && t.mark != '/' {
				return "", 0
			}
			if kind != "" && t.mark != '(' && t.mark != ',' && t.mark != '/' {
				return kind, r.valueStart(j, last)
			}
		case t.kind == numberToken:
			return "", 0
		}
	}
	return "", 0
}

// endsFormLabel reports that token j stands between a label and its value.
func (r *reading) endsFormLabel(j, from int) bool {
	t := r.tokens[j]
	if t.mark == ':' || t.mark == '|' || t.kind == wordToken && j > from && (r.parted(j) || r.cellAt(j)) {
		return true
	}
	return t.kind == markToken && (isDash(t.mark) || t.mark == '=') && !r.touches(j-1)
}

// valueStart passes the signs between a label and its value.
func (r *reading) valueStart(j, last int) int {
	for j < last && r.tokens[j].kind == markToken && r.separates(j) {
		j++
	}
	return j
}

func (r *reading) separates(j int) bool {
	m := r.tokens[j].mark
	return m == ':' || m == '|' || m == ';' || m == ',' || m == '.' || m == '=' || m == '_' || isBullet(m) && m != '»'
}

// textOfTokens is the text of tokens [first, last).
func (r *reading) textOfTokens(first, last int) string {
	if first >= last {
		return ""
	}
	return r.text[r.tokens[first].start:r.tokens[last-1].end]
}
