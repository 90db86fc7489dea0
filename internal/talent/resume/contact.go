package resume

import (
	"regexp"
	"slices"
	"strings"
)

var (
	emailPattern = regexp.MustCompile(`[\pL\pN._%+\-]{1,64}@[\pL\pN\-]{1,63}(?:\.[\pL\pN\-]{1,63}){1,4}`)
	linkPattern  = regexp.MustCompile(`(?i)(?:https?://|www\.)[^\s<>"'«»(),;|]{3,200}|\b(?:t\.me|telegram\.me|github\.com|gitlab\.com|bitbucket\.org|linkedin\.com|[a-z]{2}\.linkedin\.com|vk\.com|habr\.com|career\.habr\.com|hh\.ru/resume|stackoverflow\.com|kaggle\.com|leetcode\.com|behance\.net|medium\.com|twitter\.com|x\.com|instagram\.com|facebook\.com)/[^\s<>"'«»(),;|]{1,200}`)
)

// handleLabels stand before an account name of a messenger or a site.
var handleLabels = words("telegram телеграм телеграмм tg тг skype скайп whatsapp viber linkedin github gitlab icq vk discord signal")

// phoneLabels stand before a phone number.
var phoneLabels = words("phone tel mobile cell телефон тел моб мобильный ph contact mob")

// addressLabels stand before a postal address.
var addressLabels = words("address адрес")

// readContacts finds e-mails, links, accounts and phones with their places.
func (r *reading) readContacts() {
	c := &r.record.Contacts
	if strings.ContainsRune(r.text, '@') {
		c.Emails = r.emails()
	}
	if strings.ContainsAny(r.text, "/") {
		for _, link := range r.matches(linkPattern) {
			c.Links = append(c.Links, strings.TrimRight(link, ".,:!?/"))
		}
	}
	r.readHandles()
	r.readPhones()
	c.Emails, c.Links, c.Phones = distinct(c.Emails), distinct(c.Links), distinct(c.Phones)
}

// emails finds e-mail addresses. Those of referees are hidden with the person's and never
// taken for theirs.
func (r *reading) emails() []string {
	var found []string
	for _, at := range emailPattern.FindAllStringIndex(r.text, -1) {
		start, end := at[0], at[1]
		tail := wrappedDomain.FindString(r.text[end:min(len(r.text), end+maxDomainTail)])
		r.identify(start, end+len(tail))
		if !r.tellsOfOthers(start) {
			found = append(found, r.text[start:end]+strings.TrimSpace(tail))
		}
	}
	return found
}

// wrappedDomain is the end of a domain that a narrow column put on the next line.
var wrappedDomain = regexp.MustCompile(`^[ \t]*\n[ \t]*\.[\pL\pN\-]{2,24}(?:\.[\pL]{2,24})?(?:[ \t]|\n|$)`)

// maxDomainTail is how many bytes behind an address may hold the rest of it.
const maxDomainTail = 80

func (r *reading) matches(pattern *regexp.Regexp) []string {
	var found []string
	for _, at := range pattern.FindAllStringIndex(r.text, -1) {
		r.identify(at[0], at[1])
		found = append(found, r.text[at[0]:at[1]])
	}
	return found
}

func (r *reading) identify(start, end int) {
	r.record.Contacts.Spans = append(r.record.Contacts.Spans, Span{start, end})
}

// readHandles finds "Telegram: @name", "Skype: name" and bare "@name" in the head.
func (r *reading) readHandles() {
	for i, t := range r.tokens {
		switch {
		case t.kind == wordToken && handleLabels[t.word] && (r.tokenAt(i+1).mark == ':' || r.tokenAt(i+1).mark == '@'):
			start, end := r.chunkAt(r.tokenAt(i + 2).start)
			if r.tokenAt(i+1).mark == '@' {
				start, end = r.chunkAt(r.tokenAt(i + 1).start)
			}
			if end > start && end-start < 100 && r.tokenAt(i+2).kind != breakToken && !strings.ContainsAny(r.text[start:end], ",;") {
				r.record.Contacts.Links = append(r.record.Contacts.Links, r.text[start:end])
				r.identify(start, end)
			}
		case t.kind == wordToken && addressLabels[t.word] && r.tokenAt(i+1).mark == ':' && r.tokenAt(i+2).kind != breakToken:
			l := r.lines[r.lineOf(t.start)]
			if l.first == i && l.end-r.tokenAt(i+2).start < maxQuote {
				r.identify(r.tokenAt(i+2).start, l.end)
			}
		case t.mark == '@' && r.touches(i) && !r.touches(i-1) && r.tokenAt(i+1).kind == wordToken && len(r.tokenAt(i+1).word) > 3 && t.start < headReach:
			start, end := r.chunkAt(t.start)
			r.record.Contacts.Links = append(r.record.Contacts.Links, r.text[start:end])
			r.identify(start, end)
		}
	}
}

// headReach is how far in bytes bare account names are looked for.
const headReach = 1500

// chunkAt returns the run of characters without space around the byte offset.
func (r *reading) chunkAt(at int) (start, end int) {
	end = at
	for end < len(r.text) && end-at < 100 && strings.IndexByte(" \n\t,;|)", r.text[end]) < 0 {
		end++
	}
	return at, end
}

// readPhones finds phone numbers: ten to fifteen digits with the usual signs between.
func (r *reading) readPhones() {
	for i := 0; i < len(r.tokens); i++ {
		t := r.tokens[i]
		if t.kind != numberToken && t.mark != '+' && t.mark != '(' {
			continue
		}
		if t.kind == numberToken && r.tokenAt(i+1).mark == ')' && r.tokenAt(i-1).mark != '(' {
			continue // "1) 2010-2014" is the number of an item
		}
		if next := max(r.rangeAt(i), r.rangeAt(i+1)); next > 0 {
			i = next - 1
			continue
		}
		next, digits := r.phoneAt(i)
		if digits == 0 {
			continue
		}
		start, end := t.start, r.tokens[next-1].end
		if !r.tellsOfOthers(start) {
			r.record.Contacts.Phones = append(r.record.Contacts.Phones, strings.Join(strings.Fields(r.text[start:end]), " "))
		}
		r.identify(start, end)
		i = next - 1
	}
}

// phoneAt measures a phone that starts at token i. Without a plus, a bracket or a label
// the number must look like one, so that account numbers and sums do not pass.
func (r *reading) phoneAt(i int) (next, digits int) {
	marks, dashes, longest, shortest, groups := 0, 0, 0, 15, 0
	last := i
	for j := i; j < i+14; j++ {
		t := r.tokenAt(j)
		switch {
		case t.kind == numberToken:
			digits += t.digits()
			longest, shortest = max(longest, t.digits()), min(shortest, t.digits())
			groups++
			last = j
		case t.mark == '+' && j == i, t.mark == '(' || t.mark == ')':
			marks++
		case t.kind == markToken && (isDash(t.mark) || t.mark == '.') && j > i:
			dashes++
		default:
			j = i + 14
		}
	}
	labelled := phoneLabels[r.tokenAt(i-1).word] || phoneLabels[r.tokenAt(i-2).word] || phoneLabels[r.tokenAt(i-3).word]
	plain := longest >= 10 && (r.tokens[i].value == -1 && strings.IndexByte("789", r.text[r.tokens[i].start]) >= 0 && digits == 11)
	// A number as it is dialled at home, "07700 900 123": no date has groups of that size.
	national := groups > 1 && shortest >= 3 && r.text[r.tokens[i].start] == '0' && digits <= 11
	least := 9
	if r.tokens[i].mark == '+' {
		least = 7 // a plus stands before phones only, and small countries have short ones
	}
	if digits < least || digits > 15 || marks == 0 && !labelled && !plain && !national && !(dashes >= 2 && digits >= 10) {
		return i, 0
	}
	return last + 1, digits
}

// rangeAt returns the token after the range of dates that starts at token i, so that
// "01.2019-03.2020" is no phone; zero when there is none.
func (r *reading) rangeAt(i int) int {
	k := r.firstPeriod(r.tokenAt(i).start)
	if k < len(r.spans) && r.spans[k].start == r.tokenAt(i).start && r.spans[k].ranged {
		return r.spans[k].next
	}
	return 0
}

func distinct(list []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, s := range list {
		if key := strings.ToLower(s); !seen[key] {
			seen[key] = true
			out = append(out, s)
		}
	}
	return slices.Clip(out)
}
