package profile_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/talent/profile"
)

func load(t testing.TB) *profile.Library {
	t.Helper()
	library, err := profile.Load()
	if err != nil {
		t.Fatal(err)
	}
	return library
}

func TestFind(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"Go developer":                     "go-developer",
		"Senior Golang разработчик":        "go-developer",
		"разработчик Golang (удалённо)":    "go-developer",
		"Гошник":                           "go-developer",
		"Sr. Backend Engineer - Go":        "go-developer",
		"Бэкендер":                         "backend-developer",
		"Back-end developer":               "backend-developer",
		"бекенд разработчик":               "backend-developer",
		"Ведущий Java-разработчик":         "java-developer",
		"Java developers":                  "java-developer",
		"Программист Java":                 "java-developer",
		"JavaScript developer":             "frontend-developer",
		"JS-разработчик":                   "frontend-developer",
		"Питонист":                         "python-developer",
		"программист на питоне":            "python-developer",
		"Python Backend Developer, Middle": "python-developer",
		"Pyhton developer":                 "python-developer",
		"C# разработчик":                   "dotnet-developer",
		"С#-разработчик":                   "dotnet-developer", // Cyrillic С
		"Senior .NET Core developer":       "dotnet-developer",
		"Разработчик C++":                  "cpp-developer",
		"Программист С++":                  "cpp-developer", // Cyrillic С
		"Embedded C/C++ engineer":          "embedded-developer",
		"Firmware Engineer II":             "embedded-developer",
		"Программист микроконтроллеров":    "embedded-developer",
		"PHP/Laravel developer":            "php-developer",
		"Битрикс разработчик":              "php-developer",
		"NodeJS developer":                 "nodejs-developer",
		"RoR developer":                    "ruby-developer",
		"Rust разработчик":                 "rust-developer",
		"Фронтендер":                       "frontend-developer",
		"Front end engineer":               "frontend-developer",
		"Frontend developer (React)":       "react-developer",
		"React.js разработчик":             "react-developer",
		"Разработчик Vue":                  "vue-developer",
		"Full stack developer":             "fullstack-developer",
		"Фуллстек разработчик":             "fullstack-developer",
		"Android-разработчица Kotlin":      "android-developer",
		"Senior iOS Developer (Swift)":     "ios-developer",
		"Разработчик Flutter":              "flutter-developer",
		"Девопс":                           "devops-engineer",
		"Инженер DevOps":                   "devops-engineer",
		"Lead Dev Ops Engineers":           "devops-engineer",
		"SRE":                              "sre",
		"Site Reliability Engineer":        "sre",
		"Инженер по надёжности":            "sre",
		"Сисадмин":                         "system-administrator",
		"Системный администратор Linux":    "system-administrator",
		"Администратор баз данных":         "dba",
		"PostgreSQL DBA":                   "dba",
		"Специалист по информационной безопасности": "security-engineer",
		"Пентестер":              "penetration-tester",
		"Тестировщик":            "qa-engineer",
		"Ведущий тестировщик ПО": "qa-engineer",
		"Инженер по автоматизации тестирования": "qa-automation-engineer",
		"Senior SDET":       "qa-automation-engineer",
		"Инженер данных":    "data-engineer",
		"Big Data Engineer": "data-engineer",
		"Data Scientists":   "data-scientist",
		"Датасаентист":      "data-scientist",
		"ML-инженер":        "ml-engineer",
		"Инженер машинного обучения": "ml-engineer",
		"Аналитик данных":            "data-analyst",
		"Power BI разработчик":       "bi-analyst",
		"Старший системный аналитик": "systems-analyst",
		"Бизнес аналитик":            "business-analyst",
		"Product Owner":              "product-manager",
		"Руководителя проектов":      "project-manager",
		"Тимлид":                     "team-lead",
		"Python team lead":           "python-developer",
		"Архитектор ПО":              "solution-architect",
		"Технический писатель":       "technical-writer",
		"Product designer":           "ux-designer",
		"UI/UX дизайнер":             "ux-designer",
		"Программист 1С":             "1c-developer",
		"1C:Enterprise developer":    "1c-developer",
		"Инженер техподдержки":       "support-engineer",
		"Python/Go разработчик":      "python-developer", // the first named wins
		"Go/Python разработчик":      "go-developer",
		"DevOps / SRE engineer":      "devops-engineer",
		"SRE / DevOps engineer":      "sre",
	}
	library := load(t)
	for title, want := range tests {
		got, ok := library.Find(title)
		if !ok || got.ID != want {
			t.Errorf("Find(%q) = %q, %v, want %q", title, got.ID, ok, want)
		}
	}
}

func TestFindRefusesWhatIsNoRole(t *testing.T) {
	t.Parallel()
	library := load(t)
	for _, title := range []string{
		"", "   ", "!!!", "Senior", "engineer", "Разработчик", "Software engineer", "Аналитик", "Manager",
		"Sales manager", "Менеджер по продажам", "Повар", "Главный бухгалтер", "Head chef", "Водитель категории B",
		"NonexistentRole123", "Scala developer", "'; DROP TABLE profiles; --", strings.Repeat("очень ", 5000),
	} {
		if got, ok := library.Find(title); ok {
			t.Errorf("Find(%.40q) = %q, want none", title, got.ID)
		}
	}
}

func TestEveryTitleFindsItsRole(t *testing.T) {
	t.Parallel()
	library := load(t)
	for _, p := range library.Profiles() {
		titles := append([]string{
			p.Title.EN, p.Title.RU,
			p.Levels.Junior.EN, p.Levels.Mid.EN, p.Levels.Senior.EN,
			p.Levels.Junior.RU, p.Levels.Mid.RU, p.Levels.Senior.RU,
		}, p.Aliases...)
		for _, title := range titles {
			if got, ok := library.Find(title); !ok || got.ID != p.ID {
				t.Errorf("Find(%q) = %q, %v, want %q", title, got.ID, ok, p.ID)
			}
		}
	}
}

func TestFindIgnoresCaseOrderAndSeniority(t *testing.T) {
	t.Parallel()
	library := load(t)
	profiles := library.Profiles()
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(profiles).Draw(t, "profile")
		words := rapid.Permutation(strings.Fields(strings.ReplaceAll(p.Title.EN, "/", " "))).Draw(t, "words")
		title := strings.Join(words, rapid.SampledFrom([]string{" ", "  ", ", ", " - "}).Draw(t, "separator"))
		title = rapid.SampledFrom([]string{"", "Senior ", "ведущий ", "Middle/Senior "}).Draw(t, "seniority") + title
		if rapid.Bool().Draw(t, "upper") {
			title = strings.ToUpper(title)
		}
		if got, ok := library.Find(title); !ok || got.ID != p.ID {
			t.Fatalf("Find(%q) = %q, %v, want %q", title, got.ID, ok, p.ID)
		}
	})
}

func TestNearest(t *testing.T) {
	t.Parallel()
	library := load(t)
	tests := []struct {
		title string
		n     int
		first []string // the first titles, in any order
	}{
		{"Аналитик", 5, []string{"Системный аналитик", "Аналитик данных", "Бизнес-аналитик", "BI-аналитик"}},
		{"Sales manager", 3, []string{"Product manager", "Project manager"}},
		{"Software engineer", 5, []string{"Solution architect"}},
		{"Kubernets", 5, []string{"DevOps engineer"}},
	}
	for _, test := range tests {
		got := library.Nearest(test.title, test.n)
		if len(got) > test.n {
			t.Errorf("Nearest(%q, %d) gave %d titles", test.title, test.n, len(got))
		}
		for _, want := range test.first {
			if !slices.Contains(got, want) {
				t.Errorf("Nearest(%q, %d) = %q, want %q in it", test.title, test.n, got, want)
			}
		}
		if diff := cmp.Diff(got, load(t).Nearest(test.title, test.n)); diff != "" {
			t.Errorf("Nearest(%q) differs between two libraries: %s", test.title, diff)
		}
	}
	for _, n := range []int{0, -1} {
		if got := library.Nearest("Аналитик", n); len(got) != 0 {
			t.Errorf("Nearest with n=%d = %q, want none", n, got)
		}
	}
	if got := library.Nearest("☃☃☃", 5); len(got) != 0 {
		t.Errorf("Nearest of a snowman = %q, want none", got)
	}
}

func BenchmarkFind(b *testing.B) {
	library := load(b)
	for b.Loop() {
		library.Find("Ведущий инженер по автоматизации тестирования")
	}
}

func BenchmarkNearest(b *testing.B) {
	library := load(b)
	for b.Loop() {
		library.Nearest("Инженер по закупкам", 5)
	}
}
