package sdamgiatest

import (
	"fmt"
	"net/url"
	"strings"
)

// view says on what sort of page a block stands, which changes what it shows.
type view int

const (
	alone    view = iota // /problem?id=
	listed               // a list or a search
	printed              // for paper: no buttons
	unsolved             // a test before it is solved: neither solution nor answer
	hidden               // the same with the numbers kept back
)

// block is one div.prob_maindiv. at is the place of the problem on the page, from 1.
func (p Problem) block(v view, at, revision int) string {
	var out strings.Builder
	fmt.Fprintf(&out, `<div width="100%%" class="prob_maindiv" data-num="%d" style="position:relative" id="maindiv%s"><div style="margin:0; padding:0; clear:none" class="nobreak">`, at, p.Internal)
	out.WriteString(`<div style="text-indent:0; padding-top:9px; margin-bottom:5px; font-weight:bold;align-items: center; display: flex; flex-wrap: wrap;">` + p.header(v))
	if v == alone || v == listed {
		out.WriteString(p.card())
	}
	out.WriteString(` </div>`)
	passage := ""
	if p.Passage != "" {
		passage = fmt.Sprintf(`<div id="text%s" style="text-align:justify;text-indent:25px;" class="probtext" data-text_id="59"><div width="100%%"><div align="justify" width="100%%" class="pbody">%s</div></div></div>`, p.ID, p.passage.markup())
	}
	question := fmt.Sprintf(`<div align="justify" width="100%%" id="body%s" class="pbody">%s</div>`, p.Internal, p.question.markup())
	if p.Course.Subject == "rus" || p.Course.Subject == "lit" {
		out.WriteString(passage + question)
	} else {
		out.WriteString(question + "<br>" + passage)
	}
	out.WriteString(`</div>`)
	if v != unsolved && v != hidden {
		out.WriteString(p.solved(v, revision) + p.marking() + p.likes() + "<!--np-->" + p.footer())
	}
	out.WriteString(`<!--np--></div>`)
	return out.String()
}

func (p Problem) header(v view) string {
	kind := "Тип"
	if p.Layout == Older {
		kind = "Задание"
	}
	number := ""
	if v != hidden {
		number = fmt.Sprintf(`&nbsp;№&nbsp;<a href="/problem?id=%s">%s</a>`, p.ID, p.ID)
	}
	shown := fmt.Sprintf(`<span style="" class="prob_nums">%s %s%s`, kind, p.Type, number)
	if v == printed {
		return shown + `</span>`
	}
	return shown + ` <img src="/img/briefcase--plus.png" class="briefcase" style="filter: grayscale(0.8);" onclick="login_popup();" title="Добавить в вариант"></span>` +
		`<a href="javascript:void(0)" style="border-bottom:none" onclick="login_popup();"><div style="width:14px; height:14px" title="Вы еще не решали это задание.` + "\n" + `Нажмите, чтобы решить задание."></div></a>`
}

// card is the hidden card of facts beside the number, with the rule in Russian problems.
func (p Problem) card() string {
	var out strings.Builder
	out.WriteString(`<img src="/img/exclamation-white.png" title="Сообщить об ошибке" onclick="login_popup();"><style>.align-left div {text-align:left}</style><div style="display:none" class="align-left">`)
	fmt.Fprintf(&out, "<div><span style=\"\">%s</span></div>\n", p.sourceLine())
	out.WriteString("<div><span style=\"\">Актуальность: Текущий учебный год</span></div>\n<div><span style=\"\">Сложность: обычная</span></div>\n")
	if p.Rule != "" {
		out.WriteString(`<div><span style="font-weight:bold">Правило: Задание ` + p.Type + `. Правописание гласных</span> <img src="/img/collapse.jpg" title="Подробнее" style="cursor:pointer;display:none" onclick="$(this).hide()">` +
			`<div style="display:none"><div align="justify" width="100%" class="pbody"><p class="left_margin"><a href="/handbook?id=230" target="_blank"><img class="tex" src="/img/chain.png"></a></p>` + p.rule.markup() + `</div></div></div>`)
	}
	out.WriteString("<div><span style=\"\">" + p.codeLine() + `</span></div></div><div style="display: inline-block" onclick="$(this).prev().clone().dialog({title: 'Информация о задании'})">i</div>`)
	return out.String()
}

func (p Problem) sourceLine() string {
	return `Источник: <a target="_blank" href="/test?id=3">` + p.Source + `</a>`
}

func (p Problem) codeLine() string {
	return `Раздел кодификатора ФИПИ: <a target="_blank" href="/search?keywords=1&amp;cb=1&amp;search=` + url.QueryEscape(hyphenated(p.Code)) + `">` + hyphenated(p.Code) + `</a>`
}

func (p Problem) solved(v view, revision int) string {
	body := p.solution.markup()
	if revision > 0 {
		body += fmt.Sprintf(`<p class="left_margin">Редакция %d.</p>`, revision)
	}
	if p.Answer != "" {
		body += `<p> </p><p><span style="letter-spacing: 2px;">Ответ:</span> ` + p.Answer + `.</p>`
	}
	shown := "clear:both;display:none"
	button := ""
	if v == alone {
		shown = "clear:both;"
		button = fmt.Sprintf(`<!--np--><a href="javascript:void(0);" id="soltb%s" style="float:right">Спрятать пояснение</a><!--np-->`, p.ID)
	}
	class := "solution"
	if p.Layout == Older {
		class = "pbody"
	}
	out := fmt.Sprintf(`%s<div align="justify" width="100%%" id="sol%s" class="%s" style="%s"><p class="left_margin"></p><b>%s<!--rule_info-->. </b>%s</div>`,
		button, p.ID, class, shown, "Ре\u00adше\u00adние", body)
	if p.Answer != "" {
		out += `<div class="answer" style="display:none"><span style="letter-spacing: 2px;">Ответ: ` + strings.ReplaceAll(p.Answer, "&", "&amp;") + `</span></div>`
	}
	return out
}

// marking is the table of criteria with its ill-formed style, as genuine pages have it.
func (p Problem) marking() string {
	if p.Points == 0 {
		return ""
	}
	var out strings.Builder
	out.WriteString(`<div style="clear:both; "></div><!--np--><a class="crit_toggle" href="javascript:void(0);" style="float:right">Спрятать критерии</a><!--np--><div class="prob_crits" style="width: 100%%;margin-top: 10px;max-height: 100px;overflow:hidden;"><b>Критерии проверки:</b><div align="justify" width="100%" class="pbody"><p class="left_margin"></p><table style="margin:auto" width="72%"><tr><th>Критерии оценивания выполнения задания</th><th>Баллы</th></tr>`)
	for n := p.Points; n >= 0; n-- {
		fmt.Fprintf(&out, `<tr><td>%s %d</td><td style="text-align:center">%d</td></tr>`, hyphenated("Верных элементов ответа:"), n, n)
	}
	fmt.Fprintf(&out, `<tr><td><i>Максимальный балл</i></td><td style="text-align:center">%d</td></tr></table></div></div>`, p.Points)
	return out.String()
}

// likes is the list of analogs: ten and all of them, or nothing at all.
func (p Problem) likes() string {
	var out strings.Builder
	out.WriteString(`<div style="clear:both;margin-bottom:15px;" class="minor"><!--np-->`)
	if len(p.Analogs) > 0 {
		fmt.Fprintf(&out, `<br><p align="justify">Аналоги к заданию № <a href="/problem?id=%s">%s</a>: <span id="likes_%s_short">`, p.ID, p.ID, p.ID)
		for _, id := range p.Analogs[:min(10, len(p.Analogs))] {
			fmt.Fprintf(&out, `<a href="/problem?id=%s">%s</a> `, id, id)
		}
		fmt.Fprintf(&out, `<a href="javascript:void(0)">...</a></span><span id="likes_%s_full" style="display:none">`, p.ID)
		for _, id := range p.Analogs {
			fmt.Fprintf(&out, `<a href="/problem?id=%s">%s</a> `, id, id)
		}
		fmt.Fprintf(&out, `</span> <a href="/test?likes=%s">Все</a></p>`, p.ID)
	}
	out.WriteString(`<!--np--></div>`)
	return out.String()
}

func (p Problem) footer() string {
	return "<div><span style=\"\">" + p.sourceLine() + "</span></div>\n<div><span style=\"\">" + p.codeLine() + "</span></div>"
}
