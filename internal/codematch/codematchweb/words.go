package codematchweb

import (
	"cmp"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/codematch/match"
)

// percent is a share of 1 in whole hundredths.
func percent(share float64) int {
	if math.IsNaN(share) {
		return 0
	}
	return int(math.Round(100 * max(0, min(share, 1))))
}

// percentText writes a share of 1: 87 %.
func (s *screen) percentText(share float64) string {
	return s.T("codematch.percent", "N", s.Number(percent(share)))
}

// The lines between the words for a score, which is the likelihood that both do the same.
const (
	surely   = 0.85
	probably = 0.6
	possibly = 0.3
)

// bandText is a score in words.
func (s *screen) bandText(score float64) string {
	switch {
	case score >= surely:
		return s.T("codematch.band.surely")
	case score >= probably:
		return s.T("codematch.band.probably")
	case score >= possibly:
		return s.T("codematch.band.possibly")
	}
	return s.T("codematch.band.hardly")
}

var verdicts = []match.Verdict{match.Equivalent, match.Similar, match.Overlapping, match.Unrelated}

// verdictText says how two pieces of code relate.
func (s *screen) verdictText(v match.Verdict) string {
	if !slices.Contains(verdicts, v) {
		return s.T("codematch.verdict.unknown")
	}
	return s.T("codematch.verdict." + string(v))
}

// verdictClass is the look of a verdict.
func verdictClass(v match.Verdict) string {
	if !slices.Contains(verdicts, v) {
		return "code-verdict-unknown"
	}
	return "code-verdict-" + string(v)
}

var clones = []match.Clone{match.T1, match.T2, match.T3, match.T4}

// doubtText says why there is no verdict.
func (s *screen) doubtText(m found) string {
	if m.VerifiedBy == string(match.None) || m.VerifiedBy == "" {
		return s.T("codematch.confidenceNone")
	}
	return s.T("codematch.undecided")
}

// cloneText explains a type of clone; nothing where none is known.
func (s *screen) cloneText(c match.Clone) string {
	if !slices.Contains(clones, c) {
		return ""
	}
	return s.T("codematch.clone." + string(c))
}

// verifiedText says how a verdict came about: "none", "static", "behaviour" or "llm(model)".
func (s *screen) verifiedText(by string) string {
	if model, ok := strings.CutPrefix(by, "llm("); ok {
		return s.T("codematch.verified.model", "Model", visible(strings.TrimSuffix(model, ")")))
	}
	if slices.Contains([]string{"static", "behaviour", "llm"}, by) {
		return s.T("codematch.verified." + by)
	}
	return s.T("codematch.verified.none")
}

// relations are the kinds of aligned lines with their signs, in the order of the legend.
var relations = []struct {
	kind match.Kind
	sign string
}{
	{match.Same, "="}, {match.Renamed, "≈"}, {match.Changed, "≠"}, {match.AOnly, "◂"}, {match.BOnly, "▸"},
}

func sign(k match.Kind) string {
	for _, r := range relations {
		if r.kind == k {
			return r.sign
		}
	}
	return ""
}

// relationText is a kind of aligned lines in a word.
func (s *screen) relationText(k match.Kind) string {
	if sign(k) == "" {
		return ""
	}
	return s.T("codematch.relation." + string(k))
}

func relationClass(k match.Kind) string {
	if sign(k) == "" {
		return "run run-plain"
	}
	return "run run-" + strings.ReplaceAll(string(k), "_", "-")
}

var natures = match.Nature("").Enum()

// natureText is what a difference consists in.
func (s *screen) natureText(n match.Nature) string {
	if !slices.Contains(natures, string(n)) {
		return s.T("codematch.nature.statement")
	}
	return s.T("codematch.nature." + string(n))
}

// rangeText names lines: "3–5", as the text they stand in counts them; nothing for no lines.
func rangeText(t text, r match.Range) string {
	if r.Start < 1 {
		return ""
	}
	if r.End <= r.Start {
		return strconv.Itoa(t.named(r.Start))
	}
	return strconv.Itoa(t.named(r.Start)) + "–" + strconv.Itoa(t.named(r.End))
}

// spanOf is a range as scripts read it: "3-5".
func spanOf(r match.Range) string {
	if r.Start < 1 {
		return ""
	}
	return strconv.Itoa(r.Start) + "-" + strconv.Itoa(max(r.Start, r.End))
}

// anchor is where the first line of a reason stands: on the left if it names lines there.
func anchor(a, b match.Range) string {
	switch {
	case a.Start > 0:
		return "#a" + strconv.Itoa(a.Start)
	case b.Start > 0:
		return "#b" + strconv.Itoa(b.Start)
	}
	return ""
}

// placeText names lines of both sides.
func (s *screen) placeText(left, right text, a, b match.Range) string {
	on, other := rangeText(left, a), rangeText(right, b)
	switch {
	case on != "" && other != "":
		return s.T("codematch.linesBoth", "A", on, "B", other)
	case on != "":
		return s.T("codematch.linesLeft", "A", on)
	case other != "":
		return s.T("codematch.linesRight", "B", other)
	}
	return ""
}

// fileText is path and lines of a match.
func fileText(m found) string {
	if m.FilePath == "" {
		return ""
	}
	return visible(m.FilePath) + linesText(m.StartLine, m.EndLine)
}

func linesText(from, to int) string {
	switch {
	case from < 1:
		return ""
	case to <= from:
		return ":" + strconv.Itoa(from)
	}
	return ":" + strconv.Itoa(from) + "–" + strconv.Itoa(to)
}

// nameText is what a match is called: the function, else the file, else the repository.
func nameText(m found) string {
	base := m.FilePath[strings.LastIndexByte(m.FilePath, '/')+1:]
	if m.Kinship != nil {
		base = ""
	}
	if m.Kinship == nil && m.Name != "" {
		return visible(m.Name)
	}
	return visible(cmp.Or(base, short(m.RepositoryURL), m.Language))
}

// listPlace is where a match stands, in short: its repository, and of a repository its best file.
func listPlace(m found) string {
	if m.Kinship != nil {
		return fileText(m)
	}
	return short(m.RepositoryURL)
}

// short is an address without its host: owner/name.
func short(address string) string {
	host, rest, ok := strings.Cut(address, "/")
	if ok && strings.Contains(host, ".") {
		return visible(rest)
	}
	return visible(address)
}

// owner is host and owner of an address with a slash behind, by which all of an owner are
// chosen; empty for what has none.
func owner(address string) string {
	parts := strings.Split(address, "/")
	if len(parts) < 3 || parts[0] == "" || !strings.Contains(parts[0], ".") {
		return ""
	}
	return parts[0] + "/" + parts[1] + "/"
}

// group is repositories of one owner.
type group struct {
	owner string // "" of those without
	list  []repository
}

// groups are repositories by owner, those without one last.
func groups(list []repository) []group {
	by := map[string][]repository{}
	for _, r := range list {
		by[owner(r.URL)] = append(by[owner(r.URL)], r)
	}
	var all []group
	for _, name := range slices.Sorted(maps.Keys(by)) {
		if name != "" {
			all = append(all, group{name, by[name]})
		}
	}
	if rest := by[""]; len(rest) > 0 {
		all = append(all, group{"", rest})
	}
	return all
}

// ageText is a length of time in days, months or years.
func (s *screen) ageText(age time.Duration) string {
	const day = 24 * time.Hour
	switch days := int(age / day); {
	case age < 0:
		return s.N("codematch.days", 0)
	case days < 2:
		return s.Span(age)
	case days < 61:
		return s.N("codematch.days", days)
	default:
		return s.Duration(days * 12 / 365)
	}
}

// sinceText says how long ago something was.
func (s *screen) sinceText(at *time.Time) string {
	if at == nil || at.IsZero() {
		return s.T("unknown")
	}
	return s.T("codematch.ago", "Age", s.ageText(s.now().Sub(*at)))
}

// commitText is a commit as short as people write it.
func commitText(commit string) string {
	_, name, ok := strings.Cut(commit, ":") // of an archive or folder the digest of its files
	if !ok {
		name = commit
	}
	return visible(name[:min(len(name), 10)])
}

// warning says what to mind about a licence; nothing where there is nothing.
func (s *screen) warning(l match.SaidLicence) string {
	switch {
	case l.SPDX == "":
		return s.T("codematch.licenceNone")
	case copyleft(l.SPDX):
		return s.T("codematch.licenceCopyleft")
	}
	return ""
}

// shareAlike begin the SPDX identifiers of licences that want works made with the code under
// the same terms; AGPL and LGPL hold GPL.
var shareAlike = []string{"GPL", "MPL-", "EPL-", "EUPL-", "CDDL-", "OSL-", "-SA-"}

func copyleft(spdx string) bool {
	return slices.ContainsFunc(shareAlike, func(mark string) bool { return strings.Contains(spdx, mark) })
}

// sizeText is a number of bytes.
func (s *screen) sizeText(bytes int64) string {
	switch {
	case bytes < 10<<10:
		return s.T("codematch.kb", "N", s.Decimal(float64(bytes)/(1<<10), 1))
	case bytes < 10<<20:
		return s.T("codematch.kb", "N", s.Number(int(bytes>>10)))
	}
	return s.T("codematch.mb", "N", s.Number(int(bytes>>20)))
}

// counted is a name and how many there are of it.
type counted struct {
	name string
	n    int
}

// most are counts, the largest first.
func most(counts map[string]int) []counted {
	var list []counted
	for name, n := range counts {
		list = append(list, counted{name, n})
	}
	slices.SortFunc(list, func(a, b counted) int { return cmp.Or(b.n-a.n, cmp.Compare(a.name, b.name)) })
	return list
}

// languagesShown are named in a row of the table.
const languagesShown = 3

// languagesText are the languages of a repository, those with most units first.
func languagesText(counts map[string]int) string {
	list := most(counts)
	var names []string
	for _, c := range list[:min(len(list), languagesShown)] {
		names = append(names, languageName(c.name))
	}
	text := strings.Join(names, ", ")
	if len(list) > languagesShown {
		text += " …"
	}
	return text
}

var skipReasons = []string{"vendored", "generated", "minified", "binary", "large", "not code", "licence"}

// skipText is why files have no units.
func (s *screen) skipText(reason string) string {
	if !slices.Contains(skipReasons, reason) {
		return visible(reason)
	}
	return s.T("codematch.skip." + strings.ReplaceAll(reason, " ", "_"))
}

// states are those of a repository.
var states = []string{"ready", "indexing", "failed"}

// stateText is where a repository stands.
func (s *screen) stateText(r repository) string {
	switch r.State {
	case "ready", "indexing":
		return s.T("codematch.state." + r.State)
	case "failed":
		if r.Commit != "" {
			return s.T("codematch.state.stale")
		}
		return s.T("codematch.state.failed")
	}
	return visible(r.State)
}

// outside is where a match stands on its forge; empty where the link leads to no web page of
// the host that the repository is of.
func outside(m found) string {
	u, err := url.Parse(m.Permalink)
	host, _, _ := strings.Cut(m.RepositoryURL, "/")
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Host != host || u.User != nil {
		return ""
	}
	return u.String()
}

// titleText is what a kept answer was for.
func (s *screen) titleText(k kept) string {
	return visible(cmp.Or(strings.TrimSpace(k.Asked), s.kindText(k.Kind)))
}

func (s *screen) kindText(kind string) string {
	return s.T("codematch.kind." + among(kind, kinds))
}

// authorText is who said a verdict.
func (s *screen) authorText(o opinion) string {
	return s.T("codematch.said", "Author", visible(cmp.Or(o.Author, s.T("codematch.somebody"))), "Moment", s.Moment(o.At))
}

func (s *screen) opinionText(o opinion) string {
	if o.Said == "same" {
		return s.T("codematch.same")
	}
	return s.T("codematch.notSame")
}

// signalRow is a signal of the ranking and its value.
type signalRow struct {
	key   string
	value float64
}

// signals are those that say something of a match.
func signals(of match.Signals) []signalRow {
	all := []signalRow{
		{"subtokens", of.Subtokens},
		{"trigrams", of.Trigrams},
		{"ir", of.IR},
		{"plain", of.Plain},
		{"shape", of.Shape},
		{"literals", of.Literals},
		{"api", of.API},
		{"fingerprints", of.Fingerprints},
		{"embedding", of.Embedding},
		{"behaviour", of.Behaviour},
	}
	return slices.DeleteFunc(all, func(r signalRow) bool { return r.value == 0 })
}

// materialClass is the look of a difference that changes what is computed.
func materialClass(material bool) string {
	if material {
		return "difference difference-material"
	}
	return "difference"
}

// step is a part of a path with the page it leads to.
type step struct {
	name, to string
	last     bool
}

// steps are the ways back from a file: the repository and each folder.
func steps(repository, path string) []step {
	list := []step{{name: visible(repository), to: filePath(repository, ""), last: path == ""}}
	for i, name := range strings.Split(path, "/") {
		if name == "" {
			continue
		}
		parts := strings.Split(path, "/")
		list = append(list, step{name: visible(name), to: filePath(repository, strings.Join(parts[:i+1], "/")), last: i == len(parts)-1})
	}
	return list
}

// here marks the link to what is shown.
func here(is bool) string {
	if is {
		return "true"
	}
	return "false"
}

// ageOf is how long before the answer the commit of a match was made.
func ageOf(m found) time.Duration { return time.Duration(m.CommitAge) * time.Second }

// lineLink is the page of the file of a match, at its lines.
func lineLink(m found) string {
	return filePath(m.RepositoryURL, m.FilePath) + lineQuery(m.StartLine, m.EndLine)
}

// lineQuery asks for the stretch of a file that holds a line, and marks lines.
func lineQuery(from, to int) string {
	if from < 1 {
		return ""
	}
	at := strconv.Itoa(from)
	return "&" + fieldLine + "=" + at + "&" + fieldTo + "=" + strconv.Itoa(max(from, to)) + "#L" + at
}

// searchAll is the page of a match with every line of both texts.
func searchAll(r report) string { return matchPath(r.id, r.n) + "?" + fieldAll + "=1" }
