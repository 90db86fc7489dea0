package linkedin

import (
	"math"
	"regexp"
	"strings"

	"kadry/internal/fault"
)

// takeJobs reads the jobs of a saved page. The line with the dates is what every job has:
// over it stand the title and, in a larger font, the company, under it the place and the
// description. Several jobs at one company stand under one name and their joint length:
//
//	Example Bank               12 pt
//	7 years 2 months           10.5
//	Lead engineer              11.5
//	May 2022 - Present (3 years 4 months)
//	Engineer                   11.5
//	July 2018 - May 2022 (3 years 11 months)
func (d *draft) takeJobs(lines []pageLine) {
	dated := datedLines(lines)
	if len(dated) == 0 {
		if len(lines) > 0 {
			d.warn(lines[0].place(), fault.Say("No position with dates was found under the heading.", "Под заголовком не найдено ни одной работы с датами."))
		}
		return
	}
	sizes := fontsOf(lines, dated)
	company, from := "", 0
	for n, at := range dated {
		head := headOf(lines[from:at], sizes)
		if head.company != "" {
			company = head.company
		}
		if n > 0 {
			d.describe(lines[from : at-head.lines])
		}
		if len(d.Experience) >= maxItems {
			d.warn(lines[at].place(), fault.Say("Only the first %d positions were read.", "Прочитаны только первые позиции: %d.", maxItems))
			return
		}
		d.addJob(lines[at], company, head.title)
		from = at + 1
	}
	d.describe(lines[from:])
}

// addJob adds the job of a line with dates.
func (d *draft) addJob(at pageLine, company, title string) {
	span, _ := parsePeriod(at.text)
	p := Position{Company: line(company), Title: line(title), Start: span.start, End: span.end, Current: span.current}
	if span.current && span.months > 0 && span.start.Month > 0 {
		d.savedIn(monthOf(span.start.number(1) + span.months - 1))
	}
	d.Experience = append(d.Experience, p)
	d.dated(at.place(), p)
}

// savedIn learns from the printed length of an open job in which month the page was saved.
// A page is not of the future, whatever it says.
func (d *draft) savedIn(month Month) {
	if month.number(1) <= d.today.number(1) {
		d.reading.AsOf = month
	}
}

// describe gives the lines under the dates to the last job: its place first, when the first
// of them looks like one.
func (d *draft) describe(lines []pageLine) {
	p := &d.Experience[len(d.Experience)-1]
	if len(lines) > 0 && isArea(lines[0].text) && standsAlone(lines) {
		p.Location = line(lines[0].text)
		lines = lines[1:]
	}
	p.Description = text(paragraphs(lines))
}

// standsAlone reports whether the first line is not the start of a paragraph.
func standsAlone(lines []pageLine) bool {
	if len(lines) < 2 || lines[1].page != lines[0].page {
		return true
	}
	if strings.Contains(lines[0].text, ",") || isListed(lines[1].text) {
		return true
	}
	rest := usualStep(stepsOf(lines[1:]))
	return math.IsInf(rest, 1) || lines[0].base-lines[1].base > 1.1*rest
}

// datedLines are the indices of the lines that are periods.
func datedLines(lines []pageLine) []int {
	var out []int
	for i, l := range lines {
		if p, ok := parsePeriod(l.text); ok && (p.months > 0 || dash.MatchString(l.text)) {
			out = append(out, i)
		}
	}
	return out
}

// fonts are the sizes that tell the lines of a job apart.
type fonts struct{ company, title, body float64 }

// fontsOf measures them: dates are set as the body is, companies largest, titles as the
// line over the first dates is.
func fontsOf(lines []pageLine, dated []int) fonts {
	f := fonts{body: lines[dated[0]].size}
	if dated[0] > 0 {
		f.title = lines[dated[0]-1].size
	}
	for _, l := range lines {
		f.company = max(f.company, l.size)
	}
	return f
}

// head is what stands over the dates of a job.
type head struct {
	company, title string
	lines          int // how many lines it takes
}

// headOf reads the head of a job from the end of the lines before its dates.
func headOf(before []pageLine, sizes fonts) head {
	at := len(before)
	above := func(isOne func(pageLine) bool) (whole string) {
		for range maxWrapped {
			if at == 0 || !isOne(before[at-1]) || whole != "" && !closeLines(before[at-1], before[at]) {
				break
			}
			at--
			whole = strings.TrimSpace(before[at].text + " " + whole)
		}
		return whole
	}
	isCompany := func(l pageLine) bool { return l.size > sizes.company-sameSize && l.size > sizes.body+sameSize }
	isTitle := func(l pageLine) bool {
		return l.size > sizes.body+sameSize && math.Abs(l.size-sizes.title) < sameSize && !isCompany(l)
	}
	title := above(isTitle)
	if title == "" && at > 0 && !isCompany(before[at-1]) {
		// Titles as small as the text: the one line over the dates.
		at--
		title = before[at].text
	}
	mark := at
	above(func(l pageLine) bool { _, ok := parseLength(l.text); return ok })
	company := above(isCompany)
	if company == "" {
		at = mark
	}
	if title == "" { // sizes do not tell the two apart
		title, company = lastLine(before, at), ""
	}
	return head{company: company, title: title, lines: len(before) - at}
}

// closeStep is the widest step between two lines of one title, in font sizes.
const closeStep = 1.6

func closeLines(upper, lower pageLine) bool {
	return upper.page == lower.page && upper.base-lower.base < closeStep*lower.size
}

func lastLine(lines []pageLine, from int) string {
	if from >= len(lines) {
		return ""
	}
	return lines[len(lines)-1].text
}

// schoolDates are the years behind a degree: "MSc, Statistics · (2013 - 2018)".
var schoolDates = regexp.MustCompile(`[\s·•,]*\(([^()]*)\)\s*$`)

// takeSchools reads the schools of a saved page: a name in a larger font, then the degree.
func (d *draft) takeSchools(lines []pageLine) {
	largest := 0.0
	for _, l := range lines {
		largest = max(largest, l.size)
	}
	uniform := true
	for _, l := range lines {
		uniform = uniform && l.size > largest-sameSize
	}
	from := -1 // where what stands under the last name starts
	for i, l := range lines {
		name := l.size > largest-sameSize
		if uniform {
			name = i == 0 || schoolDates.MatchString(lines[i-1].text)
		}
		switch {
		case name && from == i && !uniform: // the name goes on
			last := &d.Education[len(d.Education)-1]
			if len(last.School) < maxText {
				last.School = line(last.School + " " + l.text)
			}
			from = i + 1
		case name:
			d.closeSchool(lines[max(from, 0):i])
			if len(d.Education) >= maxItems {
				return
			}
			d.Education = append(d.Education, Education{School: line(l.text)})
			from = i + 1
		}
	}
	d.closeSchool(lines[max(from, 0):])
}

// closeSchool reads what stands under the name of the last school.
func (d *draft) closeSchool(lines []pageLine) {
	if len(d.Education) == 0 || len(lines) == 0 {
		return
	}
	under := paragraphs(lines[:min(len(lines), maxWrapped)])
	e := &d.Education[len(d.Education)-1]
	if found := schoolDates.FindStringSubmatch(under); found != nil {
		var p period
		if p.read(found[1]) {
			e.StartYear, e.EndYear = p.start.Year, p.end.Year
			if !strings.ContainsAny(found[1], "-–—") {
				e.StartYear = 0 // one year alone is the one of the degree
			}
			under = under[:len(under)-len(found[0])]
		}
	}
	e.Degree, e.Field = degree(line(under))
}
