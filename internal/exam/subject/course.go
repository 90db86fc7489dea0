package subject

import (
	"slices"
	"strconv"
	"strings"

	"kadry/internal/fault"
)

// Course is one subject of one exam, and of one grade where the exam has grades: the
// scope inside which problem numbers are unique.
type Course struct {
	Exam    Exam
	Subject Subject
	Grade   int // of a ВПР; 0 elsewhere
}

// Code is the name of the course inside its exam, as the site spells it: "math", "math8",
// and "math3" for the mathematics of the ЦТ.
func (c Course) Code() string {
	name := string(c.Subject)
	if other := belarusian[c.Subject]; c.Exam == CT && other != "" {
		name = other
	}
	if c.Grade > 0 {
		return name + strconv.Itoa(c.Grade)
	}
	return name
}

// String is the course in one word: "ege/math", "vpr/math8".
func (c Course) String() string { return string(c.Exam) + "/" + c.Code() }

// SubjectTitle is the subject as the exam calls it: only the ЕГЭ and the ЦТ have two papers
// in mathematics, and only the ЕГЭ calls one of them a profile.
func (c Course) SubjectTitle() fault.Text {
	if c.Subject == "math" && c.Exam != EGE {
		return fault.Text{EN: "Mathematics", RU: "Математика"}
	}
	return c.Subject.Title()
}

// Title is the course for a reader: "ЕГЭ, Физика", "ВПР, Математика, 8 класс".
func (c Course) Title() fault.Text {
	exam, subject := c.Exam.Title(), c.SubjectTitle()
	text := fault.Text{EN: exam.EN + ", " + subject.EN, RU: exam.RU + ", " + subject.RU}
	if c.Grade > 0 {
		grade := strconv.Itoa(c.Grade)
		text.EN, text.RU = text.EN+", grade "+grade, text.RU+", "+grade+" класс"
	}
	return text
}

// Check reports a course that no exam has: fault.Invalid with what the exam does have.
func (c Course) Check() error {
	offered := Offered(c.Exam, c.Grade)
	switch {
	case slices.Contains(offered, c.Subject) && (c.Exam == VPR) == (c.Grade > 0):
		return nil
	case !slices.Contains(Exams(), c.Exam):
		return fault.E(fault.Invalid, fault.Say("There is no exam %q.", "Экзамена %q нет.", fault.Clip(string(c.Exam))), nil).
			WithCandidates(codes(Exams())...)
	case c.Exam == VPR && !slices.Contains(grades(), c.Grade):
		return fault.E(fault.Invalid, fault.Say("VPR needs a grade: one of %s.", "Для ВПР нужен класс: один из %s.", gradeList()), nil)
	case c.Exam != VPR && c.Grade != 0:
		return fault.E(fault.Invalid, fault.Say("Only VPR has grades; leave the grade out for %s.",
			"Классы есть только у ВПР; для экзамена %s класс не указывают.", c.Exam), nil)
	}
	return fault.E(fault.Invalid, fault.Say("%s has no subject %q.", "В экзамене %s нет предмета %q.", c.Exam, fault.Clip(string(c.Subject))), nil).
		WithHint(fault.Say("It has: %s.", "Есть: %s.", strings.Join(codes(offered), ", "))).
		WithCandidates(codes(offered)...)
}

func gradeList() string {
	names := make([]string, len(grades()))
	for i, grade := range grades() {
		names[i] = strconv.Itoa(grade)
	}
	return strings.Join(names, ", ")
}
