package sdamgia

import "github.com/andybalholm/cascadia"

// selectorVersion names the state of the table below: the month in which it was last
// checked against genuine pages. It changes with every change of a selector, and stands in
// the error of a page that the table does not fit.
const selectorVersion = "2026-11"

// selector is one place on a page. css is what an error shows.
type selector struct {
	css   string
	match cascadia.Selector
}

func css(text string) selector { return selector{css: text, match: cascadia.MustCompile(text)} }

// selectors are all the places that are read, and the only ones. Those marked modelled
// were described by others and not seen in a genuine page.
var selectors = struct {
	// A page.
	block, container, view, position, list, pager, pagerNow, title selector
	key, keyRow, keyAnswer, expand                                 selector
	// A block.
	number, card, question, anyBody, passage, solution, oldSolution selector
	answer, answerText, criteria, footer, entry                     selector
	analogsFull, problemLink, searchLink                            selector
	// What a body is made of.
	formula, icon, flexTable, flexColumn, columnName, columnBody, program selector
	// The table of contents; modelled.
	catalogue, topic, topicHeader, topicName, theory, topicNumber selector
	count, children, categoryLink, supplement                     selector
}{
	block:     css(`div.prob_maindiv`),
	container: css(`div.problem_container`),
	view:      css(`div.prob_view`), // without a container in tests; modelled
	position:  css(`div.prob_num`),
	list:      css(`div.prob_list`),
	pager:     css(`span.pager_page[data-page]`),
	pagerNow:  css(`span.pager_page.active[data-page]`),
	title:     css(`div.new_header b`),
	key:       css(`#ans_key`), // of a print page; modelled
	keyRow:    css(`tr.prob_answer`),
	keyAnswer: css(`td.pbody`),
	expand:    css(`div.expand[data-open]`), // "show the other tasks of this group"; modelled

	number:      css(`span.prob_nums`),
	card:        css(`div.align-left`),
	question:    css(`div.pbody[id^="body"]`),
	anyBody:     css(`div.pbody`),
	passage:     css(`div.probtext`),
	solution:    css(`div.solution[id^="sol"], div.solution:not([id])`),
	oldSolution: css(`div.pbody[id^="sol"]`),
	answer:      css(`div.answer`),
	answerText:  css(`div.answer > span`),
	criteria:    css(`div.prob_crits`),
	footer:      css(`div.minor`),
	entry:       css(`div > span`),
	analogsFull: css(`span[id^="likes_"][id$="_full"]`),
	problemLink: css(`a[href*="problem?id="]`),
	searchLink:  css(`a[href*="/search?"]`),

	formula:    css(`img.tex[src*="/formula/"]`),
	icon:       css(`img.tex, img.briefcase, img[src^="/img/"], img[src*=".sdamgia.ru/img/"], img[src^="data:"]`),
	flexTable:  css(`div.wrap_flex_table`),
	flexColumn: css(`div.wrap_flex_table_col`),
	columnName: css(`div.col_name`),
	columnBody: css(`div.col_content`),
	program:    css(`div.source_code, pre`), // div.source_code is modelled

	catalogue:    css(`div.cat_main`),
	topic:        css(`div.cat_category`),
	topicHeader:  css(`div.cat_header`),
	topicName:    css(`b.cat_name, a.cat_name, b`),
	theory:       css(`span.theory`),
	topicNumber:  css(`span.pcat_num`),
	count:        css(`div.cat_count`),
	children:     css(`div.cat_children`),
	categoryLink: css(`a.cat_name[href]`),
	supplement:   css(`h3`),
}

// entryLabel is a line of the card of a problem, by how it begins.
type entryLabel int

const (
	noEntry entryLabel = iota
	sourceEntry
	relevanceEntry
	levelEntry
	areaEntry
	codeEntry
	ruleEntry
)

// entryLabels are the beginnings of the lines of a card, in all the spellings met.
var entryLabels = []struct {
	begins string
	label  entryLabel
}{
	{"Источник", sourceEntry},
	{"Актуальность", relevanceEntry},
	{"Сложность", levelEntry},
	{"Предметная область", areaEntry},
	{"Раздел кодификатора", codeEntry},
	{"Кодификатор", codeEntry},
	{"Правило", ruleEntry},
}
