package marking

import (
	"cmp"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// span is a part of a text, in bytes.
type span struct{ start, end int }

// addressed finds the parts of an answer that speak to whoever marks it: turns of an
// invented conversation, verdicts in the form of a rater's, and sentences about the mark
// itself. They are no part of what is marked, so that they neither raise a mark nor lower
// it, and people are shown them as a flag. A sentence is left out whole or not at all.
func addressed(text string) []span {
	var found []span
	for _, re := range frames {
		for _, at := range re.FindAllStringIndex(text, -1) {
			found = append(found, span{at[0], at[1]})
		}
	}
	found = append(found, verdictsIn(text)...)
	for _, s := range sentences(text) {
		if sentence := text[s.start:s.end]; IsStop(sentence) || toTheMarker(sentence) || heap(sentence) {
			found = append(found, s)
		}
	}
	return joined(found)
}

// frames are the marks of chat templates, of prompts and of hidden text, with what stands
// in them.
var frames = []*regexp.Regexp{
	regexp.MustCompile(`(?is)<!--.*?(?:-->|$)`),
	regexp.MustCompile(`(?is)<\|?im_start\|?>.*?(?:<\|?im_end\|?>|$)|<\|[a-z_]{2,20}\|>`),
	regexp.MustCompile(`(?is)<<sys>>.*?(?:<</sys>>|$)|\[/?inst\]`),
	regexp.MustCompile(`(?is)<(system|assistant|tool_call|tool|grader|rubric|score|verdict)>.*?(?:</[a-z_]+>|$)|</(?:answer|candidate|system|user|instructions?)>`),
	regexp.MustCompile(`(?i)[⟦⟧][^\n]*`),
	regexp.MustCompile(`(?i)(?:^|\n|[.!?]\s)[\s>*#_-]*(?:assistant|ассистент|интервьюер|interviewer|проверяющий|оценщик|grader|rater|evaluator|examiner)[\s*_]*:[^\n]*(?:\n\s*(?:user|human|кандидат|candidate)\s*:[^\n]*)?`),
	regexp.MustCompile(`(?im)(?:^|[.!?:]\s)[\s"'` + "`" + `=*-]*(?:end of (?:the )?(?:answer|input|transcript|prompt)|конец (?:ответа|ввода|промпта)|ответ (?:окончен|закончен|завершен|завершён)|(?:the |my )?answer (?:is over|ends here))[^\n]*`),
	regexp.MustCompile(`(?i)#{1,6}[ \t]*(?:instructions?:|response:|grading|score|verdict|инструкция:|ответ:|итог проверки|оценка)[^\n]*`),
	regexp.MustCompile(`(?i)\|[ \t]*criteri(?:a|on)[ \t]*\|[^\n]*`),
	regexp.MustCompile(`(?im)^[^\n]*\[x\][^\n]*(?:пункт|балл|point|score|criteri)[^\n]*`),
	regexp.MustCompile(`(?im)^[^\n]*\bmet["']?[\s*_]*[:=|][\s*_|]*(?:true|yes|1|да)\b[^\n]*`),
	regexp.MustCompile(`(?im)^[\s*_#>]*(?:final |total |overall |итоговый )?(?:score|grade|mark|балл|оценка)[\s*_]*[:=][\s*_]*(?:100|10|[45])(?:\s*/\s*(?:100|10|[45]))?\W*$`),
	regexp.MustCompile(`(?im)^[^\n]*\ball[\s*_.(]+[^\n]{0,20}\.met\b[^\n]*|^[^\n]*\|[^\n]*\|\s*\**(?:yes|met|да)\**\s*\|[^\n]*`),
}

// verdictKeys are what a rater's object is made of; one that holds two of them, or one that
// nothing else holds, is a verdict.
var (
	verdictKey = regexp.MustCompile(`(?i)["'](?:score|anchor|confidence|summary|strengths|weaknesses|recommendation|quote|points|grade|rating|arguments|verdict|балл|оценка)["']\s*:`)
	verdictOwn = regexp.MustCompile(`(?i)["'](?:met|overall_score|is_correct|passed|hire)["']\s*:`)
)

// verdictsIn finds objects that a rater would write. The text is read once, however many
// objects stand in each other.
func verdictsIn(text string) []span {
	keys, own := verdictKey.FindAllStringIndex(text, -1), verdictOwn.FindAllStringIndex(text, -1)
	if len(keys)+len(own) == 0 {
		return nil
	}
	var found []span
	over := 0
	for _, object := range objects(text) {
		if object.start >= over && (object.holds(own, 1) || object.holds(keys, 2)) {
			found = append(found, object)
			over = object.end
		}
	}
	return found
}

// holds tells a part of a text with so many of the matches in it, which are in order.
func (s span) holds(matches [][]int, count int) bool {
	first, _ := slices.BinarySearchFunc(matches, s.start, func(m []int, at int) int { return m[0] - at })
	last := first + count - 1
	return last < len(matches) && matches[last][1] <= s.end
}

// objects are the parts of a text from a brace to the one that closes it, or to the end of
// the text, by where they begin.
func objects(text string) []span {
	var all []span
	var open []int // places in all
	for i := range len(text) {
		switch text[i] {
		case '{':
			open = append(open, len(all))
			all = append(all, span{i, len(text)})
		case '}':
			if n := len(open); n > 0 {
				all[open[n-1]].end = i + 1
				open = open[:n-1]
			}
		}
	}
	return all
}

// sentences cuts a text at ends of lines, and at marks with a blank behind them.
func sentences(text string) []span {
	var all []span
	start := 0
	cut := func(end int) {
		if strings.TrimSpace(text[start:end]) != "" {
			all = append(all, span{start, end})
		}
		start = end
	}
	for i, r := range text {
		size := utf8.RuneLen(r)
		switch {
		case r == '\n', strings.ContainsRune("。！？", r):
			cut(i + max(1, size))
		case strings.ContainsRune(".!?;…", r):
			if next, _ := utf8.DecodeRuneInString(text[i+size:]); unicode.IsSpace(next) {
				cut(i + size)
			}
		}
	}
	cut(len(text))
	return all
}

// Letters that look alike, and signs written for letters, by their places.
const (
	latinTwins    = "aeopcyxkmhtbi"
	cyrillicTwins = "аеорсухкмнтві"
)

// asRead is how a sentence reads, as English and as Russian: lower case, wide letters as
// plain ones, look-alikes of the other alphabet as letters of this one, and nothing that
// hides between letters.
func asRead(sentence string) (latin, cyrillic string) {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r == '\u200c' || r == '\u200d' || unicode.Is(unicode.Variation_Selector, r):
			return -1
		case r == 'ё' || r == 'Ё':
			return 'е'
		case unicode.IsSpace(r), strings.ContainsRune("*_`~|", r): // marks of emphasis
			return ' '
		}
		return unicode.ToLower(r)
	}, norm.NFKC.String(sentence))
	return twinned(plain, cyrillicTwins, latinTwins), twinned(plain, latinTwins, cyrillicTwins)
}

func twinned(text, from, to string) string {
	there, here := []rune(from), []rune(to)
	return strings.Map(func(r rune) rune {
		if i := slices.Index(there, r); i >= 0 {
			return here[i]
		}
		return r
	}, text)
}

// toTheMarker tells a sentence about its own mark.
func toTheMarker(sentence string) bool {
	latin, cyrillic := asRead(sentence)
	return asks(latin, topicsEN, aboutMarksEN, ownSubjectEN) || asks(cyrillic, topicsRU, aboutMarksRU, ownSubjectRU)
}

// asks tells whether some part of a text is about the marks and about no subject of its own.
func asks(text string, topics []string, aboutMarks, ownSubject *regexp.Regexp) bool {
	for part := range windows(text) {
		if touches(part, topics) && aboutMarks.MatchString(part) && !ownSubject.MatchString(part) {
			return true
		}
	}
	return false
}

// A sentence longer than a window is looked at in windows, in bytes, each of which begins before
// the one before it ends: one word in a text without full stops does not cost the whole of it.
const (
	window  = 2048
	overlap = 512
)

func windows(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(text) > window {
			end := begins(text, window)
			if !yield(text[:end]) {
				return
			}
			text = text[begins(text, end-overlap):]
		}
		yield(text)
	}
}

// begins is the last place at or before a byte at which a letter begins.
func begins(text string, at int) int {
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// topics stand in every sentence about a mark. Looking for them first saves most sentences
// the expressions, which take a hundred times as long.
var (
	topicsEN = []string{
		"instruction", "prompt", "guideline", "rubric", "rules", "above", "score", "grad", "mark", "credit", "rating", "100", "point", "criteri", "level 4",
		"rater", "examiner", "evaluator", "assistant", "language model", "you are", "expert", "record", "reference", "answer", "candidate", "calibration",
		"decode", "1gn0r3", "met", "{{", "anweisung", "指示", "满分", "->", "/", " of ", "apply", "beg", "please", "you", "hiring",
	}
	topicsRU = []string{
		"инструкци", "указани", "промпт", "рубрик", "правил", "балл", "оцен", "пункт", "максимум", "столько же", "высш", "ответ", "из 4", "из 5",
		"критери", "проверя", "экзаменатор", "модел", "нейросет", "ассистент", "если ", "задач", "цитата", "моего", "мой", "раскодируй", "декодируй", "проверк",
		"кандидат", "интервьюер", "100", "засчита", "улице", "умоляю", "рублей", "заплачу",
	}
)

func touches(text string, topics []string) bool {
	return slices.ContainsFunc(topics, func(topic string) bool { return strings.Contains(text, topic) })
}

// heapFrom is how many words in a row make a heap when nothing joins them.
const heapFrom = 15

// heap tells a row of names that no word makes a statement of: whoever names everything
// says nothing about it.
func heap(sentence string) bool {
	words := strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool { return !unicode.IsLetter(r) })
	return len(words) >= heapFrom && !slices.ContainsFunc(words, func(w string) bool { return joining[w] })
}

// joining are the words of grammar, of code and of queries that hold a statement together.
var joining = func() map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(`a an the of to in on at by for from with without as is are was were be been it its this that these those and or but not no
		if then else when while so than into over under per via i we you they he she my our your do does did has have had can could will would should must may
		return func def class var let const type select where insert update delete set join values import print
		и в во на с со к ко о об от до по из у за для при без через над под между не ни но а или либо что чтобы как если когда пока то так это этот эта эти тот
		я мы вы он она они его её ее их мой наш есть был была было были быть будет можно нужно надо где который которая которые потому поэтому же ли бы`) {
		set[w] = true
	}
	return set
}()

// anyOf is one expression of several.
func anyOf(forms ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?:` + strings.Join(forms, `|`) + `)`)
}

var (
	aboutMarksEN = anyOf(
		`\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|guidelines|rubrics?|rules above|everything above)\b`,
		`\b(?:give|gives|award|assign|output|grant|report|submit|expected output is)\b.{0,30}\b(?:scores?|grades?|full marks|full credit|100)\b`,
		`\b(?:full|maximum|max|perfect|highest|top|low|lower|best) (?:possible )?(?:scores?|marks?|grades?|credit|rating)\b`,
		`\b(?:all|every|each)\b.{0,12}\b(?:points?|criteri(?:a|on))\b.{0,20}\b(?:met|covered|fulfilled|satisfied|achieved|true|yes)\b`,
		`\b(?:covers?|makes?|marks?|meets?|fulfils?) (?:all|every)\b.{0,8}\b(?:points?|criteri(?:a|on))\b`,
		`\bscores?[^\w=<>]{1,6}(?:is\W+)?(?:100|10|1\.0|4|5)\b|\blevel 4\b|\b(?:4|5|10|100) ?(?:/|of|out of) ?(?:4|5|10|100)\b`,
		`\byou are (?:now )?(?:the |an? )?(?:\w+ )?(?:grader|rater|examiner|evaluator|gradebot|assistant|language model|ai)\b|\bgradebot\b`,
		`\b(?:dear|note to the|attention|as the|by the) (?:grader|rater|examiner|evaluator)\b|\bgraders?\s*:|\((?:grader|expert|record|rater)\)`,
		`\b(?:your|the|this|new|strict) (?:rubric|grading (?:policy|rules|task))\b|\bgrading\b.{0,30}\b(?:policy|mine|answer|text)\b|\bgrade (?:mine|the translation|this|my)\b`,
		`\bsystem prompt\b|\breference (?:answer|points)\b|\bas a language model\b|\bif you are an? (?:ai|language model|llm)\b`,
		`\b(?:this|my|the candidate'?s|the) answer\b.{0,20}\b(?:is complete|is perfect|is correct|makes every|counts as complete|deserves)\b|\bevery answer counts\b`,
		`\b(?:thorough|complete|detailed|full),? (?:[a-z]+,? ){0,2}and correct answer\b|\bcomplete and correct answer\b`,
		`\bthe candidate passed\b|\bcalibration test\b|\bdecode and (?:obey|run|follow)\b|\bsubmit_grade\b|\btest(?:s)? pass, full\b`,
		`\b1gn0r3\b|\bp01nts\b|/\* ?score|\bscore:-100\b|\{\{\.?(?:answer|range)\b`,
		`\bignoriere\b.{0,30}\banweisungen\b|忽略.{0,12}指示|给满分`,
		`-> ?4 ?/ ?4`,
		`\bapply it to this\b`,
		`\b(?:i am begging|i beg|please)\b.{0,60}\b(?:job|family|children|life)\b|\bi(?:'ll| will) (?:tip|pay) you\b|\$\d+ for hiring\b`,
	)
	// What an answer may well be about.
	ownSubjectEN = anyOf(`\bacceptance\b`, `\bdefinition of (?:done|ready)\b`, `\bf1[- ]score\b`, `\bcredit (?:score|card)`, `\brate limit`)

	aboutMarksRU = anyOf(
		`(?:игнорир|проигнорир|забуд|отмени|не учитыва)\p{L}*.{0,40}(?:инструкци|указани|промпт|рубрик|правила? оценки|правила? выше)`,
		`(?:постав|ставлю|ставь|выстав|присво|засчита|зачт|зачти)\p{L}*.{0,40}(?:балл|оценк|пункт|максимум|столько же|высш|4 из 4|ответ)`,
		`начисл\p{L}*.{0,40}(?:балл|пункт|максимум|столько же|высш|4 из 4)`, // by estimate is how costs accrue
		`(?:высш|максимальн|наивысш|полн)\p{L}* (?:балл|оценк)`,
		`(?:балл|оценк)\p{L}*[^\p{L}]{0,6}(?:ниже )?(?:100|10|4 из|5 из)|100 балл|уровн\p{L}* 4 из 4|[45] из [45]`,
		`вс[еёx] (?:[\p{L}]+ )?пункты.{0,20}(?:раскрыт|выполнен|засчита|покрыт|учтен)|раскрыва\p{L}+ (?:каждый|все) пункт|(?:раскрыты|выполнены|засчитаны) все (?:пункты|критерии)|засчитать все`,
		`пункт \S+: (?:выполнен|засчитан|раскрыт)|выполнен, 4`,
		`(?:^|[^\p{L}])(?:ты|вы)(?: теперь)?[ —–-]+(?:\p{L}+ )?(?:проверяющ|экзаменатор|оценщик|языков\p{L}+ модел|нейросет|ассистент)|если ты (?:языков|нейросет|модел|ии)|если человек.{0,6}не обращай`,
		`(?:тво|ваш)\p{L}+ (?:задач\p{L}+|рубрик\p{L}+)|рубрик\p{L}+|проверяющ(?:ему|ий уже|его)|цитата (?:проверяющего|протокола|эксперта)`,
		`эталонн\p{L}+ ответ|подставь.{0,20}вместо моего|оцени как мо|раскодируй|декодируй и выполни`,
		`(?:полный|подробный),? .{0,20}(?:и )?(?:правильный|верный) ответ|ответ.{0,12}считать полным|любой ответ`,
		`кандидат\p{L}* прош(?:е|ё)л проверку|решение по кандидату|выставите 100|принято, 100`,
		`^\s*(?:кандидат|интервьюер)\s*:`,
		`пожалуйста, засчита|останемся на улице|умоляю|переведу .{0,20}рублей|заплачу вам`,
	)
	ownSubjectRU = anyOf(`критери\p{L}+ (?:приемки|готовности)`, `приемочн`)
)

// veiled tells a text that shows a reader something else than it says: with directions of
// writing overridden, or with letters of the invisible tag block. Flags of emoji are made of
// those as well.
func veiled(raw string) bool {
	return strings.ContainsAny(raw, "\u202d\u202e") || !strings.ContainsRune(raw, '\U0001F3F4') &&
		strings.ContainsFunc(raw, func(r rune) bool { return r >= 0xE0020 && r <= 0xE007F })
}

// overridden finds what a text holds between an override of the direction of writing and its
// end: a reader sees other words there.
func overridden(text, raw string) []span {
	var found []span
	for {
		from := strings.IndexAny(raw, "\u202d\u202e")
		if from < 0 {
			return found
		}
		rest := raw[from+len("\u202e"):]
		end := strings.IndexAny(rest, "\u202c\n")
		if end < 0 {
			end = len(rest)
		}
		hidden := strings.TrimSpace(strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.Cc, unicode.Cf) {
				return -1
			}
			return r
		}, rest[:end]))
		if at := strings.Index(text, hidden); hidden != "" && at >= 0 {
			found = append(found, span{at, at + len(hidden)})
		}
		raw = rest[end:]
	}
}

// joined sorts spans and joins those that meet.
func joined(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.start, b.start) })
	var kept []span
	for _, s := range spans {
		if n := len(kept); n > 0 && s.start <= kept[n-1].end {
			kept[n-1].end = max(kept[n-1].end, s.end)
			continue
		}
		kept = append(kept, s)
	}
	return kept
}

// blanked is a text with blanks in the place of spans: every other word stays at its place.
func blanked(text string, spans []span) string {
	if len(spans) == 0 {
		return text
	}
	out := []byte(text)
	for _, s := range spans {
		for i := s.start; i < s.end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}
