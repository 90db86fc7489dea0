package interviewweb

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/interview"
	"kadry/internal/interview/vacancy"
	"kadry/internal/skill"
)

// timeForm is how times stand in the markup, for programs.
const timeForm = time.RFC3339

// sessionsOf narrows an address to one vacancy.
func sessionsOf(vacancy string) url.Values { return url.Values{fieldVacancy: {vacancy}} }

// vacancyHeadline is the title of the editor.
func (s *screen) vacancyHeadline(f vacancyForm) string {
	if f.saved == nil {
		return s.T("vacancy.newTitle")
	}
	return f.saved.Title
}

func (s *screen) vacancyAbout(f vacancyForm) string {
	if f.saved == nil {
		return s.T("vacancy.newAbout")
	}
	return s.T("vacancy.editAbout", "Version", f.saved.Version, "Date", s.Date(f.saved.UpdatedAt))
}

// vacancySaveText says what saving does.
func (s *screen) vacancySaveText(f vacancyForm) string {
	switch {
	case f.theirs != nil:
		return s.T("vacancy.saveOver")
	case f.saved == nil:
		return s.T("vacancy.saveNew")
	}
	return s.T("vacancy.save")
}

// needsSource says where needs come from.
func (s *screen) needsSource(needs []vacancy.Need) string {
	if slices.ContainsFunc(needs, func(n vacancy.Need) bool { return n.Quote == "" }) {
		return s.T("vacancy.needsByHand")
	}
	return s.T("vacancy.needsFrom")
}

// fieldID is the id of the element a finding is about.
func (f vacancyForm) fieldID(path string) string {
	for i, row := range f.places {
		if strings.HasPrefix(path, fieldNeeds+"["+strconv.Itoa(i)+"]") {
			return "need-" + strconv.Itoa(row)
		}
	}
	for i := range f.draft.Choices {
		if strings.HasPrefix(path, fieldChoices+"["+strconv.Itoa(i)+"]") {
			return "choice-" + strconv.Itoa(i)
		}
	}
	return path
}

// fieldsOwn is the id of the element where fields and elements have the same names.
func fieldsOwn(path string) string { return path }

// skillNames are the skills that the bank has questions on, for the field of a row.
func (s *screen) skillNames() []string {
	var names []string
	for _, id := range s.web.room.Bank.Skills() {
		names = append(names, s.skillName(skill.ID(id)))
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return names
}

// ordered are the rows of an import, those left out first.
func (t importForm) ordered() []interview.Imported {
	rows := slices.Clone(t.rows)
	slices.SortStableFunc(rows, func(a, b interview.Imported) int {
		switch {
		case a.Err != nil && b.Err == nil:
			return -1
		case a.Err == nil && b.Err != nil:
			return 1
		}
		return cmp.Compare(a.Row, b.Row)
	})
	return rows
}

// exampleJSON and exampleCSV are files that an import takes.
func (s *screen) exampleJSON() string {
	if s.Lang == "ru" {
		return `{"vacancies": [
  {
    "external_id": "crm-17",
    "title": "Старший разработчик Go",
    "description": "Платёжная платформа.",
    "requirements": "Go, PostgreSQL, Kafka.",
    "level": "senior",
    "needs": [{"skill": "go", "weight": 1}]
  }
]}`
	}
	return `{"vacancies": [
  {
    "external_id": "crm-17",
    "title": "Senior Go Developer",
    "description": "A payment platform.",
    "requirements": "Go, PostgreSQL, Kafka.",
    "level": "senior",
    "needs": [{"skill": "go", "weight": 1}]
  }
]}`
}

func (s *screen) exampleCSV() string {
	if s.Lang == "ru" {
		return "external_id;title;requirements;level;needs\n" +
			"crm-17;Старший разработчик Go;Go, PostgreSQL;senior;go:1|kafka:0.5:mid\n" +
			"crm-18;Аналитик данных;SQL, Python;;"
	}
	return "external_id;title;requirements;level;needs\n" +
		"crm-17;Senior Go Developer;Go, PostgreSQL;senior;go:1|kafka:0.5:mid\n" +
		"crm-18;Data analyst;SQL, Python;;"
}
