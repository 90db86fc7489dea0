package resume

import (
	"cmp"
	"slices"
	"strings"
)

// known is a certificate of the lexicon: the folded words it is written with.
type known struct {
	phrase, name, issuer string
}

var knownCertificates = []known{
	{"aws certified solutions architect professional", "AWS Certified Solutions Architect – Professional", "Amazon Web Services"},
	{"aws certified solutions architect", "AWS Certified Solutions Architect – Associate", "Amazon Web Services"},
	{"aws saa", "AWS Certified Solutions Architect – Associate", "Amazon Web Services"},
	{"aws sap", "AWS Certified Solutions Architect – Professional", "Amazon Web Services"},
	{"aws solutions architect", "AWS Certified Solutions Architect – Associate", "Amazon Web Services"},
	{"aws certified developer", "AWS Certified Developer – Associate", "Amazon Web Services"},
	{"aws certified devops engineer", "AWS Certified DevOps Engineer – Professional", "Amazon Web Services"},
	{"aws certified sysops administrator", "AWS Certified SysOps Administrator – Associate", "Amazon Web Services"},
	{"aws certified cloud practitioner", "AWS Certified Cloud Practitioner", "Amazon Web Services"},
	{"cka", "Certified Kubernetes Administrator", "CNCF"},
	{"certified kubernetes administrator", "Certified Kubernetes Administrator", "CNCF"},
	{"ckad", "Certified Kubernetes Application Developer", "CNCF"},
	{"certified kubernetes application developer", "Certified Kubernetes Application Developer", "CNCF"},
	{"cks", "Certified Kubernetes Security Specialist", "CNCF"},
	{"certified kubernetes security specialist", "Certified Kubernetes Security Specialist", "CNCF"},
	{"hashicorp certified terraform associate", "HashiCorp Certified: Terraform Associate", "HashiCorp"},
	{"terraform associate", "HashiCorp Certified: Terraform Associate", "HashiCorp"},
	{"google professional cloud architect", "Google Professional Cloud Architect", "Google Cloud"},
	{"professional cloud architect", "Google Professional Cloud Architect", "Google Cloud"},
	{"professional data engineer", "Google Professional Data Engineer", "Google Cloud"},
	{"associate cloud engineer", "Google Associate Cloud Engineer", "Google Cloud"},
	{"azure fundamentals", "Microsoft Azure Fundamentals", "Microsoft"},
	{"azure administrator associate", "Azure Administrator Associate", "Microsoft"},
	{"azure solutions architect expert", "Azure Solutions Architect Expert", "Microsoft"},
	{"azure developer associate", "Azure Developer Associate", "Microsoft"},
	{"mcsa", "MCSA", "Microsoft"},
	{"mcse", "MCSE", "Microsoft"},
	{"mcsd", "MCSD", "Microsoft"},
	{"pmp", "PMP", "PMI"},
	{"project management professional", "PMP", "PMI"},
	{"pmi acp", "PMI-ACP", "PMI"},
	{"capm", "CAPM", "PMI"},
	{"prince2", "PRINCE2", "PeopleCert"},
	{"itil", "ITIL", "PeopleCert"},
	{"csm", "Certified ScrumMaster", "Scrum Alliance"},
	{"certified scrummaster", "Certified ScrumMaster", "Scrum Alliance"},
	{"certified scrum master", "Certified ScrumMaster", "Scrum Alliance"},
	{"cspo", "Certified Scrum Product Owner", "Scrum Alliance"},
	{"psm i", "Professional Scrum Master I", "Scrum.org"},
	{"psm ii", "Professional Scrum Master II", "Scrum.org"},
	{"pspo", "Professional Scrum Product Owner", "Scrum.org"},
	{"ccna", "CCNA", "Cisco"},
	{"ccnp", "CCNP", "Cisco"},
	{"ccie", "CCIE", "Cisco"},
	{"ccent", "CCENT", "Cisco"},
	{"rhcsa", "RHCSA", "Red Hat"},
	{"rhce", "RHCE", "Red Hat"},
	{"lpic", "LPIC", "LPI"},
	{"lfcs", "LFCS", "Linux Foundation"},
	{"oracle certified professional", "Oracle Certified Professional", "Oracle"},
	{"oracle certified associate", "Oracle Certified Associate", "Oracle"},
	{"ocp java", "Oracle Certified Professional: Java", "Oracle"},
	{"ocjp", "Oracle Certified Professional: Java", "Oracle"},
	{"scjp", "Oracle Certified Professional: Java", "Oracle"},
	{"ocpjp", "Oracle Certified Professional: Java", "Oracle"},
	{"ocajp", "Oracle Certified Associate: Java", "Oracle"},
	{"istqb", "ISTQB", "ISTQB"},
	{"cissp", "CISSP", "ISC2"},
	{"cisa", "CISA", "ISACA"},
	{"cism", "CISM", "ISACA"},
	{"ceh", "Certified Ethical Hacker", "EC-Council"},
	{"certified ethical hacker", "Certified Ethical Hacker", "EC-Council"},
	{"oscp", "OSCP", "OffSec"},
	{"comptia security", "CompTIA Security+", "CompTIA"},
	{"comptia network", "CompTIA Network+", "CompTIA"},
	{"comptia a", "CompTIA A+", "CompTIA"},
	{"cpa", "CPA", ""},
	{"certified public accountant", "CPA", ""},
	{"cfa", "CFA", "CFA Institute"},
	{"acca", "ACCA", "ACCA"},
	{"cma", "CMA", "IMA"},
	{"frm", "FRM", "GARP"},
	{"phr", "PHR", "HRCI"},
	{"sphr", "SPHR", "HRCI"},
	{"shrm cp", "SHRM-CP", "SHRM"},
	{"shrm scp", "SHRM-SCP", "SHRM"},
	{"six sigma green belt", "Six Sigma Green Belt", ""},
	{"six sigma black belt", "Six Sigma Black Belt", ""},
	{"togaf", "TOGAF", "The Open Group"},
	{"cbap", "CBAP", "IIBA"},
	{"1с профессионал", "1С:Профессионал", "1С"},
	{"1c профессионал", "1С:Профессионал", "1С"},
	{"1с специалист", "1С:Специалист", "1С"},
	{"1c специалист", "1С:Специалист", "1С"},
	{"1с эксперт", "1С:Эксперт", "1С"},
	{"1c professional", "1С:Профессионал", "1С"},
	{"дипифр", "ДипИФР", "ACCA"},
	{"ielts", "IELTS", "British Council"},
	{"toefl", "TOEFL", "ETS"},
	{"snowpro core", "SnowPro Core", "Snowflake"},
	{"databricks certified", "Databricks Certified", "Databricks"},
	{"salesforce certified administrator", "Salesforce Certified Administrator", "Salesforce"},
	{"vcp", "VMware Certified Professional", "VMware"},
}

var certificatesByFirst = indexCertificates()

func indexCertificates() map[string][]known {
	index := map[string][]known{}
	for _, k := range knownCertificates {
		first := firstWord(k.phrase)
		index[first] = append(index[first], k)
	}
	for _, list := range index {
		slices.SortStableFunc(list, func(a, b known) int { return cmp.Compare(len(b.phrase), len(a.phrase)) })
	}
	return index
}

// firstWord is the phrase up to the first space or figure, the way the text is cut.
func firstWord(phrase string) string {
	p := newPage(phrase)
	if p.tokens[0].kind == numberToken {
		return p.tokenAt(1).word
	}
	return p.tokens[0].word
}

// readCertificates takes the lines of a certificate section and, anywhere else, what the
// lexicon knows.
func (r *reading) readCertificates() {
	for i := range r.tokens {
		if r.tokens[i].kind == wordToken {
			r.knownCertificate(i)
		}
	}
	if len(r.record.Certificates) > 0 {
		r.record.Confidence.Certificates = 0.8
	}
	for _, pt := range r.parts {
		if pt.kind == certificatesSection {
			r.certificateLines(pt)
		}
	}
	slices.SortStableFunc(r.record.Certificates, func(a, b Certificate) int { return cmp.Compare(a.Start, b.Start) })
	r.record.Certificates = slices.CompactFunc(r.record.Certificates, func(a, b Certificate) bool { return a.Name == b.Name })
}

func (r *reading) knownCertificate(i int) {
	for _, k := range certificatesByFirst[r.tokens[i].word] {
		first := i
		if k.phrase[0] == '1' {
			first--
		}
		next := r.matchPhrase(first, k.phrase)
		if next == 0 || len(k.phrase) <= 5 && !r.shoutedToken(i) {
			continue
		}
		r.addCertificate(k.name, k.issuer, first, next)
		return
	}
}

// shoutedToken demands capitals of an abbreviation.
func (r *reading) shoutedToken(i int) bool {
	t := r.tokens[i]
	text := r.text[t.start:t.end]
	return text == strings.ToUpper(text)
}

// matchPhrase returns the token after the phrase when it stands at token i, signs between
// its words ignored, zero when it does not.
func (r *reading) matchPhrase(i int, phrase string) int {
	p := newPage(phrase)
	for k, want := range p.tokens {
		for n := 0; k > 0 && n < 2 && r.tokenAt(i).kind == markToken; n++ {
			i++
		}
		t := r.tokenAt(i)
		if t.kind != want.kind || t.kind == wordToken && t.word != want.word || t.kind == numberToken && t.value != want.value {
			return 0
		}
		i++
	}
	return i
}

func (r *reading) addCertificate(name, issuer string, first, next int) {
	for _, have := range r.record.Certificates {
		if have.Name == name {
			return
		}
	}
	c := Certificate{Name: name, Issuer: issuer, Start: r.tokenAt(first).start, End: r.tokenAt(next - 1).end}
	l := r.lines[r.lineOf(c.Start)]
	c.Date = r.dateWithin(c.End, l.end)
	r.record.Certificates = append(r.record.Certificates, c)
}

func (r *reading) dateWithin(from, to int) Month {
	i := r.firstPeriod(from)
	if i < len(r.spans) && r.spans[i].start < to && r.spans[i].start-from < maxQuote && r.spans[i].from.first <= r.asOf {
		return r.spans[i].from.first
	}
	return 0
}

// maxCertificates bounds the lines taken from a section.
const maxCertificates = 60

func (r *reading) certificateLines(pt part) {
	for i := pt.first; i < pt.last && i < pt.first+maxCertificates; i++ {
		l := r.lines[i]
		start := max(l.start, pt.start)
		if start >= l.end || r.wordsBetween(start, l.end) == 0 || r.wordsBetween(start, l.end) > 25 || r.certificateIn(start, l.end) {
			continue
		}
		name := r.headline(start, l.end)
		first := r.firstPeriod(start)
		if first < len(r.spans) && r.spans[first].start < l.end {
			name = strings.Trim(strings.Replace(name, r.quoteOf(r.spans[first]), "", 1), " ,()–—-|:")
		}
		if name == "" {
			continue
		}
		r.record.Certificates = append(r.record.Certificates, Certificate{Name: name, Date: r.dateWithin(start, l.end), Start: start, End: l.end})
		r.record.Confidence.Certificates = 1
	}
}

func (r *reading) certificateIn(start, end int) bool {
	for _, c := range r.record.Certificates {
		if c.Start >= start && c.End <= end {
			return true
		}
	}
	return false
}
