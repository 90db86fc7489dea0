package talent

import "testing"

func TestLoadVocabulary(t *testing.T) {
	t.Parallel()
	v, err := loadVocabulary()
	if err != nil {
		t.Fatal(err)
	}
	if len(v.given) < 400 || len(cities()) < 150 || len(v.kinds) < 20 {
		t.Errorf("%d names, %d places, %d kinds", len(v.given), len(cities()), len(v.kinds))
	}
}

func TestNameKey_oneForAlphabetsAndCases(t *testing.T) {
	t.Parallel()
	for _, forms := range [][]string{
		{"Анна", "Анну", "анной", "Anna"},
		{"Лебедева", "Лебедеву", "Лебедев", "Lebedeva"},
		{"Лебедев", "Лебедева", "Лебедевым", "Lebedev"},
		{"Достоевский", "Достоевского", "Dostoevsky"},
		{"Артём", "Артёма", "Artem"},
		{"Максим", "Максима", "Maxim"},
		{"Сергей", "Сергея", "Сергеем", "Sergei"},
		{"Иван", "Ивана", "Иваном", "Ivan"},
		{"Кузнецова", "Кузнецову", "Kuznetsova"},
		{"Смирновой", "Smirnova"},
		{"Юрий", "Yuri"},
	} {
		for _, form := range forms[1:] {
			if NameKey(form) != NameKey(forms[0]) {
				t.Errorf("%s is %q, %s is %q", form, NameKey(form), forms[0], NameKey(forms[0]))
			}
		}
	}
	if NameKey("Петров") == NameKey("Иванов") {
		t.Error("two names have one key")
	}
}
