package resume

// spoken are the languages people state, by their folded names; Russian adjectives are
// listed in the forms CVs use.
var spoken = spokenIndex(map[string]string{
	"en": "english английский английского английским английскому английском англ",
	"ru": "russian русский русского русским", "de": "german deutsch немецкий немецкого немецким", "fr": "french французский французского французским francais",
	"es": "spanish испанский испанского испанским espanol", "it": "italian итальянский итальянского итальянским", "pt": "portuguese португальский португальского",
	"zh": "chinese mandarin cantonese китайский китайского китайским", "ja": "japanese японский японского японским", "ko": "korean корейский корейского",
	"ar": "arabic арабский арабского", "hi": "hindi хинди", "bn": "bengali бенгальский", "ur": "urdu урду", "mr": "marathi маратхи", "gu": "gujarati", "ta": "tamil",
	"te": "telugu", "kn": "kannada", "ml": "malayalam", "pa": "punjabi", "fa": "farsi persian фарси персидский", "tr": "turkish турецкий турецкого",
	"pl": "polish польский польского", "uk": "ukrainian украинский украинского", "be": "belarusian белорусский", "kk": "kazakh казахский", "uz": "uzbek узбекский",
	"tt": "tatar татарский", "hy": "armenian армянский", "ka": "georgian грузинский", "az": "azerbaijani азербайджанский", "he": "hebrew иврит", "el": "greek греческий",
	"nl": "dutch нидерландский голландский", "sv": "swedish шведский", "no": "norwegian норвежский", "da": "danish датский", "fi": "finnish финский", "cs": "czech чешский",
	"sk": "slovak словацкий", "hu": "hungarian венгерский", "ro": "romanian румынский", "bg": "bulgarian болгарский", "sr": "serbian сербский", "hr": "croatian хорватский",
	"lt": "lithuanian литовский", "lv": "latvian латышский", "et": "estonian эстонский", "vi": "vietnamese вьетнамский", "th": "thai тайский", "id": "indonesian индонезийский",
	"tl": "tagalog", "sw": "swahili", "la": "latin латынь латинский", "ky": "kyrgyz киргизский", "tg": "tajik таджикский",
})

// levelWords map a stated proficiency to the CEFR scale.
var levelWords = map[string]string{
	"native": "native", "bilingual": "native", "mother": "native", "родной": "native", "родным": "native", "носитель": "native",
	"fluent": "C1", "fluently": "C1", "fluency": "C1", "proficient": "C1", "свободно": "C1", "свободный": "C1", "свободное": "C1", "профессиональный": "C1", "proficiency": "C1", "excellent": "C1", "отличный": "C1",
	"advanced": "C1", "продвинутый": "C1", "mastery": "C2", "upper": "B2", "выше": "B2", "conversational": "B1", "разговорный": "B1", "intermediate": "B1", "средний": "B1",
	"working": "B2", "pre": "A2", "ниже": "A2", "elementary": "A2", "элементарный": "A2", "базовый": "A2", "базовые": "A2", "basic": "A2", "basics": "A2", "beginner": "A1", "начальный": "A1", "начинающий": "A1", "limited": "A2", "good": "B2", "хороший": "B2",
	"технический": "B1", "читаю": "B1", "reading": "B1", "средне": "B2",
}

func spokenIndex(lists map[string]string) map[string]string {
	index := map[string]string{}
	for code, list := range lists {
		for w := range words(list) {
			index[w] = code
		}
	}
	return index
}

// readLanguages reads the language section; elsewhere a language counts only with a
// level beside it, since "Russian" and "French" also describe markets and cuisines.
func (r *reading) readLanguages() {
	seen := map[string]int{}
	for _, pt := range r.parts {
		switch pt.kind {
		case languagesSection:
			r.languagesIn(pt, seen, true)
		case experienceSection, projectsSection, volunteerSection:
		default:
			r.languagesIn(pt, seen, false)
		}
	}
	if len(r.record.Languages) > 0 && r.record.Confidence.Languages == 0 {
		r.record.Confidence.Languages = 0.7
	}
}

func (r *reading) languagesIn(pt part, seen map[string]int, labelled bool) {
	from := r.tokenIndex(pt.start)
	for i := from; i < len(r.tokens) && r.tokens[i].start < pt.end; i++ {
		t := r.tokens[i]
		code := spoken[t.word]
		if t.kind != wordToken || code == "" {
			continue
		}
		level := r.proficiency(i, pt)
		if !labelled && level == "" {
			continue
		}
		if labelled {
			r.record.Confidence.Languages = 1
		}
		if at, again := seen[code]; again {
			if have := &r.record.Languages[at]; have.CEFR == "" {
				have.CEFR = level
			}
			continue
		}
		seen[code] = len(r.record.Languages)
		r.record.Languages = append(r.record.Languages, Language{Code: code, Name: r.text[t.start:t.end], CEFR: level, Start: t.start, End: t.end})
	}
}

// proficiency looks after the language to the end of its item, then before it
// ("fluent in Spanish", "свободный английский").
func (r *reading) proficiency(i int, pt part) string {
	level := ""
	for j := i + 1; j < i+12; j++ {
		t := r.tokenAt(j)
		if t.start >= pt.end || t.mark == ';' || t.mark == '.' && !r.touches(j) || spoken[t.word] != "" || t.mark == '|' ||
			t.mark == ',' || t.kind == breakToken && (level != "" || j > i+2 || spoken[r.tokenAt(j+1).word] != "" || !isLevelLine(r, j+1)) {
			break
		}
		if cefr := r.cefrAt(j); cefr != "" {
			return cefr
		}
		if level == "" && t.kind == wordToken {
			level = levelWords[t.word]
		}
	}
	if level != "" {
		return level
	}
	for j := i - 1; j > i-8; j-- {
		t := r.tokenAt(j)
		if t.kind == breakToken || t.mark == '.' || t.mark == ';' || t.mark == ')' || t.mark == '|' {
			break
		}
		if t.kind == wordToken && levelWords[t.word] != "" {
			return r.levelBefore(j, i)
		}
	}
	return ""
}

// levelBefore takes a level word before a language when nothing but "in", "and" and other
// languages stands between.
func (r *reading) levelBefore(at, i int) string {
	for k := at + 1; k < i; k++ {
		t := r.tokenAt(k)
		if t.kind == numberToken || t.kind == wordToken && spoken[t.word] == "" && !levelLinks[t.word] {
			return ""
		}
		if t.mark == ',' && (spoken[r.tokenAt(k-1).word] == "" || r.tokenAt(at).word[0] >= 0x80) || t.mark == '—' || t.mark == '–' {
			return ""
		}
	}
	return levelWords[r.tokenAt(at).word]
}

var levelLinks = words("in and of both with knowledge speaker command spoken written и владею знаю знание уровень язык speaking level the speak i")

func isLevelLine(r *reading, i int) bool {
	return r.cefrAt(i) != "" || levelWords[r.tokenAt(i).word] != ""
}

// cefrAt reads "B2" and "С1" typed with a Cyrillic letter.
func (r *reading) cefrAt(i int) string {
	t, n := r.tokenAt(i), r.tokenAt(i+1)
	if t.kind != wordToken || n.kind != numberToken || n.digits() != 1 || n.value < 1 || !r.touches(i) {
		return ""
	}
	letter := ""
	switch t.word {
	case "a", "а":
		letter = "A"
	case "b", "в":
		letter = "B"
	case "c", "с":
		letter = "C"
	}
	if letter == "" || n.value > 2 {
		return ""
	}
	return letter + r.text[n.start:n.end]
}
