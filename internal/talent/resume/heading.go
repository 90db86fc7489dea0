package resume

import (
	"slices"
	"strings"
)

// The kinds of sections.
const (
	summarySection      = "summary"
	skillsSection       = "skills"
	experienceSection   = "experience"
	educationSection    = "education"
	projectsSection     = "projects"
	certificatesSection = "certificates"
	languagesSection    = "languages"
	contactsSection     = "contacts"
	otherSection        = "other"
)

// wanted, courses and volunteering are told apart while reading; a Section shows them as
// summary, education and other.
const (
	wantedSection    = "wanted"
	coursesSection   = "courses"
	volunteerSection = "volunteer"
)

// headings maps a folded heading to its kind.
var headings = lexicon(map[string]string{
	summarySection: `summary|professional summary|profile|professional profile|executive profile|executive summary|career overview|
		career focus|career summary|career profile|objective|career objective|professional objective|about|about me|personal statement|personal profile|
		overview|professional overview|bio|introduction|summary of qualifications|qualifications summary|career goal|who i am|in brief|highlights of qualifications|
		о себе|обо мне|о кандидате|кратко о себе|резюме|профиль|цель|цели|карьерная цель|краткая информация|общая информация|профессиональный профиль|
		коротко о себе|общие сведения|дополнительная информация о себе|кто я|введение|представление|немного о себе|несколько слов о себе|личные качества|о специалисте|ключевая информация`,
	skillsSection: `skills|highlights|technical skills|core qualifications|skill highlights|qualifications|key skills|core skills|core competencies|
		competencies|key competencies|areas of expertise|expertise|technical expertise|core strengths|strengths|summary of skills|computer skills|it skills|software skills|
		technologies|tech stack|technical stack|technology stack|stack|tools|technical proficiencies|technical proficiency|technical competencies|
		professional skills|hard skills|soft skills|skill set|skillset|skill details|technical skill|skill|skills summary|technical summary|software|programming skills|
		programming languages|technical knowledge|proficiencies|additional skills|other skills|relevant skills|special skills|skills and abilities|key qualifications|professional highlights|
		languages and frameworks|my skills|my stack|my toolbox|main stack|core stack|technologies i use|tools i use|technical toolbox|toolbox|what i know|specialties|specialities|tools and technologies|core expertise|
		навыки|ключевые навыки|профессиональные навыки|технические навыки|умения|умения и навыки|навыки и умения|компетенции|ключевые компетенции|
		профессиональные компетенции|технологии|стек|стек технологий|технологический стек|инструменты|знания|знания и навыки|мои навыки|основные навыки|
		владение технологиями|владение по|компьютерные навыки|владение компьютером|программные продукты|технический стек|технологии и инструменты|профессиональные умения|что умею|что я умею|что знаю|с чем работаю|с чем работал|с чем работала|чем владею|основной стек|рабочий стек|мой стек|стек и инструменты|технологии с которыми работаю|hard skills навыки|
		знание технологий|технические компетенции|специальные навыки|дополнительные навыки`,
	experienceSection: `experience|work experience|professional experience|work history|employment|employment history|relevant experience|
		career history|employment experience|professional background|work background|job history|job experience|military experience|work|positions|
		career|where i ve worked|where i worked|positions held|jobs|career progression|professional history|company details|other experience|additional experience|previous experience|related experience|industrial experience|industry experience|
		additional work experience|internship experience|teaching experience|business experience|management experience|where i have worked|career path|recent experience|selected experience|
		it experience|experience summary|professional experience summary|current position|earlier experience|
		опыт|опыт работы|профессиональный опыт|трудовой опыт|трудовая деятельность|места работы|место работы|карьера|работа|опыт трудовой деятельности|
		профессиональная деятельность|трудовой путь|история работы|рабочая история|профессиональный путь|трудовая биография|трудовая книжка|предыдущие места работы|где работал|где работала|коммерческий опыт|релевантный опыт|карьерный путь|сведения о трудовой деятельности|стаж работы|мой опыт`,
	educationSection: `education|educational background|academic background|academic qualifications|education details|academics|academic history|
		degrees|university|universities|schools|academic credentials|educational qualifications|education history|academic profile|formal education|higher education|studies|scholastics|academic qualification|educational qualification|
		образование|где учился|где училась|вузы|учебные заведения|высшее образование|основное образование|учеба|сведения об образовании|обучение|образование и квалификация|среднее образование|среднее профессиональное образование`,
	coursesSection: `courses|coursework|relevant coursework|training courses|professional development|continuing education|professional training|trainings|workshops|additional education|
		курсы|дополнительное образование|повышение квалификации|тренинги|курсы и тренинги|повышение квалификации курсы|семинары|тренинги и курсы|профессиональная переподготовка|дополнительное обучение|доп образование|пройденные курсы`,
	certificatesSection: `certifications|certificates|certification|licenses|licenses and certifications|certificates and licenses|licenses certifications|credentials|professional certifications|
		certifications licenses|licensure|exams|license|professional licenses|accreditations|
		сертификаты|сертификация|сертификации|лицензии|тесты экзамены|аттестаты|удостоверения|сертификаты и лицензии|квалификационные сертификаты|электронные сертификаты`,
	projectsSection: `projects|personal projects|key projects|selected projects|side projects|project experience|academic projects|open source|open source projects|portfolio|project details|pet projects|notable projects|major projects|
		проекты|ключевые проекты|личные проекты|портфолио|пет проекты|мои проекты|учебные проекты|open source проекты|избранные проекты|реализованные проекты|свои проекты`,
	languagesSection: `languages|language skills|language|foreign languages|spoken languages|language proficiency|languages spoken|
		языки|знание языков|владение языками|иностранные языки|иностранный язык|языковые навыки|знание иностранных языков|язык|владение иностранными языками|уровень владения языками`,
	contactsSection: `contacts|contact|contact information|contact details|contact info|get in touch|personal information|personal details|personal data|personal info|personalia|links|social|social links|online profiles|find me online|my contacts|
		контакты|контактная информация|контактные данные|личная информация|личные данные|персональные данные|персональная информация|ссылки|социальные сети|мои контакты|связаться со мной|как связаться|анкетные данные`,
	wantedSection: `желаемая должность|желаемая должность и зарплата|желаемая позиция|desired position|desired job|position sought|desired role|target position|ищу работу|желаемая работа`,
	volunteerSection: `volunteer experience|volunteering|volunteer work|volunteer|community service|community involvement|volunteer activities|civic activities|
		волонтерство|волонтерский опыт|общественная деятельность|добровольческая деятельность|опыт волонтерства|общественная работа`,
	otherSection: `accomplishments|core accomplishments|achievements|key achievements|additional information|interests|hobbies|hobbies and interests|affiliations|professional affiliations|memberships|
		professional memberships|activities|activities and honors|awards|honors|honors and awards|awards and honors|awards and recognition|publications|references|patents|presentations|conferences|miscellaneous|other|extracurricular activities|
		additional|career highlights|recommendations|recognition|personal interests|professional associations|speaking|talks|
		дополнительная информация|дополнительные сведения|достижения|интересы|хобби|увлечения|награды|публикации|рекомендации|прочее|разное|конференции|выступления|патенты|хобби и интересы|награды и достижения|опыт вождения|дополнительно|увлечения и хобби|основные достижения`,
})

func lexicon(lists map[string]string) map[string]string {
	kinds := map[string]string{}
	for kind, list := range lists {
		for entry := range strings.SplitSeq(list, "|") {
			list := slices.DeleteFunc(strings.Fields(entry), isJoiner)
			kinds[strings.Join(list, " ")] = kind
		}
	}
	return kinds
}

// maxHeading is the longest line in bytes tried as a heading.
const maxHeading = 90

// headingKind looks a whole line up: any case, spaced letters, signs around it, a stated
// length behind it ("Опыт работы — 5 лет 3 месяца"), two headings joined by "and".
func (s dates) headingKind(l line) string {
	if l.end-l.start > maxHeading {
		return ""
	}
	return s.kindOfTokens(l.first, l.last)
}

func (s dates) kindOfTokens(first, last int) string {
	list := make([]string, 0, 8)
	parts := make([]int, 0, 2)
	for i := first; i < last; i++ {
		t := s.tokens[i]
		switch {
		case t.kind == wordToken && isJoiner(t.word), t.mark == '&', t.mark == '/', t.mark == ',' && len(list) > 0:
			parts = append(parts, len(list))
		case t.kind == wordToken:
			list = append(list, t.word)
		case t.kind == numberToken:
			if _, next, ok := s.durationAt(i); ok && next >= last-1 && len(list) > 0 {
				return kindOfWords(list, parts)
			}
			return ""
		case t.mark == '.' && i < last-1 || t.mark == '@' || t.mark == ';' || t.mark == '?':
			return ""
		}
	}
	if len(list) == 0 || len(list) > 12 {
		return ""
	}
	return kindOfWords(unspaced(list), parts)
}

// headingClues are words that tell the kind of a heading nobody listed: "My career so
// far", "Что я умею делать". A trailing star takes any ending; a word after "^" must open
// the line, since firms are called "Sample Technologies" too.
var headingClues = []struct {
	kind  string
	words []string
}{
	{experienceSection, []string{"experience", "employment", "career", "worked", "employers", "journey", "опыт", "карьера", "трудов*", "работал", "работала", "работодател*", "занятость"}},
	{educationSection, []string{"education", "educational", "academic", "studied", "schooling", "образование", "учился", "училась", "образования"}},
	{skillsSection, []string{"skills", "skillset", "stack", "toolkit", "toolbox", "competencies", "competences", "proficiencies", "expertise", "^technologies", "^tools", "^технологии", "^инструменты", "навык*", "умения", "умею", "стек", "компетенции", "владею", "инструментарий"}},
	{summarySection, []string{"myself", "summary", "objective", "себе", "мне", "profile", "профиль", "introduction"}},
}

// maxClueWords is how long a heading known only by a clue may be.
const maxClueWords = 5

// clueKind reads a short line that stands apart and is neither title nor firm as a
// heading when one of its words tells of which kind.
func (s dates) clueKind(l line) string {
	if !l.blankBefore || l.bulleted || l.last-l.first > maxClueWords+3 {
		return ""
	}
	count, kind := 0, ""
	for i := l.first; i < l.last; i++ {
		t := s.tokens[i]
		switch {
		case t.kind == numberToken, t.kind == markToken && !strings.ContainsRune("#*:'’&/_", t.mark):
			return ""
		case t.kind != wordToken:
			continue
		}
		count++
		if isTitleWord(t.word) && t.word != "professional" || orgForms[t.word] {
			return ""
		}
		if kind == "" {
			kind = clueOf(t.word, count == 1)
		}
	}
	if count < 2 || count > maxClueWords {
		return ""
	}
	return kind
}

func clueOf(word string, opens bool) string {
	for _, c := range headingClues {
		for _, w := range c.words {
			if first, ok := strings.CutPrefix(w, "^"); ok && opens {
				w = first
			}
			if stem, ok := strings.CutSuffix(w, "*"); w == word || ok && strings.HasPrefix(word, stem) {
				return c.kind
			}
		}
	}
	return ""
}

func isJoiner(word string) bool { return word == "and" || word == "и" }

// kindOfWords tries the words as one heading, then each side of the joints by itself.
func kindOfWords(list []string, joints []int) string {
	if kind, ok := headings[strings.Join(list, " ")]; ok {
		return kind
	}
	kind, from := "", 0
	for _, to := range append(joints, len(list)) {
		if to <= from {
			continue
		}
		if to > len(list) {
			return ""
		}
		part, ok := headings[strings.Join(list[from:to], " ")]
		if !ok {
			part, ok = joinedHeadings[strings.Join(list[from:to], " ")]
		}
		if !ok {
			return ""
		}
		if kind == "" {
			kind = part
		}
		from = to
	}
	return kind
}

// joinedHeadings are too common as plain words to be headings, but do as half of one.
var joinedHeadings = map[string]string{
	"training": coursesSection, "abilities": skillsSection, "knowledge": skillsSection,
	"honors": otherSection, "development": otherSection, "research": otherSection, "зарплата": otherSection,
	"квалификация": educationSection, "опыт": experienceSection, "methods": skillsSection, "practices": skillsSection,
	"frameworks": skillsSection, "platforms": skillsSection, "databases": skillsSection, "экзамены": certificatesSection, "достижения": otherSection,
}

// unspaced joins "E X P E R I E N C E".
func unspaced(list []string) []string {
	if len(list) < 4 {
		return list
	}
	for _, w := range list {
		if len([]rune(w)) != 1 {
			return list
		}
	}
	return []string{strings.Join(list, "")}
}
