package resume

import (
	_ "embed"
	"strings"
	"sync"
)

// The words of titles, firms and places stand in files of data.
var (
	//go:embed data/titles.txt
	titlesFile string
	//go:embed data/title_stems.txt
	titleStemsFile string
	//go:embed data/firms.txt
	firmsFile string
	//go:embed data/places.txt
	placesFile string
	//go:embed data/employers.txt
	employersFile string
)

// titleWords end or begin a job title in English.
var titleWords = wordsOf(titlesFile)

// titleStems begin the words of Russian job titles, by their first three letters.
var titleStems = stemsOf(titleStemsFile)

// companyWords mark an organisation.
var companyWords = wordsOf(firmsFile)

// employers are names of well-known firms that no word or sign marks as one, by their folded
// words joined by spaces.
var employers = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.Lines(employersFile) {
		if !strings.HasPrefix(name, "#") {
			named := newPage(name)
			// A name whose figures are most of it ("3M") is none in words alone.
			if phrase := named.phraseOf(0, len(named.tokens)); len(phrase) > 1 {
				set[phrase] = true
			}
		}
	}
	return set
})

// longestEmployer is how many words a name in employers has at most.
const longestEmployer = 5

// employerAt returns where the name of a well-known firm that begins at token first ends,
// first itself when none does.
func (p *page) employerAt(first, last int) int {
	if first >= last || p.tokens[first].kind != wordToken || p.lowerCase(first) {
		return first
	}
	end, phrase := first, ""
	for n, i := 0, first; i < last && n < longestEmployer; i++ {
		if p.tokens[i].kind != wordToken {
			continue
		}
		n++
		phrase = strings.TrimPrefix(phrase+" "+p.tokens[i].word, " ")
		if employers()[phrase] {
			end = i + 1
		}
	}
	return end
}

// orgForms name a legal person; whatever stands before one on a line is not its name.
var orgForms = words("ооо оао зао ао пао ип гк фгуп муп гбоу мбоу фгбу гбуз нпо нпп тоо llc inc ltd gmbh corp llp plc pvt kft wll pjsc jsc sro")

// placeWords mark a location.
var placeWords = wordsOf(placesFile)

// wordsOf reads a file of words; a line that begins with # is a remark.
func wordsOf(file string) map[string]bool {
	set := map[string]bool{}
	for line := range strings.Lines(file) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(line) {
			set[w] = true
		}
	}
	return set
}

// stemLetters is how many bytes the stems are grouped by: three letters.
const stemLetters = 6

func stemsOf(file string) map[string][]string {
	groups := map[string][]string{}
	for stem := range wordsOf(file) {
		key := stem[:min(len(stem), stemLetters)]
		groups[key] = append(groups[key], stem)
	}
	return groups
}

func isTitleWord(word string) bool {
	if titleWords[word] {
		return true
	}
	if len(word) < stemLetters || word[0] < 0x80 {
		return false
	}
	for _, stem := range titleStems[word[:stemLetters]] {
		if rest, ok := strings.CutPrefix(word, stem); ok {
			// "Технолог" is a person, "технология" is not; «заведующий» is.
			science := strings.HasPrefix(rest, "и") && len(rest) > len("и") && !strings.HasSuffix(stem, "щ")
			travel := stem == "командир" && strings.HasPrefix(rest, "ов") // «командировка»
			return !science && !travel && (stem != "лид" || len(rest) <= len("а"))
		}
	}
	return false
}

// headerKind is what a piece of a job header most likely is.
type headerKind int

const (
	unknownPiece headerKind = iota
	titlePiece
	companyPiece
	placePiece
)

// classify judges a piece of a job header by its words. English titles and companies end
// in the telling word ("Bank Teller", "Teller Bank"), Russian ones begin with it.
func classify(words []token, text string) headerKind {
	title, company, place, orgForm, headOf := -1, -1, 0, false, false
	count := 0
	for i, t := range words {
		if t.kind != wordToken {
			if t.mark == '«' || t.mark == '"' || t.mark == '“' {
				company = max(company, i)
				if count == 0 {
					orgForm = true
				}
			}
			continue
		}
		count++
		orgForm = orgForm || orgForms[t.word]
		headOf = headOf || t.word == "of" && title >= 0 && company < 0
		if isTitleWord(t.word) {
			title = i
		}
		if companyWords[t.word] {
			company = i
		}
		if placeWords[t.word] || isStateCode(text[t.start:t.end]) {
			place++
		}
	}
	switch {
	case orgForm && count > 0:
		return companyPiece
	case title >= 0 && (company < 0 || headOf):
		return titlePiece
	case title >= 0 && (title > company || text[words[0].start] >= 0x80 && isTitleWord(words[0].word)):
		return titlePiece
	case company >= 0:
		return companyPiece
	case place > 0 && count <= 4:
		return placePiece
	}
	return unknownPiece
}

const stateCodes = " AL AK AZ AR CA CO CT DE FL GA HI ID IL IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC ON QC BC AB NS NB MB SK PE NL "

func isStateCode(s string) bool { return len(s) == 2 && strings.Contains(stateCodes, " "+s+" ") }
