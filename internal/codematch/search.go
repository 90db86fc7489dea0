package codematch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"kadry/internal/codematch/align"
	"kadry/internal/codematch/index"
	"kadry/internal/codematch/lexer"
	"kadry/internal/codematch/match"
	"kadry/internal/codematch/mirror"
	"kadry/internal/codematch/rank"
	"kadry/internal/codematch/source"
	"kadry/internal/codematch/unit"
	"kadry/internal/codematch/verification"
	"kadry/internal/fault"
)

// question is what a search is for.
type question struct {
	kind      Kind
	name      string // address of what is asked about
	path      string // of the file, to know its language by
	language  lexer.Language
	code      []byte
	entries   []string // repositories that are allowed
	policy    Policy
	itself    string // digest of a text that is left out
	candidate string // of the CV base, whose code it is; empty is nobody of it
	// repository is the one of the mirror that is asked about, or whose file is; 0 is none.
	repository int64
	filter     index.Filter
	skip       int
	top        int
	mode       Mode
	verify     match.Level
	depth      int
	// atMachine says that the caller is at this machine and may name its folders.
	atMachine bool
}

// searcher answers one search.
type searcher struct {
	Parts
	tenant string
	lang   string
	q      question
	shelf  shelf
	stage  func(done, total int, text fault.Text)
	seen   map[string]bool // digests of code that was found or asked about
	note   fault.Text
	files  map[filePlace]mirror.File
	texts  map[string][]byte
	// defined are the functions of repositories by their names, as far as they were asked for.
	defined map[mirror.Generation]map[string][]definition

	// What the index said last: how many units were searched, and in which generations of the
	// repositories. One that is replaced meanwhile can still be read.
	searched    int
	generations map[int64]int64
}

// filePlace is a file of a generation.
type filePlace struct {
	mirror.Generation
	place int
}

// observed is the index that notes what it searched.
type observed struct{ *searcher }

// Search implements index.Index.
func (o observed) Search(ctx context.Context, tenant string, q index.Question) (index.Answer, error) {
	answer, err := o.Index.Search(ctx, tenant, q)
	o.searched = answer.Searched
	for _, hit := range answer.Hits {
		o.generations[hit.Place.Repository] = hit.Generation
	}
	return answer, err
}

// fileOf is the file that a unit stands in.
func (s *searcher) fileOf(repository int64, file int32) filePlace {
	return filePlace{mirror.Generation{Repository: repository, Number: s.generations[repository]}, int(file)}
}

func (p Parts) searcher(ctx context.Context, tenant string, q question, stage func(done, total int, text fault.Text)) (*searcher, error) {
	s := &searcher{Parts: p, tenant: tenant, lang: langOf(ctx), q: q, stage: stage, seen: map[string]bool{}, files: map[filePlace]mirror.File{}, texts: map[string][]byte{}, defined: map[mirror.Generation]map[string][]definition{}, generations: map[int64]int64{}}
	var err error
	if s.shelf, err = p.shelf(ctx, tenant); err != nil {
		return nil, err
	}
	s.q.filter.Repositories, err = s.shelf.allowed("allow_repositories", q.entries, q.policy)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// run finds, verifies and keeps.
func (s *searcher) run(ctx context.Context) (Search, error) {
	s.stage(0, 0, fault.Say("Retrieving", "Поиск похожего"))
	s.seen[mirror.Digest(s.q.code)] = true
	matches, searched, err := s.page(ctx)
	if err != nil {
		return Search{}, err
	}
	out := s.empty(searched)
	out.Matches = matches
	s.number(&out)
	if err := s.deeper(ctx, &out); err != nil {
		return out, err
	}
	return out, s.keep(ctx, &out)
}

// mostWide is the length of a question, in bytes, up to which more is compared than a page shows.
const mostWide = 8 << 10

// page finds the matches of the page that is asked for. Where functions are verified, whole
// blocks of verification.Together are, for their order may change; a mode chooses from more.
func (s *searcher) page(ctx context.Context) ([]Match, int, error) {
	from, to, block := s.q.skip, s.q.skip+s.q.top, verification.Together
	wide := len(s.q.code) <= mostWide && slices.Equal(s.q.filter.Kinds, Functions.kinds())
	switch {
	case s.q.mode.chooses() && wide:
		from, to, block = 0, rank.Candidates, rank.Candidates
	case s.q.mode.chooses():
		from, to = 0, block
	case s.q.verify != match.None && wide:
		from, to = from/block*block, (to+block-1)/block*block
	}
	found, searched, err := s.retrieve(ctx, s.q.code, s.q.language, s.q.filter, to)
	if err != nil {
		return nil, 0, err
	}
	list, err := s.described(ctx, found[min(from, len(found)):])
	if err != nil {
		return nil, 0, err
	}
	asked := align.Fragment{Language: s.q.language, Code: string(s.q.code)}
	for part := range slices.Chunk(list, block) {
		if err := s.ordered(ctx, asked, part); err != nil {
			return nil, 0, err
		}
	}
	list = slices.DeleteFunc(list, func(m Match) bool { return !s.q.mode.allows(m) })
	list = list[min(s.q.skip-from, len(list)):min(s.q.skip-from+s.q.top, len(list))]
	return list, searched, s.judged(ctx, asked, list)
}

func (s *searcher) empty(searched int) Search {
	return Search{
		ID: s.id(), Kind: s.q.kind, At: s.Now().UTC(), Searched: searched,
		Asked: Asked{
			Name: s.q.name, Language: string(s.q.language), Code: clipped(s.q.code), Repository: s.q.repository, Repositories: s.q.entries, Verify: string(s.q.verify),
		},
	}
}

// id names the answer: the same question to the same state of the index has one answer.
func (s *searcher) id() string {
	q, h := s.q, sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %q %q %v %v %v %v %v %d %d %q %d %q", q.kind, q.name, q.path, q.language, q.code, q.entries, q.policy,
		q.filter.Without, q.filter.Languages, q.filter.Kinds, q.filter.Paths, q.skip, q.top, q.verify, q.depth, q.mode)
	for _, r := range s.shelf.all {
		fmt.Fprintf(h, " %d:%d", r.ID, r.Generation)
	}
	return "cs_" + hex.EncodeToString(h.Sum(nil)[:idBytes])
}

const idBytes = 12

// mostShown bounds the code of one side in an answer that is kept, in bytes.
const mostShown = 64 << 10

func clipped(code []byte) string {
	if len(code) > mostShown {
		code = code[:mostShown]
	}
	return strings.ToValidUTF8(string(code), "")
}

// number names the matches that have no name yet.
func (s *searcher) number(out *Search) {
	for i := range out.Matches {
		if out.Matches[i].ID == "" {
			out.Matches[i].ID = matchID(out.ID, i)
		}
	}
}

// retrieve ranks the units of the index by how much they share with a text.
func (s *searcher) retrieve(ctx context.Context, code []byte, language lexer.Language, filter index.Filter, limit int) ([]rank.Match, int, error) {
	if filter.Repositories != nil && len(filter.Repositories) == 0 || len(s.shelf.all) == 0 {
		return nil, 0, nil
	}
	q := rank.Query{Language: language, Code: code, Filter: filter, Limit: limit}
	if err := s.near(ctx, &q); err != nil {
		return nil, 0, err
	}
	found, err := s.Ranker.Search(ctx, observed{s}, s.textsAt, s.tenant, q)
	return found, s.searched, err
}

// nearest is how many units dense vectors may add.
const nearest = 100

// near adds what dense vectors find, where there are any. Units of a generation that the index
// does not search are left out.
func (s *searcher) near(ctx context.Context, q *rank.Query) error {
	if s.Dense == nil {
		return nil
	}
	answer, err := s.Dense.Near(ctx, s.tenant, q.Code, q.Filter, nearest)
	if fault.KindOf(err) == fault.Unavailable {
		s.note = fault.Say("The endpoint for embeddings did not answer: this signal is missing.", "Сервис эмбеддингов не ответил: этого сигнала нет.")
		return nil
	}
	if err != nil {
		return err
	}
	for _, n := range answer.Near {
		number := answer.Generations[n.Place.Repository]
		if known, ok := s.generations[n.Place.Repository]; !ok {
			s.generations[n.Place.Repository] = number
		} else if known != number {
			continue
		}
		q.Near = append(q.Near, n)
	}
	return nil
}

// textsAt are the texts of units; of one that is gone by now there is none.
func (s *searcher) textsAt(ctx context.Context, places []index.Place) ([]rank.Text, error) {
	if err := s.load(ctx, places); err != nil {
		return nil, err
	}
	list := make([]rank.Text, len(places))
	for i, p := range places {
		f, u, ok := s.unitAt(p)
		if ok {
			list[i] = rank.Text{Language: f.Language, Code: s.texts[f.Digest][u.Start:u.End]}
		}
	}
	return list, nil
}

// unitAt is a unit that was loaded.
func (s *searcher) unitAt(p index.Place) (mirror.File, unit.Unit, bool) {
	f := s.files[s.fileOf(p.Repository, p.File)]
	if int(p.Unit) >= len(f.Units) {
		return f, unit.Unit{}, false
	}
	u := f.Units[p.Unit]
	return f, u, u.End <= len(s.texts[f.Digest])
}

// load reads the files of places and their texts, those that are not read yet.
func (s *searcher) load(ctx context.Context, places []index.Place) error {
	wanted := map[mirror.Generation][]int{}
	for _, p := range places {
		at := s.fileOf(p.Repository, p.File)
		if _, ok := s.files[at]; !ok {
			s.files[at] = mirror.File{}
			wanted[at.Generation] = append(wanted[at.Generation], at.place)
		}
	}
	var digests []string
	for g, at := range wanted {
		files, err := s.Mirror.At(ctx, s.tenant, g, at)
		if err != nil {
			return err
		}
		for place, f := range files {
			s.files[filePlace{g, place}] = f
			if s.texts[f.Digest] == nil && f.Digest != "" {
				digests = append(digests, f.Digest)
			}
		}
	}
	texts, err := s.Mirror.Texts(ctx, s.tenant, digests)
	maps.Copy(s.texts, texts)
	return err
}

// described are the matches with what is known of where they stand. What was asked about
// itself, and the same text once more, are left out.
func (s *searcher) described(ctx context.Context, found []rank.Match) ([]Match, error) {
	var places []index.Place
	for _, f := range found {
		places = append(places, f.Place)
	}
	if err := s.load(ctx, places); err != nil {
		return nil, err
	}
	var list []Match
	for _, found := range found {
		f, u, ok := s.unitAt(found.Place)
		if !ok || s.q.itself != "" && f.Digest == s.q.itself {
			continue
		}
		list = append(list, s.describe(s.shelf.byID[found.Place.Repository], f, u, found))
	}
	return list, nil
}

func (s *searcher) describe(r mirror.Repository, f mirror.File, u unit.Unit, found rank.Match) Match {
	code := s.texts[f.Digest][u.Start:u.End]
	m := Match{Repository: r.ID, Match: match.Match{
		Place: match.Place{
			RepositoryURL: r.URL, Branch: r.Branch, Commit: r.Commit, FilePath: f.Path, StartLine: u.First, EndLine: u.Last, Name: u.Name,
			Permalink: permalink(r, f.Path, u.First, u.Last),
		},
		Language: string(f.Language), Code: clipped(code), Cut: len(code) > mostShown,
		Score: found.Score, Signals: signalsOf(found.Signals), Verdict: match.Unknown, VerifiedBy: match.None, Licence: r.Licence,
	}}
	if f.Licence != "" && f.Licence != r.Licence.SPDX {
		m.Licence = match.Licence{SPDX: f.Licence, Source: f.Path}
	}
	if !r.CommittedAt.IsZero() {
		m.CommitAge = s.age(r)
	}
	return m
}

// permalink is the page of a forge that shows lines at the indexed commit; "" where there is
// none.
func permalink(r mirror.Repository, path string, first, last int) string {
	address, err := source.Parse(r.URL)
	if err != nil || r.Uploaded() {
		return ""
	}
	return address.Permalink(r.Commit, path, first, last)
}

// keep keeps the answer for those who come back to it.
func (s *searcher) keep(ctx context.Context, out *Search) error {
	out.Note = s.note
	return s.Searches.Put(ctx, s.tenant, *out, Owners{Repositories: out.about(out.Matches...), Candidate: s.q.candidate})
}

// age is how long ago the indexed commit was made, in whole hours.
func (s *searcher) age(r mirror.Repository) time.Duration {
	return s.Now().Sub(r.CommittedAt).Truncate(time.Hour)
}

// signalsOf are the signals of the ranking by their names.
func signalsOf(by map[string]float64) match.Signals {
	return match.Signals{
		Subtokens: by["subtokens"], Trigrams: by["trigrams"], IR: by["ir"], Plain: by["plain"], Shape: by["shape"], Literals: by["literals"],
		API: by["api"], Fingerprints: by["fingerprints"], Embedding: by["embedding"],
	}
}
