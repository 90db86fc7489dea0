package subject

import "kadry/internal/fault"

// Exam is a family of exams with one numbering of subjects.
type Exam string

// The exams.
const (
	EGE Exam = "ege" // ЕГЭ, the school-leaving exam
	OGE Exam = "oge" // ОГЭ, after nine years
	VPR Exam = "vpr" // ВПР, yearly checks by grade
	CT  Exam = "ct"  // ЦТ, the Belarusian entrance test
)

// Exams lists the exams.
func Exams() []Exam { return []Exam{EGE, OGE, VPR, CT} }

// Title is the name of an exam as people write it.
func (e Exam) Title() fault.Text {
	switch e {
	case EGE:
		return fault.Text{EN: "EGE", RU: "ЕГЭ"}
	case OGE:
		return fault.Text{EN: "OGE", RU: "ОГЭ"}
	case VPR:
		return fault.Text{EN: "VPR", RU: "ВПР"}
	case CT:
		return fault.Text{EN: "CT", RU: "ЦТ"}
	}
	return fault.Text{EN: string(e), RU: string(e)}
}
