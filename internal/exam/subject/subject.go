// Package subject holds the subjects of the school exams, by every name people give them, and the
// courses: one subject of one exam, and of one grade where the exam has grades.
package subject

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
)

// subjectInfo is what is known of a subject beside its code.
type subjectInfo struct {
	code    Subject
	name    fault.Text
	aliases []string // other spellings, as foldName writes them
}

// names are all spellings of a subject, as foldName writes them.
func (s subjectInfo) names() []string {
	return append([]string{string(s.code), foldName(s.name.RU), foldName(s.name.EN)}, s.aliases...)
}

// The subjects of the school exams, in the order the site lists them.
var subjects = []subjectInfo{
	{"math", fault.Say("Mathematics, advanced", "Математика профильная"), split("математика|матан|матеша|матем|профмат|проф мат|профильная математика|математика профиль|мат профиль|алгебра|геометрия|maths|mathematics|mathematics advanced|profile math|advanced math")},
	{"mathb", fault.Say("Mathematics, basic", "Математика базовая"), split("базовая математика|математика база|база|базамат|баз мат|матбаза|базовая|mathematics basic|basic math|basic maths|base math")},
	{"rus", fault.Say("Russian", "Русский язык"), split("русский|русяз|рус яз|русиш|рус|russian|russian language")},
	{"phys", fault.Say("Physics", "Физика"), split("физ|физика|физон|phys|physics")},
	{"chem", fault.Say("Chemistry", "Химия"), split("хим|химия|chemistry")},
	{"bio", fault.Say("Biology", "Биология"), split("био|биология|биолога|biology")},
	{"geo", fault.Say("Geography", "География"), split("гео|география|geography")},
	{"hist", fault.Say("History", "История"), split("ист|история|истор|история россии|history")},
	{"soc", fault.Say("Social studies", "Обществознание"), split("обществознание|общество|общага|обществознания|обществ|общ|social|social studies|society|social science")},
	{"inf", fault.Say("Computer science", "Информатика"), split("информатика|инфа|информ|икт|информатика и икт|программирование|informatics|computer science|cs|ict")},
	{"en", fault.Say("English", "Английский язык"), split("английский|англ|англ яз|инглиш|english")},
	{"de", fault.Say("German", "Немецкий язык"), split("немецкий|нем|нем яз|дойч|german|deutsch")},
	{"fr", fault.Say("French", "Французский язык"), split("французский|франц|фр|франц яз|french")},
	{"sp", fault.Say("Spanish", "Испанский язык"), split("испанский|исп|исп яз|es|spanish")},
	{"lit", fault.Say("Literature", "Литература"), split("литература|литра|лит|литер|literature")},
}

// belarusian are the subjects of the ЦТ that the site spells otherwise there.
var belarusian = map[Subject]string{"math": "math3", "mathb": "math3b", "hist": "bh"}

// yearly are the subjects of the ВПР by grade.
var yearly = map[int][]Subject{
	4:  {"math", "rus"},
	5:  {"math", "rus", "bio", "hist"},
	6:  {"math", "rus", "bio", "geo", "hist", "soc"},
	7:  {"math", "rus", "phys", "bio", "geo", "hist", "soc", "inf", "en", "de", "fr"},
	8:  {"math", "rus", "phys", "chem", "bio", "geo", "hist", "soc", "inf", "en", "de", "fr"},
	10: {"math", "rus", "phys", "chem", "geo", "hist", "soc"},
	11: {"rus", "phys", "chem", "bio", "geo", "hist", "en", "de", "fr"},
}

// grades lists the grades that have a ВПР.
func grades() []int { return slices.Sorted(maps.Keys(yearly)) }

// Offered lists the subjects of an exam, in the order of the site; grade counts for the
// ВПР alone.
func Offered(exam Exam, grade int) []Subject {
	var list []Subject
	for _, s := range subjects {
		if offers(exam, s.code, grade) {
			list = append(list, s.code)
		}
	}
	return list
}

// Courses lists the courses of an exam in the order of the site: 15 of the ЕГЭ, 14 of the
// ОГЭ, those of every grade of the ВПР, 13 of the ЦТ.
func Courses(exam Exam) []Course {
	years := []int{0}
	if exam == VPR {
		years = grades()
	}
	var list []Course
	for _, grade := range years {
		for _, subject := range Offered(exam, grade) {
			list = append(list, Course{Exam: exam, Subject: subject, Grade: grade})
		}
	}
	return list
}

func offers(exam Exam, subject Subject, grade int) bool {
	switch exam {
	case EGE:
		return true
	case OGE:
		return subject != "mathb"
	case VPR:
		return slices.Contains(yearly[grade], subject)
	case CT:
		return subject != "inf" && subject != "lit"
	}
	return false
}

func split(list string) []string { return strings.Split(list, "|") }

// Title is the name of a subject, its code where it has none.
func (s Subject) Title() fault.Text {
	for _, known := range subjects {
		if known.code == s {
			return known.name
		}
	}
	return fault.Text{EN: string(s), RU: string(s)}
}

// lookup reads a subject in any spelling. Where there is none it answers the codes
// of the nearest, best first.
func lookup(text string) (subject Subject, nearest []string, ok bool) {
	asked := foldName(text)
	for _, s := range subjects {
		if slices.Contains(s.names(), asked) {
			return s.code, nil, true
		}
	}
	return "", nearestSubjects(asked), false
}

// Spellings are the names that stand for each subject, as foldName writes them.
func Spellings() map[Subject][]string {
	all := map[Subject][]string{}
	for _, s := range subjects {
		all[s.code] = s.names()
	}
	return all
}

// StartingWith lists the subjects with a spelling that begins so.
func StartingWith(prefix string) []Subject {
	prefix = foldName(prefix)
	var list []Subject
	for _, s := range subjects {
		if slices.ContainsFunc(s.names(), func(name string) bool { return strings.HasPrefix(name, prefix) }) {
			list = append(list, s.code)
		}
	}
	return list
}

// maxSubjectName bounds what is compared: no spelling is longer.
const maxSubjectName = 40

// foldName brings a name to the form of the table: lower case, ё as е, single spaces.
func foldName(text string) string {
	if utf8.RuneCountInString(text) > maxSubjectName {
		text = string([]rune(text)[:maxSubjectName])
	}
	return strings.Join(strings.Fields(nameSigns.Replace(strings.ToLower(text))), " ")
}

var nameSigns = strings.NewReplacer("ё", "е", "-", " ", "_", " ", ",", " ", ".", " ")

const nearestSubjectsKept = 3

// nearestSubjects are the codes of the subjects with the spellings most like what was asked
// for, best first.
func nearestSubjects(asked string) []string {
	var names []string
	code := map[string]string{}
	for _, s := range subjects {
		for _, name := range s.names() {
			names = append(names, name)
			code[name] = string(s.code)
		}
	}
	var codes []string
	for _, name := range fault.Nearest(asked, names, len(names)) {
		if len(codes) < nearestSubjectsKept && !slices.Contains(codes, code[name]) {
			codes = append(codes, code[name])
		}
	}
	return codes
}

func codes[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, code := range list {
		out[i] = string(code)
	}
	return out
}

// Subject is a subject by the name the site gives it: "math", "rus".
type Subject string
