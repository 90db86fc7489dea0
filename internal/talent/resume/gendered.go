package resume

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// GenderedSpans returns the words of a text that tell whether a man or a woman wrote it, or is
// written about: the Russian past tense and short adjectives in the singular, the English
// pronouns and titles. Whole words, since the length of an ending alone would tell. The gender
// of a verb is that of its subject, so that "система работала" is among them too: without a
// parser nobody knows the subject, and one word too many hidden tells nothing.
func GenderedSpans(text string) []Span {
	var spans []Span
	before := ""
	for at := 0; at < len(text); {
		end, word := wordAt(text, at)
		if word == "" {
			at = end
			continue
		}
		folded := strings.ReplaceAll(strings.ToLower(word), "ё", "е")
		if pastForm(folded, before) || genderedForms[folded] || englishForm(word, folded, text[end:]) {
			spans = append(spans, Span{at, end})
		}
		before, at = folded, end
	}
	return spans
}

// wordAt is the run of letters that begins at an offset, else one character without a word.
func wordAt(text string, at int) (end int, word string) {
	for end = at; end < len(text); {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsLetter(r) {
			break
		}
		end += size
	}
	if end > at {
		return end, text[at:end]
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return at + size, ""
}

// pastForm reports the past tense of a man or a woman: a vowel and -л or -ла, -лся or -лась.
// No noun ends like the reflexive forms; others do, see pastNouns. Behind a preposition or a
// genitive stands a noun ("с начала", "нового функционала").
func pastForm(word, before string) bool {
	for _, ending := range []string{"лся", "лась"} {
		if stem, ok := strings.CutSuffix(word, ending); ok {
			return utf8.RuneCountInString(stem) >= 1
		}
	}
	base := strings.TrimSuffix(word, "а")
	stem, ok := strings.CutSuffix(base, "л")
	last, _ := utf8.DecodeLastRuneInString(stem)
	if !ok || utf8.RuneCountInString(stem) < 2 || !strings.ContainsRune("аяиеуыо", last) {
		return false
	}
	if pastNouns[base] || prepositions[before] || genitive(before) || base == word && strings.HasSuffix(before, "ый") && before != "который" {
		return false
	}
	for _, noun := range pastNounEnds {
		if strings.HasSuffix(base, noun) {
			return false
		}
	}
	return true
}

// genitive reports an adjective that a noun in the genitive follows.
func genitive(word string) bool {
	if notAdjectives[word] {
		return false
	}
	return strings.HasSuffix(word, "ого") || strings.HasSuffix(word, "его")
}

// englishForm reports a pronoun or a title. In capitals HIS and SHE are abbreviations, and "ms"
// are milliseconds.
func englishForm(word, folded, after string) bool {
	if len(word) > 1 && word == strings.ToUpper(word) {
		return false
	}
	switch folded {
	case "he", "she", "him", "his", "her", "hers", "himself", "herself":
		return true
	case "mr", "mrs", "ms", "miss":
		next := strings.TrimLeft(strings.TrimPrefix(after, "."), " ")
		r, _ := utf8.DecodeRuneInString(next)
		return unicode.IsUpper(rune(word[0])) && next != after && unicode.IsUpper(r)
	}
	return false
}

var (
	prepositions  = words("в во на с со от до для из без после около о об по при под над за к ко у через между против вместо кроме среди внутри вне ради")
	notAdjectives = words("него его всего чего ничего итого много немного долго того этого никого кого самого")
	// pastNounEnds are nouns that longer ones end in: "видеоматериал", "телеканал".
	pastNounEnds = []string{
		"материал", "персонал", "функционал", "канал", "журнал", "потенциал", "филиал", "сигнал", "терминал", "интервал", "вокзал",
		"капитал", "портал", "финал", "оригинал", "квартал", "отдел", "раздел", "предел", "протокол", "футбол", "символ", "контрол",
		"профессионал", "генерал", "минерал", "сериал", "мемориал", "ритуал", "идеал", "универсал", "интеграл", "номинал", "спортзал",
		"кинозал", "формул", "артикул", "школ", "скал", "правил",
	}
	pastNouns = words(`идеал арсенал адмирал криминал бокал скандал реал овал обвал подвал карнавал провал привал перевал шквал накал
		причал ареал театрал либерал интеллектуал пенал аврал хорал коммунал кардинал опал штурвал металл кристалл урал непал ямал байкал
		передел удел водораздел пробел обстрел отстрел прицел котел орел козел осел узел угол ангел павел тоннел
		пол стол глагол волейбол баскетбол гандбол бейсбол престол камзол рассол ствол раскол укол прикол частокол холестерол этанол метанол чехол идол
		стул аул караул посул разгул прогул модул тыл крыл пыл мыл винил акрил крокодил михаил даниил самуил гавриил
		одеял дел тел сел сил могил шкал похвал пчел стрел акул зеркал покрывал весел кабал пул каникул
		кирилл зал бал вал гул мел мол`)
	genderedForms = words(`мог могла смог смогла помог помогла вел вела провел провела ввел ввела перевел перевела привел привела вывел вывела
		шел шла пришел пришла ушел ушла прошел прошла перешел перешла нашел нашла вошел вошла вышел вышла зашел зашла
		нес несла принес принесла внес внесла достиг достигла вырос выросла рос росла возрос был была дал дала взял взяла стал стала
		спас спасла привык привыкла сберег сберегла увлекся увлеклась
		рад рада готов готова должен должна уверен уверена согласен согласна способен способна знаком знакома открыт открыта свободен свободна
		ответственен ответственна ответствен внимателен внимательна коммуникабелен коммуникабельна пунктуален пунктуальна исполнителен исполнительна
		трудолюбив трудолюбива усидчив усидчива вежлив вежлива активен активна энергичен энергична организован организованна мотивирован мотивирована
		заинтересован заинтересована нацелен нацелена ориентирован ориентирована дисциплинирован дисциплинированна обучен обучена сертифицирован сертифицирована
		назначен назначена награжден награждена принят принята переведен переведена повышен повышена избран избрана привлечен привлечена зачислен зачислена
		уволен уволена удостоен удостоена допущен допущена аттестован аттестована намерен намерена склонен склонна привык привыкла
		женат разведен разведена сам сама`)
)
