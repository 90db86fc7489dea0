package problem

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"kadry/internal/exam/subject"
	"kadry/internal/fault"
)

// maxID is the most digits of a problem number.
const maxID = 20

// numberSign is what people write before a number: "№", "N", "#", "задание", "id".
var numberSign = regexp.MustCompile(`^(?:#|no\.?|n\.?|id|задание|задача|номер|problem|task)[\s:.=]*#?\s*`)

// ParseRef reads the name of a problem: a number, with or without "№" before it, leading
// zeros, spaces or full-width digits; "math:26662"; "ege/math:26662". What it does not say
// of the course is taken from fallback. Anything else is fault.Invalid. Addresses of the
// site are read by Bank.Ref.
func ParseRef(text string, fallback subject.Course) (Ref, error) {
	folded := foldRef(text)
	course, name := fallback, folded
	at := strings.LastIndexByte(folded, ':')
	if _, plain := number(folded); !plain && at > 0 && !strings.Contains(folded, "://") {
		named, err := subject.Parse(folded[:at], fallback)
		if err != nil {
			return Ref{}, err
		}
		course, name = named, folded[at+1:]
	}
	id, ok := number(name)
	if !ok {
		return Ref{}, badRef(text)
	}
	if err := course.Check(); err != nil {
		return Ref{}, err
	}
	return Ref{Course: course, ID: id}, nil
}

// IsNumber reports plain digits, no more than the site's numbers have.
func IsNumber(text string) bool {
	return text != "" && len(text) <= maxID && strings.Trim(text, "0123456789") == ""
}

// ParseNumber reads a number of the site in the spellings ParseRef knows.
func ParseNumber(text string) (string, bool) { return number(foldRef(text)) }

// foldRef brings what people write to one form: NFKC turns full-width digits into plain
// ones, and the sign № into letters.
func foldRef(text string) string {
	return strings.TrimSpace(strings.ToLower(norm.NFKC.String(fault.Clip(strings.ReplaceAll(text, "№", "#")))))
}

// number reads the digits of a folded name; false where there is anything else.
func number(name string) (string, bool) {
	name = strings.TrimSpace(name)
	name = name[len(numberSign.FindString(name)):]
	digits := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, name)
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return "", false
	}
	digits = strings.TrimLeft(digits, "0")
	return digits, digits != "" && len(digits) <= maxID
}

func badRef(text string) error {
	return fault.E(fault.Invalid, fault.Say("%q is not the number of a problem.", "%q не похоже на номер задания.", fault.Clip(text)), nil).
		WithHint(fault.Say("Give digits, as in 26662, № 26662, math:26662, ege/math:26662, or the address of the problem on the site.",
			"Укажите цифры: 26662, № 26662, math:26662, ege/math:26662, или адрес задания на сайте."))
}

// Ref names a problem.
type Ref struct {
	subject.Course
	ID string // digits
}

// String is the problem in one word: "ege/math:26662".
func (r Ref) String() string { return r.Course.String() + ":" + r.ID }

// FirstOwn is the first number of the practice problems that come with kadry; the site's
// numbers have six digits at most.
const FirstOwn = "9000001"

// Own reports whether a problem is one that comes with kadry. The site knows nothing of
// those, and their copies never age.
func (r Ref) Own() bool { return len(r.ID) == len(FirstOwn) && r.ID >= FirstOwn }
