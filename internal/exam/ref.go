package exam

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

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
func ParseRef(text string, fallback Course) (Ref, error) {
	folded := foldRef(text)
	course, name := fallback, folded
	at := strings.LastIndexByte(folded, ':')
	if _, plain := number(folded); !plain && at > 0 && !strings.Contains(folded, "://") {
		named, err := ParseCourse(folded[:at], fallback)
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

// courseForm is the code of a subject with a grade behind it; it matches any text.
var courseForm = regexp.MustCompile(`(?s)^(.*?)(\d{1,2})?$`)

// ParseCourse reads a course: "math", "профмат", "ege/math", "ВПР/math8". What it does not
// say is taken from fallback.
func ParseCourse(text string, fallback Course) (Course, error) {
	exam, name, named := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "/")
	course := fallback
	if named {
		course = Course{Exam: parseExam(exam)}
	} else {
		name = exam
	}
	if subject, ok := subjectOf(course.Exam, name); ok {
		course.Subject = subject
		return course, course.Check()
	}
	parts := courseForm.FindStringSubmatch(name)
	subject, nearest, ok := lookupSubject(parts[1])
	if !ok {
		return Course{}, unknownSubject(name, nearest)
	}
	course.Subject = subject
	if parts[2] != "" {
		course.Grade, _ = strconv.Atoi(parts[2]) // two digits at most
	}
	return course, course.Check()
}

// subjectOf reads a subject in the spellings of an exam: the ЦТ has its own codes.
func subjectOf(exam Exam, name string) (Subject, bool) {
	if exam == CT {
		for subject, code := range belarusian {
			if code == name {
				return subject, true
			}
		}
	}
	subject, _, ok := lookupSubject(name)
	return subject, ok
}

func parseExam(text string) Exam {
	for _, e := range Exams() {
		if title := e.Title(); text == string(e) || text == strings.ToLower(title.RU) {
			return e
		}
	}
	return Exam(text)
}

// unknownSubject says that there is no such subject, and which are nearest.
func unknownSubject(text string, nearest []string) error {
	return fault.E(fault.Invalid, fault.Say("There is no subject %q.", "Предмета %q нет.", fault.Clip(text)), nil).
		WithHint(fault.Say("Nearest: %s.", "Похожие: %s.", strings.Join(nearest, ", "))).WithCandidates(nearest...)
}
