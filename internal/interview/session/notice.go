package session

import (
	"kadry/internal/fault"
	"kadry/internal/interview/bank"
)

// NoticeVersion names the text of Notice; it is stored with every session that showed it.
const NoticeVersion = "notice-1"

var notice = fault.Say(
	"This interview is conducted by a program. It asks the same core questions of everybody who applies for the vacancy, "+
		"marks your answers by their content alone and shows people a quote for every point; people make the decision. "+
		"You may pause at any time, or write “stop” to end. You may ask for a person to look at your answers again, "+
		"or to be interviewed by a person.",
	"Это интервью проводит программа. Всем, кто претендует на вакансию, она задаёт одни и те же основные вопросы, "+
		"оценивает только содержание ответов и к каждому выводу показывает людям цитату; решение принимают люди. "+
		"В любой момент можно сделать паузу или написать «стоп», чтобы закончить. Можно попросить, чтобы ответы "+
		"пересмотрел человек или чтобы интервью провёл человек.",
)

// Notice is what a candidate is told before the first question.
func Notice(lang bank.Language) string { return lang.Of(notice) }
