package resume

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestName(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"Ann Example\nEngineer\nSummary\nx", "Ann Example"},
		{"ANN EXAMPLE\nann@mail.example\n", "ANN EXAMPLE"},
		{"Robert “Bob” Example\nbob@mail.example\nCook", "Robert “Bob” Example"},
		{"ROBERT \"BOB\" EXAMPLE\nbob@mail.example\nCook", "ROBERT \"BOB\" EXAMPLE"},
		{"Ann B. Example-Test, PhD | Engineer\nx", "Ann B. Example-Test"},
		{"ANN EXAMPLE Berlin, Germany\nEngineer ann@mail.example", "ANN EXAMPLE"},
		{"# Ann Example\n**Engineer** | Berlin", "Ann Example"},
		{"Резюме\nПримеров Иван Тестович\nИнженер", "Примеров Иван Тестович"},
		{"Иван Примеров\n\nО себе\nx", "Иван Примеров"},
		{"Curriculum Vitae\nName: Java\nEngineer", "Java"},
		{"ФИО: Примеров Иван\nЦель: работа", "Примеров Иван"},
		{"Full name: Ann van der Test\nDate of birth: 1990", "Ann van der Test"},
		{"ACCOUNTANT\nSummary\nx", ""},
		{"BANK TELLER\nProfessional Summary\nx", ""},
		{"DIGITAL MARKETING SPECIALIST\nHighlights\nx", ""},
		{"PUBLIC RELATIONS\nSummary\nx", ""},
		{"Python Go\nDeveloper", ""},
		{"Summary\nAnn Example wrote this", ""},
		{"Уважаемый Виктор Иванович!\nПрошу рассмотреть меня. Зовут меня Пётр Савельевич Примеров, мне 42 года,\nженат.\npetr@mail.example", "Пётр Савельевич Примеров"},
		{"АНКЕТА\n1. Фамилия Примерова\nИмя Ольга\nОтчество Ивановна\n2. Если изменяли фамилию, то укажите", "Примерова Ольга Ивановна"},
		{"Name | Dipl.-Ing. (FH) Jochen Beispiel\nj.beispiel@mail.example", "Jochen Beispiel"},
		{"Skills * Python, Go", ""},
		{"Senior Developer\nBerlin", ""},
		{"", ""},
		{"Olamide Fashola-Reyes\nFarrier\no.fashola@mail.example", "Olamide Fashola-Reyes"},
		{"Айгуль Сейткалиева\nКиномеханик\naigul.s@mail.example", "Айгуль Сейткалиева"},
		{"к.м.н. Примеров Сергей Ильич\nхирург", "Примеров Сергей Ильич"},
		{"Алиев Рашад Вагиф оглы\nПовар\n", "Алиев Рашад Вагиф оглы"},
		{"Примеров И.И.\nтел. 8 900 123 45 67\nОпыт работы\n2010-2015 ООО Ромашка, слесарь", "Примеров И.И."},
		{"Анкета\nФамилия: Примерова\nИмя: Ольга\nОтчество: Сергеевна\nДолжность: менеджер", "Примерова Ольга Сергеевна"},
		{"Главная Блог\nПривет! Я Ольга Примерова\nДизайнер", "Ольга Примерова"},
		{"ПРИМЕРОВА\nОЛЬГА ПЕТРОВНА\nДизайнер\n", "ПРИМЕРОВА ОЛЬГА ПЕТРОВНА"},
		{"DE LA TEST, ANN P.\nSeaman\nann.dlt@mail.example", "DE LA TEST, ANN P."},
		{"ann example\nteacher\nann.example@mail.example", "ann example"},
		{"A n n E x a m p l e\nTeacher\nann.example@mail.example", "Ann Example"},
		{"APPLICATION FORM\nSurname | TESTA | First name | ANNA\nRank | Master", "TESTA ANNA"},
		{"NAME | : | Mr. Sunil Example\nFATHER'S NAME | : | Ram Example", "Sunil Example"},
		{"Lebenslauf\nAnna Müller\nanna.mueller@mail.example\nBerufserfahrung", "Anna Müller"},
		{"ÖZGEÇMİŞ\nAd Soyad: Ayşe Örnek\nTelefon: +90 532 123 45 67", "Ayşe Örnek"},
		{"Summary\nTeacher of physics.\nReferences\nName: Bob Smith\nbob.smith@mail.example", ""},
		{"Sunrise Medical Center\nNurse\nJan 2019 - Feb 2020\n", ""},
	}
	for _, tt := range tests {
		rec := extract(tt.text)
		if rec.Name != tt.want {
			t.Errorf("%q: name %q, want %q", tt.text, rec.Name, tt.want)
		}
		if (rec.Confidence.Name > 0) != (tt.want != "") {
			t.Errorf("%q: name confidence %v", tt.text, rec.Confidence.Name)
		}
	}
}

func TestContacts(t *testing.T) {
	t.Parallel()
	text := "Ann Example\nann.example@mail.example | +49 151 2345 6789 | github.com/annex | https://www.linkedin.com/in/ann-example/\nTelegram: @annex_t\nТелефон: 8 (495) 123-45-67\n\nSummary\nAnn built things; Example agrees. Budget 1 000 000, version 1.2.3, years 01.2019-03.2020.\nExperience\nMar 2019 - Apr 2020\nAcme Labs, Engineer\n"
	rec := extract(text)
	c := rec.Contacts
	if diff := cmp.Diff([]string{"ann.example@mail.example"}, c.Emails); diff != "" {
		t.Errorf("emails:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"+49 151 2345 6789", "8 (495) 123-45-67"}, c.Phones); diff != "" {
		t.Errorf("phones:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"github.com/annex", "https://www.linkedin.com/in/ann-example", "@annex_t"}, c.Links); diff != "" {
		t.Errorf("links:\n%s", diff)
	}
	masked := blank(text, c.Spans)
	for _, secret := range []string{"Ann", "Example", "annex", "151", "495", "@"} {
		if strings.Contains(masked, secret) {
			t.Errorf("%q is still in %q", secret, masked)
		}
	}
}

func TestNameRepeatsInRussianCases(t *testing.T) {
	t.Parallel()
	text := "Примеров Иван Тестович\nИнженер\n\nО себе\nПримерова Ивана знают все, с Примеровым легко. Иванов тут ни при чём, как и примеры.\n"
	masked := blank(text, extract(text).Contacts.Spans)
	for _, secret := range []string{"Примеров", "Ивана", "Тестович"} {
		if strings.Contains(masked, secret) {
			t.Errorf("%q is still in %q", secret, masked)
		}
	}
	if !strings.Contains(masked, "примеры") {
		t.Errorf("an ordinary word was hidden: %q", masked)
	}
}

// TestProtected looks for every trace of a protected fact in the whole record.
func TestProtected(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text    string
		secrets []string
		kept    []string
	}{
		{"Ann Example\nMale, 34 years old, Berlin\nDate of birth: 12.03.1990 | Married | Nationality: German\nSummary\nGo developer. US citizen. I am 34 years old.", []string{"Male", "34", "1990", "Married", "German", "citizen"}, []string{"Berlin", "Go developer"}},
		{"Примеров Иван\nМужчина, 34 года, родился 12 марта 1992\nПроживает: Казань\nГражданство: Россия, есть разрешение на работу: Россия\nСемейное положение: женат, двое детей\nОбо мне\nМне 34 года. Замужем, двое детей. Пишу на Go.", []string{"Мужчина", "34", "1992", "Росси", "женат", "детей", "Замужем"}, []string{"Казань", "Go"}},
		{"Personal Information\nAge: 34\nSex: F\nGender - Female\nMarital Status: Single\nDOB 01/02/1990\nCitizenship: Indian\nReligion: none\nLanguages: English, Hindi", []string{"34", "Female", "Single", "1990", "Indian", "none"}, []string{"Hindi"}},
		{"Анкета\nДата рождения:\n12.03.1990\nПол: мужской\nВозраст — 34\nГражданин РФ, 1990 г.р.\nГород: Пермь", []string{"1990", "мужской", "34", "РФ"}, []string{"Пермь"}},
		{"Summary\nBuilt a single page application for the photo studio, gender studies department and the age of sail museum. Опыт 34 года. Male-dominated field.", nil, []string{"single page", "photo studio", "gender studies", "age of sail"}},
	}
	for _, tt := range tests {
		raw, err := json.Marshal(extract(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		for _, secret := range tt.secrets {
			if strings.Contains(string(raw), secret) {
				t.Errorf("%q: the record holds %q: %s", tt.text, secret, raw)
			}
		}
		for _, kept := range tt.kept {
			if !strings.Contains(blank(tt.text, ProtectedSpans(tt.text)), kept) {
				t.Errorf("%q: %q was hidden: %q", tt.text, kept, blank(tt.text, ProtectedSpans(tt.text)))
			}
		}
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"Languages: English (C1), Russian (native)", "en=C1 ru=native"},
		{"Языки: русский — родной, английский — B2", "ru=native en=B2"},
		{"Знание языков\nРусский — Родной\nАнглийский — С1 — Продвинутый", "ru=native en=C1"},
		{"ЯЗЫКИ: английский - Upper-Intermediate, татарский (родной)", "en=B2 tt=native"},
		{"Languages\nGerman\nfluent\nFrench - basic", "de=C1 fr=A2"},
		{"Summary\nFluent in Spanish and English. Sold to French and German markets.", "es=C1 en=C1"},
		{"О себе\nСвободный английский, немецкий со словарём.", "en=C1"},
		{"Что умею\nВарю трубы. Татарский и русский. Права В, С.", "tt= ru="},
		{"О себе\nНе пью. Русский свободно, узбекский и таджикский родные.", "ru=C1 uz=native tg=native"},
		{"Additional\nI speak Urdu at home; French, basic.", "ur= fr=A2"},
		{"Skills\nProgramming Languages: Python, Go", ""},
		{"Experience\nMar 2019 - Apr 2020\nAcme, Teacher\nTaught English to advanced groups", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, l := range extract(tt.text).Languages {
			got = append(got, l.Code+"="+l.CEFR)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: %v, want %s", tt.text, got, tt.want)
		}
	}
}

func TestEducation(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"Education\nBSc Computer Science, Example University, 2016 - 2020", "Example University|bachelor|Computer Science|2020-12"},
		{"Образование\nУниверситет «Пример», прикладная математика, бакалавр, 2018 – 2022", "Университет «Пример»|bachelor|прикладная математика|2022-12"},
		{"Образование\nКГТУ, 2003-2008, инженер-механик, диплом специалиста", "КГТУ|master|инженер-механик|2008-12"},
		{"Education\nExample College\nPh.D. in Physics\nMay 2014", "Example College|doctorate|Physics|2014-05"},
		{"Education\nHigh School Diploma\nTest High School, 2009", "Test High School|secondary||2009-12"},
		{"Курсы\nАлгоритмы, Stepik, 2020", ""},
		{"Образование\nОкончил Примерский федеральный университет в 2014 году по специальности «Химия»", "Примерский федеральный университет||«Химия»|2014-12"},
		{"Education\nMBA (Marketing) from Example Business School in the year 2017 with 79%", "Example Business School|master|Marketing|2017-12"},
		{"Education\nDegree | Board/University | Year | %\nMCA | Example University | 2012 | 78", "Example University|master||2012-12"},
		{"Образование\nВысшее\n2011\nПримерский авиационный институт, Москва\nДвигатели", "Примерский авиационный институт|bachelor|Двигатели|2011-12"},
		{"Education\nMaster of Business Administration, Finance, 2011, Example Institute of Technology", "Example Institute of Technology|master|Finance|2011-12"},
	}
	for _, tt := range tests {
		var got []string
		for _, e := range extract(tt.text).Education {
			got = append(got, strings.Join([]string{e.Institution, e.Level, e.Field, e.To.String()}, "|"))
		}
		if strings.Join(got, " ; ") != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestCertificates(t *testing.T) {
	t.Parallel()
	rec := extract("Сертификаты\n- CKA, 2022\n- AWS SAA (2021-05)\n- 1С:Профессионал\n- Курс по печам, 2019\n\nО себе\nИмею PMP и ITIL v4; csm отдела ни при чём.")
	var got []string
	for _, c := range rec.Certificates {
		got = append(got, c.Name+" "+c.Date.String())
	}
	want := []string{"Certified Kubernetes Administrator (CKA) 2022-01", "AWS Certified Solutions Architect – Associate 2021-05", "1С:Профессионал ", "Курс по печам 2019-01", "PMP ", "ITIL "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("certificates (-want +got):\n%s", diff)
	}
}

func TestCertificates_itemByItem(t *testing.T) {
	t.Parallel()
	tests := []struct{ text, want string }{
		{"Certifications: PMP (2019), Six Sigma Green Belt (2018)", "PMP|PMI|2019-01 ; Six Sigma Green Belt||2018-01"},
		{"Имею документы: Удостоверение стропальщика; Переподготовка «Управление в\nлогистике».", "Удостоверение стропальщика|| ; Переподготовка «Управление в логистике»||"},
		{"CERTIFICATES\nCertificate | No. | Issued | Expires\nBasic Safety | 123 | 01.2020 | 01.2025", "Basic Safety||2020-01"},
		{"Licenses\nRN License, State of Texas, #123456 (exp. 2025)", "RN License, State of Texas||2025-01"},
		{"Образование и курсы\nПримерГУ, 2010, экономист\nКурсы 1С, 2015", "Курсы 1С||2015-01"},
		{"Relevant coursework\nAnatomy, Statistics", ""},
		{"Образование\nПримерГУ, 2010\n\nОбучение\n2024 Учёт в организации, УЦ «Проба»\n2023 Архивное дело", "Учёт в организации|УЦ «Проба»|2024-01 ; Архивное дело||2023-01"},
		{"Курсы\n\nИнженер по пробам\nШкола Пример, 2024\n\nSQL для примеров\nStepway, 2025\n\nФубар – готовлюсь", "Инженер по пробам|Школа Пример|2024-01 ; SQL для примеров|Stepway|2025-01"},
		{"Education\nSample College, 1994\n\nProfessional registration and courses\nRegistered Sample Manager, 2014\nMock Regulations, 2023", "Registered Sample Manager||2014-01 ; Mock Regulations||2023-01"},
		{"In progress: CISSP. Also planned: PMP – exam in spring", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range extract(tt.text).Certificates {
			got = append(got, strings.Join([]string{c.Name, c.Issuer, c.Date.String()}, "|"))
		}
		if strings.Join(got, " ; ") != tt.want {
			t.Errorf("%q:\n got %v\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestContacts_ofRefereesAreHiddenOnly(t *testing.T) {
	t.Parallel()
	text := "Ann Example\nann@mail.example\nReferences\nBob Smith, +49 151 2345 6789, bob.smith@mail.example\n"
	c := extract(text).Contacts
	if diff := cmp.Diff([]string{"ann@mail.example"}, c.Emails); diff != "" || len(c.Phones) > 0 {
		t.Errorf("phones %v, emails:\n%s", c.Phones, diff)
	}
	if masked := blank(text, c.Spans); strings.Contains(masked, "bob.smith") || strings.Contains(masked, "151") {
		t.Errorf("the referee is still in %q", masked)
	}
}

func TestLocation_ofALabel(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Ann Example\nCity: Riga | phone below":      "Riga",
		"Ann Example\nCity: | phone +1 555 010 0199": "",
		"Ann Example\nГород: ; далее":                "",
	} {
		if got := extract(text).Location; got != want {
			t.Errorf("%q: location %q, want %q", text, got, want)
		}
	}
}

func TestProjects(t *testing.T) {
	t.Parallel()
	rec := extract("Projects\nkvstore — a store in Go, github.com/test/kvstore\n\nDash: a dashboard\n- Python\n- SQL")
	if len(rec.Projects) != 2 || rec.Projects[0].Name != "kvstore" || rec.Projects[0].Link != "github.com/test/kvstore" || rec.Projects[1].Name != "Dash" {
		t.Fatalf("projects %+v", rec.Projects)
	}
	if diff := cmp.Diff(2, len(rec.Projects[1].Skills)); diff != "" {
		t.Errorf("skills %v", rec.Projects[1].Skills)
	}
}
