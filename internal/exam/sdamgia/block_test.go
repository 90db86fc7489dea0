package sdamgia_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/sdamgia"
)

// one reads a page of one problem made of the given parts in the shape of the site.
func one(t interface{ Fatal(...any) }, header, question, rest string) problem.Problem {
	page := `<div class="prob_maindiv" id="maindiv700000"><div class="nobreak"><span class="prob_nums">` + header +
		`</span><div class="pbody" id="body700000">` + question + `</div></div>` + rest + `</div>`
	listing, err := sdamgia.Problems(soc, host+"/problem?id=1001", []byte(page))
	if err != nil {
		t.Fatal(err)
	}
	return listing.Problems[0]
}

const link1001 = `<a href="/problem?id=1001">1001</a>`

func TestProblems_headers(t *testing.T) {
	t.Parallel()
	for header, want := range map[string][]string{
		"Тип 9&nbsp;№&nbsp;" + link1001:           {"1001", "9"},
		"Задание 4 № " + link1001:                 {"1001", "4"},
		"Задания Д1 № " + link1001:                {"1001", "Д1"},
		"Тип Д A7 № " + link1001:                  {"1001", "Д A7"},
		"Тип Д19 C5 № " + link1001:                {"1001", "Д19 C5"},
		"Тип 1 Тип 2 № " + link1001:               {"1001", "1", "2"},
		"Тип 1, Тип 1 № " + link1001:              {"1001", "1"},
		"Тип 9 № 1001":                            {"1001", "9"},
		"Т&shy;ип 9 №" + link1001:                 {"1001", "9"},
		"№ " + link1001:                           {"1001"},
		link1001:                                  {"1001"},
		"Тип 9 №":                                 {"1001", "9"}, // the address names it
		"Тип 9":                                   {"1001", "9"},
		`Тип 9 № <a href="/problem?id=7x">7x</a>`: {"7", "9"},
		`Тип 9 № <a href="https://soc-ege.sdamgia.ru/problem?print=true&amp;id=1001">№</a>`: {"1001", "9"},
	} {
		p := one(t, header, "<p>Вопрос?</p>", "")
		if diff := cmp.Diff(want, append([]string{p.ID}, p.Types...)); diff != "" {
			t.Errorf("%s: %s", header, diff)
		}
		if len(want) > 1 && p.Type != want[1] || p.URL != host+"/problem?id="+want[0] {
			t.Errorf("%s: type %q at %s", header, p.Type, p.URL)
		}
	}
}

func TestProblems_answers(t *testing.T) {
	t.Parallel()
	solution := func(tail string) string {
		return `<div class="solution" id="sol1001"><b>Решение. </b><p>Ответ на это прост.</p>` + tail + `</div>`
	}
	for rest, want := range map[string]string{
		`<div class="answer"><span>Ответ: 45|54</span></div>`:                                              "45|54",
		`<div class="answer"><span>От&shy;вет: прошлом&amp;будущем</span></div>`:                           "прошлом&будущем",
		`<div class="answer">Ответ: −0,5</div>`:                                                            "−0,5",
		`<div class="answer"><span>Ответ: или</span></div>`:                                                "или",
		`<div class="answer"><span>Ответ: сад ИЛИ огород</span></div>`:                                     "сад|огород",
		`<div class="answer"><span></span></div>` + solution(`<p><span>Ответ:</span> 7.</p>`):              "7",
		solution(`<p><span>Ответ:</span> 7.</p>`):                                                          "7",
		solution(`<p><span>Ответ</span>: 0,5.</p>`):                                                        "0,5",
		solution(`<p><span>Ответ: 3</span></p>`):                                                           "3",
		solution(`<p><span>Правильный ответ указан под номером</span> 4.</p>`):                             "4",
		solution(`<p><span>Ответ:</span> 1.</p><p>Другой способ.</p><p><span>Ответ:</span> <b>2</b>.</p>`): "2",
		solution(`<p><span>Ответ:</span> нет<br>Примечание.</p>`):                                          "нет",
		solution(`<p>Ответ не указан.</p>`):                                                                "",
		``: "",
		`<div class="pbody" id="sol1001" style="display:none"><p><span>Ответ</span>: 12.</p></div>`:               "12",
		`<div class="answer"><span>Ответ: 5</span></div><div class="answer"><span>Ответ: 6</span></div>`:          "5",
		`<div class="prob_maindiv"><div class="pbody" id="body2">?</div><div class="answer">Ответ: 9</div></div>`: "",
	} {
		if got := one(t, "Тип 9 № "+link1001, "<p>Вопрос?</p>", rest).Answer; got != want {
			t.Errorf("%s: got %q, want %q", rest, got, want)
		}
	}
}

func TestProblems_points(t *testing.T) {
	t.Parallel()
	for criteria, want := range map[string]int{
		`<table><tr><th>К</th><th>Баллы</th></tr><tr><td>Верно</td><td>2</td></tr><tr><td><i>Максимальный балл</i></td><td>2</td></tr></table>`: 2,
		`<table><tr><td>Верно</td><td>4</td></tr><tr><td colspan="2">Мак&shy;си&shy;мальный пер&shy;вичный балл</td><td>10</td></tr></table>`:   10,
		`<table><tr><td>Верно</td><td>3</td></tr><tr><td>Неверно</td><td>0</td></tr></table>`:                                                   3,
		`<p>Максимальный балл — 5.</p>`:                             5,
		`<p>Максимальное количество баллов за всё сочинение 25</p>`: 25,
		`<table><tr><td>В 2020 году</td><td>2020</td></tr></table>`: 0,
		`<p>Без баллов.</p>`:                                        0,
	} {
		rest := `<div class="prob_crits"><b>Критерии проверки:</b><div class="pbody">` + criteria + `</div></div>`
		p := one(t, "Тип 9 № "+link1001, "<p>Вопрос?</p>", rest)
		if p.Points != want {
			t.Errorf("%s: got %d, want %d", criteria, p.Points, want)
		}
		if strings.Contains(p.Criteria.Text(), "Критерии проверки") {
			t.Errorf("%s: the name of the place is in it", criteria)
		}
	}
}

func TestProblems_spacesAtTheEdgesOfTags(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"Угол <i>C</i> равен 90°":                    "Угол <i>C</i> равен 90°",
		"Угол<i> C </i>равен":                        "Угол <i>C</i> равен",
		"<i>BC</i>&nbsp;&#8239;=&nbsp;8":             "<i>BC</i> = 8",
		"<b>а</b><b> б</b>":                          "<b>а б</b>",
		"<b>а</b> <i>б</i>":                          "<b>а</b> <i>б</i>",
		"x<sup>2</sup>+y<sub>1</sub>":                "x<sup>2</sup>+y<sub>1</sub>",
		"x<sup><i>n</i></sup>":                       "x<sup>n</sup>",
		"<nobr>какое-либо</nobr> дело":               "какое-либо дело",
		"при&shy;мер\u200b\u2060 и пример":           "пример и пример",
		" \n край \t ":                               "край",
		"да<!--auto--> нет":                          "да нет",
		"<b> </b>пусто<i></i>":                       "пусто",
		"−5 и −6":                                    "−5 и −6",
		"гл<b>а</b>з":                                "гл<b>а</b>з",
		"<span>а</span><span> б</span>":              "а б",
		"а<script>b()</script><style>c{}</style> г":  "а г",
		`<u>ё</u> и́ <s>й</s>`:                       "<u>ё</u> и́ <s>й</s>",
		`да <span style="display: none">нет</span>.`: "да .",
	} {
		p := one(t, "Тип 9 № "+link1001, "<p>"+question+"</p>", "")
		if got := viewBody(p.Question); len(got) != 1 || got[0] != "p: "+want {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
		if fault := uncleanBody(p.Question); fault != "" {
			t.Errorf("%q: %s", question, fault)
		}
	}
}

func TestProblems_picturesAndFiles(t *testing.T) {
	t.Parallel()
	p := one(t, "Тип 9 № "+link1001, `<p><img src="/get_file?id=1"><img src="/get_file?id=1"> <img src="//cdn.example/2.svg" alt="Схе&shy;ма">`+
		`<img src="/img/briefcase--plus.png" class="briefcase"><img class="tex" src="/img/chain.png"><img src="https://ege.sdamgia.ru/img/x.png"><img src="data:image/png;base64,AA"><img>`+
		`<img class="tex" src="https://ege.sdamgia.ru/formula/svg/ab/cd.svg" alt="икс&shy; в квад&shy;ра&shy;те "><img class="tex" src="/formula/svg/ab/ef.svg" alt="">`+
		`<a href="/get_file?id=5">Данные</a><a href="/get_file?id=5">те же</a><a href="javascript:void(0)">ничего</a><a href="/doc/a/b.csv"></a></p>`, "")
	wantImages := []problem.Image{
		{URL: host + "/get_file?id=1"},
		{URL: "https://cdn.example/2.svg", Alt: "Схема"},
		{URL: host + "/formula/svg/ab/ef.svg"}, // without words a formula is a picture
	}
	if diff := cmp.Diff(wantImages, p.Question.Images()); diff != "" {
		t.Error(diff)
	}
	formulas := p.Question.Formulas()
	if len(formulas) != 1 || formulas[0].Alt != "икс в квадрате" || formulas[0].SVG != "https://ege.sdamgia.ru/formula/svg/ab/cd.svg" {
		t.Errorf("formulas: %+v", formulas)
	}
	if diff := cmp.Diff([]problem.Link{{Title: "Данные", URL: host + "/get_file?id=5"}, {Title: "b.csv", URL: host + "/doc/a/b.csv"}}, p.Files); diff != "" {
		t.Error(diff)
	}
}

func TestProblems_tables(t *testing.T) {
	t.Parallel()
	for question, want := range map[string][]string{
		`<table><thead><tr><td>А</td></tr></thead><tbody><tr><td>1</td></tr></tbody></table>`:        {"th: А", "td: 1"},
		`<table><tr><th>А</th><th>Б</th></tr><tr><th>1</th><td>2</td></tr></table>`:                  {"th: А | Б", "td: 1 | 2"},
		`<table><tr><td colspan="2" rowspan="x">1</td><td rowspan="999999999">2</td></tr></table>`:   {"td: 1 {2x0} | 2 {0x1000}"},
		`<table><tr><td> </td></tr></table>да`:                                                       {"p: да"},
		`<table><tr></tr><tr><td>1<p>2</p><br>3</td></tr></table>`:                                   {"td: 1 2 3"},
		`<table><tr><td>а<table><tr><td>1</td></tr></table></td><td>б</td></tr></table>`:             {"p: а", "td: 1", "p: б"},
		`<div class="wrap_scroll_table"><table><tr><td>1</td></tr></table></div>`:                    {"td: 1"},
		`<div class="wrap_flex_table"><div class="wrap_flex_table_col"><p>А</p><p>Б</p></div></div>`: {"td: А", "td: Б"},
		`<div class="wrap_flex_table"><p>без столбцов</p></div>`:                                     {"p: без столбцов"},
		`<center><p>1</p></center><ul><li>2<ul><li>3</li></ul></li></ul><h4>4</h4>`:                  {"p: 1", "li: 2", "li: 3", "p: <b>4</b>"},
		`<ol><li></li><li>2</li><li><p>3</p><p>и ещё</p></li></ol>`:                                  {"li: 2. 2", "li: 3. 3", "p: и ещё"},
		`<pre> a&nbsp;= 1` + "\n\n" + `	b</pre>`:                                                     {"code :", " a = 1", "", "\tb"},
		`<div class="source_code lang_pas">begin<br>` + "\n" + `<p>x;</p>end.</div>`:                 {"code pas:", "begin", "x;", "end."},
		`<div class="source_code"> </div><p>да</p>`:                                                  {"p: да"},
	} {
		p := one(t, "Тип 9 № "+link1001, question, "")
		if diff := cmp.Diff(want, viewBody(p.Question)); diff != "" {
			t.Errorf("%s: %s", question, diff)
		}
	}
}

// The codifier's entries are links, several in one line or a line each, in the card, under
// the problem, or both.
func TestProblems_codes(t *testing.T) {
	t.Parallel()
	link := func(text string) string { return `<a href="/search?keywords=1&amp;cb=1&amp;search=x">` + text + `</a>` }
	for footer, want := range map[string][]problem.Code{
		`<div><span>Раздел кодификатора ФИПИ: ` + link("5.3 Сис&shy;тема права") + `</span></div>`:                                                  {{Code: "5.3", Name: "Система права"}},
		`<div><span>Кодификатор ФИПИ/Решу ЕГЭ: ` + link("1.2.1 Синус") + `, ` + link("5.1.1 Треугольник") + `</span></div>`:                         {{Code: "1.2.1", Name: "Синус"}, {Code: "5.1.1", Name: "Треугольник"}},
		`<div><span>Раздел кодификатора ФИПИ: </span><div>` + link("Правописание корней") + `;</div><div>` + link("2. Слог") + `.</div></div>`:      {{Name: "Правописание корней"}, {Code: "2", Name: "Слог"}},
		`<div><span>Раздел кодификатора ФИПИ: 1.1 Без ссылки; 1.2 Другая</span></div>`:                                                              {{Code: "1.1", Name: "Без ссылки"}, {Code: "1.2", Name: "Другая"}},
		`<div><span>Раздел кодификатора ФИПИ: ` + link("7 Всё") + `</span></div><div><span>Раздел кодификатора: ` + link("7 Всё") + `</span></div>`: {{Code: "7", Name: "Всё"}},
		`<div><span>Источник: кодификатор</span></div>`:                                                                                             nil,
	} {
		if diff := cmp.Diff(want, one(t, "Тип 9 № "+link1001, "<p>?</p>", footer).Codes); diff != "" {
			t.Errorf("%s: %s", footer, diff)
		}
	}
}

// Whatever order the parts of a block come in, and whatever of them is missing, each field
// holds its own part only.
func TestProblems_partsKeepToThemselves(t *testing.T) {
	t.Parallel()
	parts := []struct{ name, html string }{
		{"passage", `<div class="probtext" data-text_id="1"><div><div class="pbody"><p>отрывок</p></div></div></div>`},
		{"solution", `<div class="solution" id="sol1001" style="display:none"><b>Решение. </b><p>разбор</p></div>`},
		{"answer", `<div class="answer" style="display:none"><span>Ответ: ключ</span></div>`},
		{"criteria", `<div class="prob_crits"><b>Критерии проверки:</b><div class="pbody"><p>мера</p></div></div>`},
		{"rule", `<div class="align-left" style="display:none"><div><span>Правило: имя</span><div style="display:none"><div class="pbody"><p>теория</p></div></div></div></div>`},
		{"source", `<div><span>Источник: книга</span></div>`},
		{"question", `<div class="pbody" id="body700000"><p>вопрос</p></div>`},
	}
	rapid.Check(t, func(t *rapid.T) {
		order := rapid.Permutation(parts).Draw(t, "order")
		missing := rapid.SampledFrom([]string{"", "passage", "solution", "answer", "criteria", "rule", "source"}).Draw(t, "missing")
		html := `<div class="prob_maindiv"><span class="prob_nums">Тип 1 № ` + link1001 + `</span>`
		want := map[string]string{"question": "вопрос", "passage": "отрывок", "solution": "разбор", "answer": "ключ", "criteria": "мера", "rule": "имя\nтеория", "source": "книга"}
		for _, part := range order {
			if part.name != missing {
				html += part.html
			}
		}
		if missing != "" {
			want[missing] = ""
		}
		listing, err := sdamgia.Problems(soc, host+"/problem?id=1001", []byte(html+"</div>"))
		if err != nil {
			t.Fatal(err)
		}
		p := listing.Problems[0]
		got := map[string]string{
			"question": p.Question.Text(), "passage": p.Passage.Text(), "solution": p.Solution.Text(), "answer": p.Answer,
			"criteria": p.Criteria.Text(), "rule": p.Rule.Text(), "source": p.Source,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A page without ids on its texts still has its question told from theory and solution.
func TestProblems_findsTheQuestionWithoutItsID(t *testing.T) {
	t.Parallel()
	page := `<div class="prob_maindiv"><span class="prob_nums">Тип 1 № ` + link1001 + `</span><div style="display:none"><div><div class="pbody">теория</div></div></div>` +
		`<div class="pbody" id="sol1001">разбор</div><div class="pbody">вопрос</div></div>`
	if got := question(t, host+"/problem?id=1001", []byte(page)); got != "вопрос" {
		t.Errorf("got %q", got)
	}
}

func TestProblems_pager(t *testing.T) {
	t.Parallel()
	block := `<div class="prob_maindiv"><span class="prob_nums">Тип 1 № ` + link1001 + `</span><div class="pbody" id="body1">?</div></div>`
	span := func(page string, active bool) string {
		class := "pager_page"
		if active {
			class += " active"
		}
		return `<span class="` + class + `" data-page="` + page + `">` + page + `</span>`
	}
	for name, c := range map[string]struct {
		at, html    string
		page, pages int
		whole       bool
	}{
		"first of three":      {"/test?theme=1", `<div class="prob_list" data-total="3" data-page="1">` + block, 1, 3, false},
		"last of three":       {"/test?theme=1&page=3", `<div class="prob_list" data-total="3" data-page="3">` + block, 3, 3, true},
		"last again":          {"/test?theme=1&page=9", `<div class="prob_list" data-total="3" data-page="3">` + block, 3, 3, true},
		"only":                {"/test?theme=1", `<div class="prob_list" data-total="1" data-page="1">` + block, 1, 1, true},
		"pager without frame": {"/search?search=x&page=2", span("1", false) + span("2", true) + span("3", false) + block, 2, 3, false},
		"no pager":            {"/search?search=x&page=2", block, 2, 0, false},
		"scrolled to its end": {"/test?theme=1", `<div class="prob_list" data-total="2" data-page="1">` + span("1", false) + span("2", true) + block, 1, 2, true},
		"print":               {"/test?theme=1&print=true", block, 1, 1, true},
		"one problem":         {"/problem?id=1001", block, 1, 0, true},
	} {
		l, err := sdamgia.Problems(soc, host+c.at, []byte(c.html))
		if err != nil || l.Page != c.page || l.Pages != c.pages || l.Whole != c.whole || len(l.Problems) != 1 {
			t.Errorf("%s: page %d of %d, whole %t, %d problems, %v", name, l.Page, l.Pages, l.Whole, len(l.Problems), err)
		}
	}
}
