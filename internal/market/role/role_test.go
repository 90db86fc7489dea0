package role_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"kadry/internal/market/role"
)

func load(t testing.TB) *role.Book {
	t.Helper()
	b, err := role.Load()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestResolve(t *testing.T) {
	t.Parallel()
	b := load(t)
	for asked, want := range map[string]string{
		"Go developer":            "Программист, разработчик",
		"Senior Go developer":     "Программист, разработчик",
		"Golang-разработчик":      "Программист, разработчик",
		"программиста":            "Программист, разработчик",
		"Backend":                 "Программист, разработчик",
		"Инженер-программист C++": "Программист, разработчик",
		"бухгалтер":               "Бухгалтер",
		"Бухгалтера на первичку":  "Бухгалтер",
		"DevOps":                       "DevOps-инженер",
		"devops engineer":              "DevOps-инженер",
		"QA Engineer (Middle/Middle+)": "Тестировщик",
		"Системный аналитик":           "Системный аналитик",
		"аналитик":                     "Аналитик",
		"Data Scientist":               "Дата-сайентист",
		"менеджеры по продажам":        "Менеджер по продажам, менеджер по работе с клиентами",
		"руководитель отдела продаж":   "Руководитель отдела продаж",
		"тимлид":                       "Руководитель группы разработки",
		"курьер":                       "Курьер",
		"nurse":                        "Медицинская сестра, медицинский брат",
		"CTO":                          "Технический директор (CTO)",
		"96":                           "Программист, разработчик",
		"служба поддержки":             "Специалист технической поддержки|Оператор call-центра, специалист контактного центра",
		"космонавт":                    "",
		"":                             "",
		"\xff\xfe":                     "",
	} {
		var names []string
		for _, r := range b.Resolve(asked) {
			names = append(names, r.Name)
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%q belongs to %q, want %q", asked, got, want)
		}
	}
}

func TestEveryRoleIsFoundByItsNameAndID(t *testing.T) {
	t.Parallel()
	b := load(t)
	found := 0
	for n := range 300 {
		r, ok := b.Role(strconv.Itoa(n))
		if !ok {
			continue
		}
		found++
		if got := b.Resolve(r.Name); !slices.Contains(got, r) {
			t.Errorf("%v is resolved to %v", r, got)
		}
		if got := b.Resolve(" " + r.ID); !slices.Equal(got, []role.Role{r}) {
			t.Errorf("%s is resolved to %v", r.ID, got)
		}
	}
	if found < 150 {
		t.Errorf("%d roles", found)
	}
}

func FuzzResolve(f *testing.F) {
	b := load(f)
	for _, s := range []string{"Go developer", "96", "менеджер по продажам", "\xff", strings.Repeat("инженер ", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, asked string) {
		for _, r := range b.Resolve(asked) {
			if known, ok := b.Role(r.ID); !ok || known != r {
				t.Errorf("%q belongs to %v", asked, r)
			}
		}
	})
}
