package resume

import (
	"strings"
	"testing"
)

// covered are the words that spans hide, in the order of the text.
func covered(text string, spans []Span) string {
	var list []string
	for _, s := range spans {
		list = append(list, text[s.Start:s.End])
	}
	return strings.Join(list, " ")
}

func TestGenderedSpans(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		// The past tense of a man and of a woman.
		"Работал в команде платформы":                  "Работал",
		"Работала в команде платформы":                 "Работала",
		"Разработал сервис оплаты на Go":               "Разработал",
		"Разработала и внедрила мониторинг":            "Разработала внедрила",
		"Руководил отделом из 12 человек":              "Руководил",
		"руководила переездом в облако":                "руководила",
		"Отвечал за резервные копии":                   "Отвечал",
		"Я занимался базами данных":                    "занимался",
		"Занималась тестированием":                     "Занималась",
		"Научилась писать операторы":                   "Научилась",
		"Вёл проект, ввёл код-ревью":                   "Вёл ввёл",
		"Вела проект и ввела регламент":                "Вела ввела",
		"Пришёл стажёром, вырос до ведущего":           "Пришёл вырос",
		"Пришла стажёром, выросла до ведущего":         "Пришла выросла",
		"Был дежурным раз в месяц":                     "Был",
		"была дежурной":                                "была",
		"Смогла сократить расходы":                     "Смогла",
		"Помог перенести 30 сервисов":                  "Помог",
		"Настроил CI, ускорил сборку":                  "Настроил ускорил",
		"Оптимизировала запросы к PostgreSQL":          "Оптимизировала",
		"Спроектировал и написал очередь":              "Спроектировал написал",
		"Поддерживала 220 серверов":                    "Поддерживала",
		"Обучил двух коллег, обучала стажёров":         "Обучил обучала",
		"родился в Казани":                             "родился",
		"Я родилась в Перми":                           "родилась",
		"Окончил курсы":                                "Окончил",
		"Начала карьеру в поддержке":                   "Начала",
		"С нуля разработала портал":                    "разработала",
		"Командой руководила два года":                 "руководила",
		"Получил сертификат CKA":                       "Получил",
		"Видел и чинил утечки памяти":                  "Видел чинил",
		"Переписала 40 тысяч строк":                    "Переписала",
		"Взяла на себя дежурства":                      "Взяла",
		"Достигла доступности 99,95":                   "Достигла",
		"ПРОЕКТИРОВАЛА БАЗЫ ДАННЫХ":                    "ПРОЕКТИРОВАЛА",
		"Внёс вклад в Kubernetes":                      "Внёс",
		"Который год работал с Go, который создал сам": "работал создал сам",
		// Short adjectives.
		"Ответственна и внимательна":    "Ответственна внимательна",
		"Ответственен, пунктуален":      "Ответственен пунктуален",
		"Готов к переезду":              "Готов",
		"Готова к командировкам":        "Готова",
		"Уверена в Linux":               "Уверена",
		"Назначен руководителем группы": "Назначен",
		"Награждена грамотой":           "Награждена",
		"Знаком с Terraform":            "Знаком",
		// Nouns and other words stay.
		"План работ и план миграции":             "",
		"Поставка материала и учёт материалов":   "",
		"Материал для видеоматериала":            "",
		"Обучение персонала отдела":              "",
		"Новый функционал, развитие функционала": "",
		"С начала года и до финала":              "",
		"Правила и шкала оценок, сила команды":   "",
		"Школа анализа данных":                   "",
		"Терминал, канал, сигнал, журнал":        "",
		"Протокол обмена, анализ протокола":      "",
		"Дела отдела продаж":                     "",
		"Формула расчёта, интервал, квартал":     "",
		"Капитала филиала хватило":               "",
		"Модули и пул соединений":                "",
		"Работали вместе, работало без сбоев":    "",
		"Создание портала с нуля":                "",
		"Смена, система, команда, страна, длина": "",
		"Scala, SQL, Kafka":                 "",
		"Стол, угол, узел, котёл":           "",
		"Ключевой материал раздела":         "",
		"Программное обеспечение терминала": "",
		// English.
		"He led a team; his code":                     "He his",
		"She wrote tools, with her colleagues":        "She her",
		"Mr. Smith and Ms Jones":                      "Mr Ms",
		"Latency of 50 ms, MS SQL, HIS and the sheet": "",
		"The theme, other, history, this, mist":       "",
		"Miss rate of a cache":                        "",
		"":                                            "",
	} {
		if got := covered(text, GenderedSpans(text)); got != want {
			t.Errorf("%q: hides %q, want %q", text, got, want)
		}
	}
}

func TestBlindSpans_schoolsAndYears(t *testing.T) {
	t.Parallel()
	text := "Experience\nDeveloper, Northmill, 2015 - 2018\nLab assistant, Marlow University, 2010 - 2011\n" +
		"Education\nBSc Physics, Marlow University, 2003 - 2008\nClass of 2003\nLeft 2000 tickets closed\nОкончила школу в 1998 году\n"
	span := func(part string) (int, int) {
		at := strings.Index(text, part)
		return at, at + len(part)
	}
	var r Record
	for _, part := range []string{"Developer, Northmill, 2015 - 2018", "Lab assistant, Marlow University, 2010 - 2011"} {
		from, to := span(part)
		r.Positions = append(r.Positions, Position{Start: from, End: to})
	}
	from, to := span("BSc Physics, Marlow University, 2003 - 2008")
	r.Education = []Education{{Institution: "Marlow University", Start: from, End: to}}
	want := "Marlow University Marlow University 2003 2008 2003 Окончила 1998"
	if got := covered(text, BlindSpans(text, r)); got != want {
		t.Errorf("hides %q, want %q", got, want)
	}
}
