package demand_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"kadry/internal/market/demand"
	"kadry/internal/market/posting"
	"kadry/internal/skill"
)

func load(t testing.TB) *skill.Graph {
	t.Helper()
	g, err := skill.Load()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// names writes what a posting asks for, optional skills with a question mark, those that no
// graph knows in quotes.
func names(wanted []demand.Wanted) []string {
	out := make([]string, len(wanted))
	for i, w := range wanted {
		out[i] = string(w.ID)
		if w.ID == "" {
			out[i] = `"` + w.Name + `"`
		}
		if w.Optional {
			out[i] += "?"
		}
	}
	return out
}

func TestKeySkillsArePartedWhereGlued(t *testing.T) {
	t.Parallel()
	g := load(t)
	for words, want := range map[string]string{
		"HTML/CSS":              "html css",
		"Python, SQL":           "python sql",
		"C/C++":                 "c c++",
		"CI/CD":                 "ci/cd",
		"TCP/IP":                "tcp/ip",
		"PL/SQL":                "pl/sql",
		"1С:ЗУП":                "1c:zup",
		"1С: Предприятие 8":     "1c:enterprise",
		"С++":                   "c++", // a Cyrillic С
		"Базовые знания SQL":    "sql",
		"Варка  варенья":        `"варка варенья"`,
		"Холодные продажи":      `"холодные продажи"`,
		"Visual Studio C#; R":   "visual studio c# r",
		"24/7":                  "",
		" , ; ":                 "",
		"Git|Docker\tk8s":       "git docker kubernetes",
		"Варка варенья (зимой)": `"варка варенья (зимой)"`,
	} {
		p := posting.Posting{KeySkills: []string{words}}
		if got := strings.Join(names(demand.Of(g, &p)), " "); got != want {
			t.Errorf("%q asks for %s, want %s", words, got, want)
		}
	}
}

func TestOfReadsRequirements(t *testing.T) {
	t.Parallel()
	g := load(t)
	for _, c := range []struct{ name, text, want string }{
		{"plain", "Требования:\nопыт с Go и PostgreSQL;\nзнание Docker", "go postgresql docker"},
		{"list of letters", "Стек: C, C++, C#, .NET, R, Go, 1С", "c c++ c# .net r go 1c:enterprise"},
		{"not required", "Опыт с Java. Знание Scala не требуется.", "java"},
		{"without experience", "Python. Берём без опыта в Django", "python"},
		{"left behind", "Мы ушли с PHP на Go", "go"},
		{"instead", "Используем Kotlin вместо Java", "kotlin"},
		{"english refusal", "You know Go. Experience with Perl is not required.", "go"},
		{"not obligatory is a wish", "Знание Kotlin не обязательно", "kotlin?"},
		{"closing wish", "Опыт с Python, знание Kafka будет плюсом", "python apache kafka?"},
		{"opening wish", "Знание SQL, желательно ClickHouse и Redis", "sql clickhouse? redis?"},
		{"wish in brackets", "Требования:\nKubernetes (желательно)\nGit", "kubernetes? git"},
		{"wish in brackets about one", "Опыт работы с Python от 2 лет, Kafka (как плюс), Docker", "python apache kafka? docker"},
		{"wish and skill in brackets", "от 3 лет опыта с React (Vue — плюс)", "react vue.js?"},
		{"trailing plus", "Опыт с Kubernetes - плюс", "kubernetes?"},
		{"great if", "Круто, если работали с Kafka или RabbitMQ", "apache kafka? rabbitmq?"},
		{"two negations", "Не рассматриваем кандидатов без знания SQL", "sql"},
		{"two refused", "Java или Kotlin — не требуется", ""},
		{"section of wishes", "Требования:\nGo\nБудет плюсом:\nKafka\nClickHouse\nУсловия:\nкурсы по Python", "go apache kafka? clickhouse?"},
		{"heading without a colon", "Требования\nGo\nБудет плюсом\nKafka", "go apache kafka?"},
		{"wish about one line", "Требования:\nЗнание киргизского языка приветствуется\nУмение работать с Docker", "kyrgyz language? docker"},
		{"nice to have", "Requirements:\nGo\nNice to have:\nTerraform", "go terraform?"},
		{"is a plus", "Knowledge of Go. Terraform is a plus", "go terraform?"},
		{"plain beats wish", "Знание Kafka будет плюсом.\nТребования:\nуверенное знание Kafka", "apache kafka"},
		{"offers", "Требования:\nGo\nМы предлагаем:\nкурсы английского языка и Python", "go"},
		{"stack among offers", "Мы предлагаем:\nсовременный стек: Go и Kubernetes", "go kubernetes"},
		{"company", "Компания — лидер рынка CRM и ERP.\nТребования:\nPHP", "php"},
		{"we write in", "О нас:\nМы пишем на Go", "go"},
		{"wish to learn", "Желание изучать Rust", "rust?"},
		{"not important", "Опыт с Linux. Docker не важен", "linux"},
		{"will not have to", "Знание Windows не потребуется. Python на уровне уверенного пользователя", "python"},
		{"handed over", "Знание SQL. Python-скрипты передали подрядчику", "sql"},
		{"do without", "Знание SQL обязательно, Python тоже обойдёмся", "sql"},
		{"left after", "От Jenkins мы отказались весной. Знание GitLab CI", "gitlab ci"},
		{"a name in quotes", "Проект «Ruby» ищет инженера.\nТребования:\nзнание Go", "go"},
		{"a subject", "Требования:\nобъяснить, что такое Kubernetes\nзнание Git", "git"},
		{"hired by a recruiter", "Требования:\nподбор Java и Python разработчиков\nзнание Git", "git"},
		{"a telephone", "Требования:\nсмартфон на Android\nзнание Git", "git"},
		{"great if as a heading", "Требования:\nGo\nЗдорово, если\nKafka\nClickHouse", "go apache kafka? clickhouse?"},
		{"an advantage as a heading", "Требования:\nGo\nПреимуществом станет\nKafka", "go apache kafka?"},
		{"a plus as a heading", "Requirements:\nGo\nWould be a plus:\nKafka", "go apache kafka?"},
		{"welcome", "Knowledge of Go. Terraform is welcome", "go terraform?"},
		{"not critical", "Требования:\nGo\nпонимание Kafka пригодится, но не критично", "go apache kafka?"},
		{"an advantage behind a dash", "Знание SQL. Tableau — преимущество...", "sql tableau?"},
		{"empty", "", ""},
		{"no skills", "Ждём вас в нашей команде!", ""},
	} {
		p := posting.Posting{Description: c.text}
		if got := strings.Join(names(demand.Of(g, &p)), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOfMergesTheParts(t *testing.T) {
	t.Parallel()
	p := posting.Posting{
		Title: "Junior Python разработчик", KeySkills: []string{"Python", "Docker", "Варка варенья"},
		Requirement: "Уверенное знание Python 3. Знание Django...", Duty: "Разработка на Python и FastAPI",
		Description: "Docker будет плюсом",
	}
	got := demand.Of(load(t), &p)
	i := slices.IndexFunc(got, func(w demand.Wanted) bool { return w.ID == "python" })
	if i < 0 || !slices.Equal(got[i].Sources, []demand.Origin{demand.KeySkills, demand.Title, demand.Requirement, demand.Duty}) {
		t.Fatalf("sources of Python: %v", got)
	}
	if !slices.Contains(names(got), "docker?") || !slices.Contains(names(got), `"варка варенья"`) || !slices.Contains(names(got), "fastapi") {
		t.Errorf("the posting asks for %v", names(got))
	}
}

// TestSnippetsOfASearchAreRead covers the two cut lines that a search answers with.
func TestSnippetsOfASearchAreRead(t *testing.T) {
	t.Parallel()
	g := load(t)
	for _, p := range []posting.Posting{
		{Title: "Бэкенд-разработчик", Requirement: "Основы одного из языков (Python/Java/Ruby). Интерес к серверной..."},
		{Title: "Junior Python разработчик"},
		{Title: "Тестировщик", Duty: "Сервисы в k8s. CI/CD. Автоматизация на Python + pytest. Проверка..."},
		{Title: "Тестировщик", Requirement: "...протоколы (arp, dns). Плюсом будет знание Python."},
		{Title: "Тестировщик", Requirement: "Опыт E2E-тестов. Знание Python + Pytest, TypeScript..."},
		{Title: "Тестировщик", Requirement: "Начальные знания python, умение писать запросы, опыт..."},
		{Title: "QA", Requirement: "Автотесты (Python, JavaScript или другие языки). Знание..."},
		{Title: "QA", Duty: "Знание Рython 3 (условия, циклы...)"}, // a Cyrillic Р
	} {
		if !slices.ContainsFunc(demand.Of(g, &p), func(w demand.Wanted) bool { return w.ID == "python" }) {
			t.Errorf("no Python in %q %q %q", p.Title, p.Requirement, p.Duty)
		}
	}
}

func TestTheNameOfTheEmployerIsNoRequirement(t *testing.T) {
	t.Parallel()
	g := load(t)
	for _, c := range []struct{ employer, text, want string }{
		{"Школа Python Плюс", "Школа Python Плюс ищет преподавателя. Нужен опыт с Java", "java"},
		{"SAP", "Требования: опыт работы с SAP", "sap"},
		{"Docker Строй", "Требования: знание Docker", "docker"},
	} {
		p := posting.Posting{Employer: posting.Employer{Name: c.employer}, Description: c.text}
		got := names(demand.Of(g, &p))
		got = slices.DeleteFunc(got, func(n string) bool { return n == "teaching" })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s asks for %v, want %s", c.employer, got, c.want)
		}
	}
}

func TestCountTellsBothDenominators(t *testing.T) {
	t.Parallel()
	sql, rust := demand.Wanted{ID: "sql", Name: "SQL", Sources: []demand.Origin{demand.Title, demand.Duty}}, demand.Wanted{ID: "rust", Name: "Rust", Optional: true, Sources: []demand.Origin{demand.Description}}
	tally := demand.Count([]demand.Reading{
		{Wanted: []demand.Wanted{sql, rust}, Detailed: true},
		{Wanted: []demand.Wanted{sql}},
		{Wanted: nil, Detailed: true},
		{Wanted: []demand.Wanted{{Name: "грамотная речь", Sources: []demand.Origin{demand.KeySkills}}}},
	})
	if tally.Postings != 4 || tally.Detailed != 2 || len(tally.Skills) != 3 {
		t.Fatalf("%+v", tally)
	}
	first, second := tally.Skills[0], tally.Skills[1]
	if first.ID != "sql" || first.N != 2 || first.Detailed != 1 || first.Share != 0.5 || first.AtLeast != 0.5 || first.Sources[demand.Duty] != 2 {
		t.Errorf("%+v", first)
	}
	if second.ID != "rust" || second.Optional != 1 || second.AtLeast != 0.25 {
		t.Errorf("%+v", second)
	}
	if none := demand.Count(nil); none.Postings != 0 || none.Skills == nil {
		t.Errorf("%+v", none)
	}
}

// TestCountIsBoundedAndOrderless holds for any sample.
func TestCountIsBoundedAndOrderless(t *testing.T) {
	t.Parallel()
	ids := []skill.ID{"go", "sql", "python", ""}
	rapid.Check(t, func(t *rapid.T) {
		sample := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) demand.Reading {
			r := demand.Reading{Detailed: rapid.Bool().Draw(t, "detailed")}
			for _, id := range rapid.SliceOfDistinct(rapid.SampledFrom(ids), func(id skill.ID) skill.ID { return id }).Draw(t, "ids") {
				r.Wanted = append(r.Wanted, demand.Wanted{ID: id, Name: "n" + string(id), Optional: rapid.Bool().Draw(t, "optional"), Sources: []demand.Origin{demand.Title}})
			}
			return r
		}), 0, 20).Draw(t, "sample")
		tally := demand.Count(sample)
		slices.Reverse(sample)
		again := demand.Count(sample)
		for i, d := range tally.Skills {
			if d.N > tally.Postings || d.Optional > d.N || d.Detailed > tally.Detailed || d.Share > 1 || d.AtLeast > 1 {
				t.Fatalf("%+v of %+v", d, tally)
			}
			if again.Skills[i].ID != d.ID || again.Skills[i].N != d.N {
				t.Fatalf("the order of the sample shows: %v and %v", d, again.Skills[i])
			}
		}
	})
}

func FuzzOf(f *testing.F) {
	g := load(f)
	f.Add("Go", "Требования:\nGo; SQL (желательно)\nБудет плюсом: Kafka", "Go/SQL", "Go Школа")
	f.Add("\xff", "знание знание плюсом: C, C, C не требуется\n", "\xff,;/", "\xff\xff\xff")
	f.Add("", strings.Repeat("с плюсами, плюсом ", 50), strings.Repeat("a/b+", 40), "")
	f.Fuzz(func(t *testing.T, title, text, words, employer string) {
		p := posting.Posting{Title: title, Description: text, Requirement: text, KeySkills: []string{words}, Employer: posting.Employer{Name: employer}}
		seen := map[string]bool{}
		for _, w := range demand.Of(g, &p) {
			key := string(w.ID) + "|" + w.Name
			if w.Name == "" || len(w.Sources) == 0 || seen[key] {
				t.Errorf("%+v", w)
			}
			seen[key] = true
		}
	})
}

// BenchmarkOf reads one posting of the usual length, some 1,600 letters.
func BenchmarkOf(b *testing.B) {
	g := load(b)
	p := posting.Posting{
		Title: "Backend-разработчик (Go)", KeySkills: []string{"Go", "PostgreSQL", "Docker", "Работа в команде", "Грамотная речь"},
		Description: "Требования:\n" + strings.Repeat("опыт коммерческой разработки от трёх лет, понимание принципов работы сетей;\nзнание Go, SQL и Docker, умение читать чужой код;\n", 10) + "Будет плюсом:\nKafka\nУсловия:\nофис в центре города, ДМС",
	}
	for b.Loop() {
		demand.Of(g, &p)
	}
}
