package licence

import (
	"regexp"
	"slices"
	"strings"

	"kadry/internal/fault"
)

// class is how much a licence asks of those who use the code, from little to much.
type class int

const (
	permissive class = iota
	weak             // changes to the files themselves stay open
	strong           // what the code is built into stays open
	network          // also where it only serves
	closed           // not free: no commerce, no competition, all rights reserved
	unknown
)

// classes are by the beginning of an identifier; the first that fits.
var classes = []struct {
	class    class
	prefixes []string
}{
	{network, []string{"AGPL", "RPL", "CPAL", "EUPL", "OSL"}},
	{strong, []string{"GPL", "CC-BY-SA", "CECILL-2", "CECILL-1", "Sleepycat", "QPL", "ODbL", "GFDL"}},
	{weak, []string{"LGPL", "MPL", "EPL", "CDDL", "CPL", "IPL", "APSL", "MS-RL", "CECILL-C", "LPPL", "Artistic-1"}},
	{closed, []string{"BUSL", "SSPL", "Elastic", "CC-BY-NC", "CC-BY-ND", "PolyForm", "UNLICENSED", "LicenseRef", "Commons", "JSON", "Aladdin"}},
	{permissive, []string{
		"MIT", "Apache", "BSD", "0BSD", "ISC", "Zlib", "zlib", "Unlicense", "CC0", "BSL-1", "WTFPL", "PostgreSQL", "Python", "PSF", "X11", "NCSA",
		"CC-BY-", "BlueOak", "UPL", "AFL", "Artistic-2", "MS-PL", "MulanPSL", "curl", "Libpng", "libpng", "OpenSSL", "Ruby", "PHP", "Unicode", "ICU",
		"HPND", "FTL", "IJG", "Beerware", "bzip2", "TCL", "W3C", "NTP", "EFL", "ECL", "CECILL-B", "OFL", "Vim", "ZPL",
	}},
}

func classOf(term string) class {
	for _, c := range classes {
		for _, prefix := range c.prefixes {
			if strings.HasPrefix(term, prefix) {
				return c.class
			}
		}
	}
	return unknown
}

// classOfAll is that of an expression: of a plain choice the mildest, of all else the strictest.
func classOfAll(spdx string) class {
	list := terms(spdx)
	if len(list) == 0 {
		return unknown
	}
	worst, best := permissive, unknown
	for _, t := range list {
		worst, best = max(worst, classOf(t)), min(best, classOf(t))
	}
	if !slices.Contains(strings.Fields(spdx), "AND") {
		return best
	}
	return worst
}

// noteOf says what to mind about a licence.
func noteOf(spdx string) fault.Text {
	if spdx == "" {
		return fault.Say("No licence is declared: all rights are reserved, ask the author before you reuse it.",
			"Лицензия не указана: все права защищены, перед использованием спросите автора.")
	}
	switch classOfAll(spdx) {
	case weak:
		return fault.Say("Weak copyleft (%[1]s): changes to these files have to be published under the same licence.",
			"Слабый копилефт (%[1]s): изменения этих файлов нужно публиковать под той же лицензией.", spdx)
	case strong:
		return fault.Say("Copyleft (%[1]s): what the code is built into has to be published under the same licence.",
			"Копилефт (%[1]s): программу, в которую включён код, нужно публиковать под той же лицензией.", spdx)
	case network:
		return fault.Say("Network copyleft (%[1]s): the source has to be offered to users of a service too.",
			"Сетевой копилефт (%[1]s): исходный код нужно предоставлять и пользователям сервиса.", spdx)
	case closed:
		return fault.Say("Not a free licence (%[1]s): read its terms before you reuse the code.",
			"Несвободная лицензия (%[1]s): перед использованием кода прочтите её условия.", spdx)
	case unknown:
		return fault.Say("The terms are not known (%[1]s): read them before you reuse the code.",
			"Условия неизвестны (%[1]s): перед использованием кода прочтите их.", spdx)
	}
	return fault.Text{}
}

// terms are the identifiers of an expression, exceptions left out, each once.
func terms(spdx string) []string {
	var list []string
	words := strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(spdx))
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "WITH":
			i++
		case word != "AND" && word != "OR" && !slices.Contains(list, word):
			list = append(list, word)
		}
	}
	return list
}

// names are how people write licences that have an identifier, in lower case without "license".
var names = map[string]string{
	"apache": "Apache-2.0", "apache 2": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache version 2.0": "Apache-2.0", "apache-2": "Apache-2.0",
	"apache software": "Apache-2.0", "apache software version 2.0": "Apache-2.0", "asl 2.0": "Apache-2.0", "the apache version 2.0": "Apache-2.0",
	"the apache software version 2.0": "Apache-2.0", "mit": "MIT", "the mit": "MIT", "expat": "MIT", "isc": "ISC", "isc (iscl)": "ISC",
	"bsd": "BSD-3-Clause", "new bsd": "BSD-3-Clause", "bsd-3": "BSD-3-Clause", "bsd 3-clause": "BSD-3-Clause", "3-clause bsd": "BSD-3-Clause",
	"simplified bsd": "BSD-2-Clause", "bsd 2-clause": "BSD-2-Clause", "2-clause bsd": "BSD-2-Clause", "bsd-2": "BSD-2-Clause",
	"gpl": "GPL-1.0-or-later", "gplv2": "GPL-2.0-only", "gplv3": "GPL-3.0-only", "gpl-2": "GPL-2.0-only", "gpl-3": "GPL-3.0-only",
	"gnu general public v2 (gplv2)": "GPL-2.0-only", "gnu general public v3 (gplv3)": "GPL-3.0-only",
	"gnu general public v3 or later (gplv3+)": "GPL-3.0-or-later", "lgplv3": "LGPL-3.0-only", "agplv3": "AGPL-3.0-only",
	"gnu affero general public v3": "AGPL-3.0-only", "gnu lesser general public v3 (lgplv3)": "LGPL-3.0-only",
	"mozilla public 2.0 (mpl 2.0)": "MPL-2.0", "mpl 2.0": "MPL-2.0", "eclipse public 1.0": "EPL-1.0", "eclipse public 2.0": "EPL-2.0",
	"eclipse public v2.0": "EPL-2.0", "public domain": "LicenseRef-public-domain", "unlicense": "Unlicense", "the unlicense": "Unlicense", "cc0": "CC0-1.0",
	"python software foundation": "PSF-2.0", "proprietary": "LicenseRef-proprietary", "unlicensed": "UNLICENSED", "see in": "",
}

// expression is what SPDX identifiers and what joins them can be written with.
var expression = regexp.MustCompile(`^\(*[A-Za-z0-9][A-Za-z0-9.+-]*\)*(?: (?:AND|OR|WITH) \(*[A-Za-z0-9][A-Za-z0-9.+-]*\)*)*$`)

const longestExpression = 200

// Expression makes an SPDX expression of how a licence is written; "" of what is none.
func Expression(written string) string {
	text := strings.Join(strings.Fields(strings.Trim(strings.TrimSpace(written), `"'*/#-<>`)), " ")
	if text == "" || len(text) > longestExpression {
		return ""
	}
	name := strings.ToLower(strings.NewReplacer(",", "", ";", "").Replace(text))
	for _, word := range []string{" license", " licence", "license ", "licence "} {
		name = strings.Replace(name, word, " ", 1)
	}
	if spdx, ok := names[strings.Join(strings.Fields(name), " ")]; ok {
		return spdx
	}
	for _, joint := range []string{"AND", "OR", "WITH"} {
		text = strings.ReplaceAll(text, " "+strings.ToLower(joint)+" ", " "+joint+" ")
	}
	if !expression.MatchString(text) || strings.Count(text, "(") != strings.Count(text, ")") {
		return ""
	}
	return text
}
