package exam

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
)

// SubjectInfo is what is known of a subject beside its code.
type SubjectInfo struct {
	Code    Subject
	Name    fault.Text
	aliases []string // other spellings, folded as fold does
}

// The subjects of the school exams, in the order the site lists them.
var subjects = []SubjectInfo{
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

// Grades lists the grades that have a ВПР.
func Grades() []int { return slices.Sorted(maps.Keys(yearly)) }

// Offered lists the subjects of an exam, in the order of the site; grade counts for the
// ВПР alone.
func Offered(exam Exam, grade int) []Subject {
	var list []Subject
	for _, s := range subjects {
		if offers(exam, s.Code, grade) {
			list = append(list, s.Code)
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

// Subjects lists the subjects in the order of the site.
func Subjects() []SubjectInfo { return slices.Clone(subjects) }

// Aliases lists the other spellings people use, lower case with ё as е.
func (s SubjectInfo) Aliases() []string { return slices.Clone(s.aliases) }

// Title is the name of a subject, its code where it has none.
func (s Subject) Title() fault.Text {
	for _, known := range subjects {
		if known.Code == s {
			return known.Name
		}
	}
	return fault.Text{EN: string(s), RU: string(s)}
}

// LookupSubject reads a subject in any spelling. Where there is none it answers the codes
// of the nearest, best first.
func LookupSubject(text string) (subject Subject, nearest []string, ok bool) {
	asked := foldName(text)
	for _, s := range subjects {
		if asked == string(s.Code) || asked == foldName(s.Name.RU) || asked == foldName(s.Name.EN) || slices.Contains(s.aliases, asked) {
			return s.Code, nil, true
		}
	}
	return "", nearestSubjects(asked), false
}

// maxSubjectName bounds what is compared: no spelling is longer.
const maxSubjectName = 40

// foldName brings a name to the form of the table: lower case, ё as е, single spaces.
func foldName(text string) string {
	if utf8.RuneCountInString(text) > maxSubjectName {
		text = string([]rune(text)[:maxSubjectName])
	}
	text = strings.NewReplacer("ё", "е", "-", " ", "_", " ", ",", " ", ".", " ").Replace(strings.ToLower(text))
	return strings.Join(strings.Fields(text), " ")
}

const nearestKept = 3

func nearestSubjects(asked string) []string {
	type near struct {
		code     string
		distance int
	}
	var all []near
	for _, s := range subjects {
		least := distance(asked, string(s.Code))
		for _, name := range append([]string{foldName(s.Name.RU), foldName(s.Name.EN)}, s.aliases...) {
			least = min(least, distance(asked, name))
		}
		all = append(all, near{string(s.Code), least})
	}
	slices.SortStableFunc(all, func(a, b near) int { return a.distance - b.distance })
	var codes []string
	for _, n := range all[:nearestKept] {
		codes = append(codes, n.code)
	}
	return codes
}

// distance is the least number of letters to insert, drop or replace.
func distance(a, b string) int {
	from, to := []rune(a), []rune(b)
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range from {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range to {
			replaced := diagonal
			if x != y {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
