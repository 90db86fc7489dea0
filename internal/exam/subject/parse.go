package subject

import (
	"regexp"
	"strconv"
	"strings"

	"kadry/internal/fault"
)

// courseForm is the code of a subject with a grade behind it; it matches any text.
var courseForm = regexp.MustCompile(`(?s)^(.*?)(\d{1,2})?$`)

// Parse reads a course: "math", "профмат", "ege/math", "ВПР/math8". What it does not
// say is taken from fallback.
func Parse(text string, fallback Course) (Course, error) {
	exam, name, named := strings.Cut(strings.ToLower(strings.TrimSpace(text)), "/")
	course := fallback
	if named {
		course = Course{Exam: ParseExam(exam)}
	} else {
		name = exam
	}
	if subject, ok := subjectOf(course.Exam, name); ok {
		course.Subject = subject
		return course, course.Check()
	}
	parts := courseForm.FindStringSubmatch(name)
	subject, nearest, ok := lookup(parts[1])
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
	subject, _, ok := lookup(name)
	return subject, ok
}

// ParseExam reads the name of an exam, in Russian too; what it does not know comes back as it is.
func ParseExam(text string) Exam {
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
