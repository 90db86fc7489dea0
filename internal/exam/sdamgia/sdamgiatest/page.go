package sdamgiatest

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"kadry/internal/exam/subject"
)

// chrome is the frame of every page, with the noise that stands around what matters.
func chrome(s *shelf, title, body string) string {
	host := Host(s.Course)
	return `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<title>` + html.EscapeString(title) + `: задания, ответы, решения</title>
<meta property="og:title" content="РЕШУ ЕГЭ"><meta property="og:url" content="https://` + host + `">
<script>function login_popup(){var t='<div class="prob_maindiv_popup">Войдите</div>';return t}</script></head>
<body><div class="PageLayout"><header class="Header"><a class="Header-Link" href="https://sdamgia.ru">СДАМ ГИА</a>: РЕШУ ЕГЭ
<div class="Header-SubjectTitle">` + html.EscapeString(title) + `</div></header>
<form method="post" action="/problem"><input name="id" placeholder="№/текст/атрибут"></form>
<div class="no_dark"><div class="y70fcb469"><div class="t11d8ed4a">Реклама</div></div></div>
<div class="sgia-main-content">` + body + `</div><span id="debug"></span>
<footer class="Footer">© ` + host + `</footer></div></body></html>
`
}

// problemPage is /problem?id=: the block with those that share its text.
func (s *shelf) problemPage(i, revision int) string {
	p := s.problem(i)
	var body strings.Builder
	group := append([]string{p.ID}, p.Linked...)
	if len(group) > 1 { // in the order of the exam, whichever was asked for
		group = group[:0]
		for j := max(0, i-2); j <= i+2 && j < s.Total(); j++ {
			if q := s.problem(j); q.ID == p.ID || slices.Contains(p.Linked, q.ID) {
				group = append(group, q.ID)
			}
		}
		fmt.Fprintf(&body, `<div class="expand" data-open="0" onclick="$(this).next().toggle()">Показать другие задания этого блока</div>`)
	}
	for at, id := range group {
		n, _ := strconv.Atoi(id)
		body.WriteString(s.problem(n-FirstID).block(alone, at+1, revision))
		fmt.Fprintf(&body, `<div id="comments%s" align="justify" style="clear:both; display:none"></div>`, id)
	}
	return chrome(s, s.title(), body.String())
}

func (s *shelf) title() string { return "ЕГЭ–2027, " + string(s.Course.Subject) }

// emptyPage is what the site shows for a number it does not have: a good page with nothing
// on it.
func (s *shelf) emptyPage(word string) string {
	return chrome(s, s.title(), `<p>`+word+`</p>`)
}

// listPage is one page of a category. Past the end it is the last page again.
func (s *shelf) listPage(category string, number, revision int) string {
	members := s.members(category)
	pages := (len(members) + PerPage - 1) / PerPage
	number = max(1, min(number, pages))
	var body strings.Builder
	fmt.Fprintf(&body, `<div class="new_header" align="center"><b><!--np-->Каталог заданий.<br> <!--np-->%s</b></div><!--np-->`, html.EscapeString(s.categoryName(category)))
	fmt.Fprintf(&body, `<a href="/test?category_id=%s&amp;filter=all&amp;ttest=true">Пройти тестирование по этим заданиям</a><br><a href="/prob-catalog">Вернуться к каталогу заданий</a><br>`, category)
	fmt.Fprintf(&body, `<a rel="nofollow" href="/test?category_id=%s&amp;filter=all&amp;print=true">Версия для печати и копирования в MS Word</a>`, category)
	fmt.Fprintf(&body, `<div width="100%%" class="prob_list" data-total="%d" data-page="%d"><div class="prob_pager_static">`, pages, number)
	for k := 1; k <= pages; k++ {
		active := ""
		if k == number {
			active = " active"
		}
		fmt.Fprintf(&body, `<span class="pager_page%s" data-page="%d">%d</span>`, active, k, k)
	}
	body.WriteString(`</div>`)
	first := (number - 1) * PerPage
	s.containers(&body, members[first:min(first+PerPage, len(members))], first, revision)
	body.WriteString(`</div>`)
	return chrome(s, s.title(), body.String())
}

// containers are the problems of a list with their places and buttons.
func (s *shelf) containers(body *strings.Builder, places []int, before, revision int) {
	for at, i := range places {
		p := s.problem(i)
		fmt.Fprintf(body, `<div class="problem_container" id="problem_%s"><div class="prob_num">%d</div><div class="prob_view"><div style="position:relative">`, p.ID, before+at+1)
		body.WriteString(p.block(listed, before+at+1, revision))
		fmt.Fprintf(body, `<div style="clear:both;text-align: left" class="minor"><!--np--><span id="solsb%s"><a href="javascript:void(0)" class="sol_btn">Пояснение</a></span><span id="solhb%s" style="display:none"><a href="javascript:void(0)">Спрятать пояснение</a></span> · <a rel="nofollow" href="http://vk.com/topic-1" title="Помощь по заданию">Помощь</a></div>`, p.ID, p.ID)
		fmt.Fprintf(body, "<div id=\"comments%s\" style=\"display:none\"></div></div></div></div>\n<hr>", p.ID)
	}
}

// printPage is a whole category for paper: blocks one after another and the table of keys.
func (s *shelf) printPage(category string, revision int) string {
	var body, key strings.Builder
	fmt.Fprintf(&body, `<div class="new_header" align="center"><b>Каталог заданий.<br> %s</b></div><div class="prob_list">`, html.EscapeString(s.categoryName(category)))
	key.WriteString(`<div id="ans_key"><p><b>Ключ</b></p><table border="1"><tr><th>№ п/п</th><th>№ задания</th><th>Ответ</th></tr>`)
	for at, i := range s.members(category) {
		p := s.problem(i)
		fmt.Fprintf(&body, `<div class="prob_num">%d</div><div class="prob_view">%s</div>`, at+1, p.block(printed, at+1, revision))
		fmt.Fprintf(&key, `<tr class="prob_answer"><td>%d</td><td><a href="/problem?id=%s">%s</a></td><td class="pbody">%s</td></tr>`, at+1, p.ID, p.ID, html.EscapeString(p.Answer))
	}
	return chrome(s, s.title(), body.String()+`</div>`+key.String()+`</table></div>`)
}

// searchPage is one page of a search. Past the end it is the last page again, and nothing
// on it says how many pages there are.
func (s *shelf) searchPage(query string, number, revision int) string {
	found := s.found(query)
	if len(found) == 0 {
		return s.emptyPage("По запросу ничего не нашлось. Попробуйте сократить запрос.")
	}
	pages := (len(found) + PerPage - 1) / PerPage
	first := (max(1, min(number, pages)) - 1) * PerPage
	var body strings.Builder
	body.WriteString(`<div width="100%" class="prob_list">`)
	s.containers(&body, found[first:min(first+PerPage, len(found))], first, revision)
	body.WriteString(`</div>`)
	return chrome(s, s.title(), body.String())
}

// hiddenFrom is the first number of a test whose problems keep their numbers back.
const hiddenFrom = 9000

// HiddenVariant is a test with hidden numbers. Smaller numbers give ordinary tests.
const HiddenVariant = "9001"

// Variant lists the problems of a test in their order: one of every type that is not
// supplementary.
func (f *Fake) Variant(c subject.Course, id string) []string {
	s, ok := f.stocks[Host(c)]
	if !ok {
		return nil
	}
	var ids []string
	for _, i := range s.variant(id) {
		ids = append(ids, s.id(i))
	}
	return ids
}

func (s *shelf) variant(id string) []int {
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 {
		return nil
	}
	dice := rand.New(rand.NewPCG(mixed(s.Course.String()), uint64(n)))
	var list []int
	for kind := range max(1, s.Types-1) {
		list = append(list, kind*s.Categories*s.Problems+dice.IntN(s.Categories*s.Problems))
	}
	return list
}

func (s *shelf) variantPage(id string) string {
	places := s.variant(id)
	if len(places) == 0 {
		return s.emptyPage("Вариант не найден.")
	}
	n, _ := strconv.Atoi(id)
	v := unsolved
	if n >= hiddenFrom {
		v = hidden
	}
	var body strings.Builder
	fmt.Fprintf(&body, `<div class="new_header"><b>Вариант № %s</b></div>`, id)
	for at, i := range places { // each block in a list of its own, not always closed
		fmt.Fprintf(&body, `<div class="prob_list"><div class="prob_num">%d</div><div class="prob_view">%s</div>`, at+1, s.problem(i).block(v, at+1, 0))
		if at%2 == 0 {
			body.WriteString(`</div>`)
		}
	}
	return chrome(s, s.title(), body.String())
}

func (s *shelf) typeName(kind int) string { return themes[kind%len(themes)] }

func (s *shelf) categoryName(id string) string {
	n, _ := strconv.Atoi(id)
	n -= firstCategory
	return fmt.Sprintf("Тема %d: %s", n+1, strings.ToLower(themes[n%len(themes)]))
}

// cataloguePage is the table of contents: ordinary types, a line, supplementary ones. A
// type of a single category is a leaf.
func (s *shelf) cataloguePage() string {
	var body strings.Builder
	body.WriteString(`<div class="cat_main"><div class="cat_category cat_header"><b>Тема</b><div class="cat_count">Кол-во заданий в базе</div></div>`)
	for kind := range s.Types {
		name := s.kind(kind * s.Categories)
		first := kind * s.Categories
		heading := fmt.Sprintf(`<b class="cat_name"><span class="theory" title="Теория">Т</span> <span class="pcat_num">%s</span>. %s</b>`, name, s.typeName(kind))
		if strings.HasPrefix(name, "Д") {
			body.WriteString(`<hr><center><h3>Дополнительные задания для подготовки</h3></center>`)
			heading = fmt.Sprintf(`<b class="cat_name">Задания %s. %s</b>`, name, s.typeName(kind))
		}
		if s.Categories == 1 {
			fmt.Fprintf(&body, `<div class="cat_category"><b><a class="cat_name" href="/test?filter=all&amp;category_id=%d"><span class="pcat_num">%s</span>. %s</a></b><div class="cat_count">%d</div></div>`,
				firstCategory+first, name, s.typeName(kind), s.Problems)
			continue
		}
		fmt.Fprintf(&body, `<div class="cat_category">%s<div class="cat_count cat_sum">%d</div><div class="cat_children" style="display:none">`, heading, s.Categories*s.Problems)
		for c := first; c < first+s.Categories; c++ {
			id := strconv.Itoa(firstCategory + c)
			fmt.Fprintf(&body, `<div class="cat_category" data-id="%s"><a class="cat_name" href="/test?filter=all&amp;category_id=%s">%s</a><div class="cat_count">%d</div><a class="cat_show" href="/test?filter=all&amp;category_id=%s">Просмотреть</a></div>`,
				id, id, html.EscapeString(s.categoryName(id)), s.Problems, id)
		}
		body.WriteString(`</div></div>`)
	}
	return chrome(s, s.title(), body.String()+`</div>`)
}

// contents is the constructor's data.
func (s *shelf) contents() (string, error) {
	type subtopic struct {
		ID     int    `json:"id"`
		Title  string `json:"title"`
		Amount int    `json:"amount"`
	}
	type topic struct {
		ID        int        `json:"id"`
		Issue     string     `json:"issue"`
		Type      string     `json:"type"`
		Title     string     `json:"title"`
		Amount    int        `json:"amount"`
		Subtopics []subtopic `json:"subtopics"`
	}
	whole := struct {
		Constructor []topic `json:"constructor"`
		OurVariants []int   `json:"ourVariants"`
	}{OurVariants: []int{1, 2, 3}}
	for kind := range s.Types {
		one := topic{ID: kind + 1, Issue: s.kind(kind * s.Categories), Title: s.typeName(kind), Amount: s.Categories * s.Problems, Type: "test"}
		if strings.HasPrefix(one.Issue, "Д") {
			one.Type = "extra"
		}
		for c := kind * s.Categories; c < (kind+1)*s.Categories; c++ {
			one.Subtopics = append(one.Subtopics, subtopic{ID: firstCategory + c, Title: s.categoryName(strconv.Itoa(firstCategory + c)), Amount: s.Problems})
		}
		whole.Constructor = append(whole.Constructor, one)
	}
	raw, err := json.Marshal(whole)
	return string(raw), err
}
