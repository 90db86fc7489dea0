package replica

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	longestLine = 4 << 20  // one record
	mostLines   = 1 << 20  // of one file
	mostDamage  = 20       // lines named before reading stops
	mostFilled  = 1 << 20  // commits of one login in one repository
	largestFile = 64 << 20 // of an archive, packed
)

// Load reads a world. Every damaged line is named by its file and number.
func Load(dir string) (*World, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("world: %w", err)
	}
	defer root.Close()
	l := &loader{root: root, works: map[workKey]*work{}, numbers: map[numberKey]bool{}, w: &World{
		accounts: map[string]*account{}, repositories: map[string]*repository{}, byNumber: map[int64]*repository{},
		accountIDs: map[int64]*account{}, nodes: map[string]any{}, commits: map[string]*commit{},
	}}
	read(l, "users.jsonl", true, l.user)
	read(l, "repos.jsonl", true, l.repo)
	l.link()
	read(l, "contributions.jsonl", true, l.contribution)
	for _, r := range l.ordered() {
		name := strings.ReplaceAll(r.FullName, "/", "__")
		read(l, "commits/"+name+".jsonl.gz", false, func(c commitLine) error { return l.commit(r, c) })
		l.tarball(r, "tarballs/"+name+".tar.gz")
	}
	read(l, "pulls.jsonl", false, l.pull)
	read(l, "issues.jsonl", false, l.issue)
	if len(l.damage) > 0 {
		return nil, fmt.Errorf("world: %w", errors.Join(l.damage...))
	}
	l.finish()
	return l.w, nil
}

type loader struct {
	root    *os.Root
	w       *World
	works   map[workKey]*work
	numbers map[numberKey]bool
	damage  []error
}

type numberKey struct {
	repo int64
	n    int
}

type workKey struct{ login, repo string }

func (l *loader) wrong(file string, err error) {
	if len(l.damage) < mostDamage {
		l.damage = append(l.damage, fmt.Errorf("%s: %w", file, err))
	}
}

// ordered are the repositories by name, for the same world whatever the map's order.
func (l *loader) ordered() []*repository {
	out := make([]*repository, 0, len(l.w.repositories))
	for _, r := range l.w.repositories {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *repository) int { return cmp.Compare(a.FullName, b.FullName) })
	return out
}

// read hands each line of a file to add. A file that is not needed may be absent.
func read[T any](l *loader, name string, needed bool, add func(T) error) {
	f, err := l.root.Open(filepath.FromSlash(name))
	if errors.Is(err, fs.ErrNotExist) && !needed {
		return
	}
	if err != nil {
		l.wrong(name, err)
		return
	}
	defer f.Close()
	var from io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		packed, err := gzip.NewReader(f)
		if err != nil {
			l.wrong(name, err)
			return
		}
		from = packed
	}
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, longestLine)
	at := 0
	for scanner.Scan() && len(l.damage) < mostDamage {
		at++
		if at > mostLines {
			l.wrong(name, fmt.Errorf("more than %d lines", mostLines))
			return
		}
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		var v T
		err := json.Unmarshal(line, &v)
		if err == nil {
			err = add(v)
		}
		if err != nil {
			l.wrong(fmt.Sprintf("%s:%d", name, at), err)
		}
	}
	if err := scanner.Err(); err != nil {
		l.wrong(fmt.Sprintf("%s:%d", name, at+1), err)
	}
}

func (l *loader) user(a account) error {
	switch {
	case a.Login == "" || strings.ContainsAny(a.Login, "/ "):
		return fmt.Errorf("login %q", a.Login)
	case a.ID <= 0:
		return fmt.Errorf("id %d", a.ID)
	case a.Type != typeUser && a.Type != typeBot && a.Type != typeOrg:
		return fmt.Errorf("type %q", a.Type)
	case l.w.account(a.Login) != nil:
		return fmt.Errorf("login %q again", a.Login)
	case l.w.accountIDs[a.ID] != nil:
		return fmt.Errorf("id %d again", a.ID)
	}
	if a.NodeID == "" {
		a.NodeID = nodeID("U_", a.ID)
	}
	l.put(&a)
	return nil
}

func (l *loader) put(a *account) {
	l.w.accounts[strings.ToLower(a.Login)] = a
	l.w.accountIDs[a.ID] = a
	l.w.nodes[a.NodeID] = a
}

// stranger is the account of a login no line describes: the owner of a repository, or who
// commented. GitHub shows an account for each of them.
func (l *loader) stranger(login, kind string, since time.Time) *account {
	if login == "" {
		return nil // GitHub's ghost: the account is gone
	}
	if a := l.w.account(login); a != nil {
		return a
	}
	if kind == "" {
		kind = typeUser
	}
	if strings.HasSuffix(login, "[bot]") {
		kind = typeBot
	}
	a := &account{Login: login, ID: number("account", login, 0), Type: kind, CreatedAt: since}
	for l.w.accountIDs[a.ID] != nil {
		a.ID++
	}
	a.NodeID = nodeID(map[string]string{typeUser: "U_", typeBot: "BOT_", typeOrg: "O_"}[kind], a.ID)
	l.put(a)
	return a
}

func (l *loader) repo(r repository) error {
	owner, name, ok := strings.Cut(r.FullName, "/")
	switch {
	case !ok || owner == "" || name == "" || strings.Contains(name, "/") || strings.Contains(r.FullName, ".."):
		return fmt.Errorf("full_name %q", r.FullName)
	case r.ID <= 0:
		return fmt.Errorf("id %d", r.ID)
	case l.w.repository(owner, name) != nil:
		return fmt.Errorf("full_name %q again", r.FullName)
	case l.w.byNumber[r.ID] != nil:
		return fmt.Errorf("id %d again", r.ID)
	case r.CreatedAt.IsZero():
		return errors.New("no created_at")
	case r.OwnerType != typeUser && r.OwnerType != typeOrg:
		return fmt.Errorf("owner_type %q", r.OwnerType)
	}
	r.Owner, r.Name = owner, name
	if r.NodeID == "" {
		r.NodeID = nodeID("R_", r.ID)
	}
	if r.Branch == "" {
		r.Branch = "main"
	}
	l.w.repositories[strings.ToLower(r.FullName)] = &r
	l.w.byNumber[r.ID] = &r
	l.w.nodes[r.NodeID] = &r
	return nil
}

// link joins owners and forks once every repository is known.
func (l *loader) link() {
	for _, r := range l.ordered() {
		r.owner = l.stranger(r.Owner, r.OwnerType, r.CreatedAt)
		r.owner.owned = append(r.owner.owned, r)
		if owner, name, ok := strings.Cut(r.Parent, "/"); ok {
			r.parent = l.w.repository(owner, name)
		}
	}
}

func (l *loader) find(fullName string) (*repository, error) {
	owner, name, _ := strings.Cut(fullName, "/")
	if r := l.w.repository(owner, name); r != nil {
		return r, nil
	}
	return nil, fmt.Errorf("full_name %q is in no line of repos.jsonl", fullName)
}

func (l *loader) workOf(login string, r *repository) *work {
	key := workKey{strings.ToLower(login), r.FullName}
	k := l.works[key]
	if k == nil {
		k = &work{login: login, who: l.w.account(login), repo: r}
		l.works[key] = k
	}
	return k
}

type contributionLine struct {
	Kind     string    `json:"kind"`
	Login    string    `json:"login"`
	FullName string    `json:"full_name"`
	Year     int       `json:"year"`
	Commits  int       `json:"commits"`
	First    time.Time `json:"first_commit_at"`
	Last     time.Time `json:"last_commit_at"`
	ByLogin  int       `json:"total_commits_by_login"`
	All      int       `json:"total_commits_all"`
}

func (l *loader) contribution(c contributionLine) error {
	r, err := l.find(c.FullName)
	if err != nil {
		return err
	}
	if c.Login == "" {
		return errors.New("no login")
	}
	if min(c.Commits, c.ByLogin, c.All) < 0 || max(c.Commits, c.ByLogin, c.All) > mostFilled {
		return fmt.Errorf("a number of commits outside 0 to %d", mostFilled)
	}
	k := l.workOf(c.Login, r)
	switch c.Kind {
	case "year":
		if c.First.UTC().Year() != c.Year || c.Last.UTC().Year() != c.Year || c.Last.Before(c.First) {
			return fmt.Errorf("times outside the year %d", c.Year)
		}
		k.years = append(k.years, year{c.Year, c.Commits, c.First, c.Last})
	case "total":
		k.total, r.all = c.ByLogin, max(r.all, c.All)
	default:
		return fmt.Errorf("kind %q", c.Kind)
	}
	return nil
}

type commitLine struct {
	Login string    `json:"login"`
	SHA   string    `json:"sha"`
	At    time.Time `json:"authored_at"`
	Total int       `json:"files_total"`
	Files []file    `json:"files"`
}

func (l *loader) commit(r *repository, c commitLine) error {
	switch {
	case !isHash(c.SHA):
		return fmt.Errorf("sha %q", c.SHA)
	case c.At.IsZero():
		return errors.New("no authored_at")
	case c.Login == "":
		return errors.New("no login")
	}
	k := l.workOf(c.Login, r)
	k.commits = append(k.commits, &commit{sha: c.SHA, at: c.At, work: k, files: c.Files, total: max(c.Total, len(c.Files))})
	return nil
}

func isHash(s string) bool {
	return len(s) == 40 && strings.Trim(s, "0123456789abcdef") == ""
}

func (l *loader) tarball(r *repository, name string) {
	f, err := l.root.Open(filepath.FromSlash(name))
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		l.wrong(name, err)
		return
	}
	defer f.Close()
	packed, err := io.ReadAll(io.LimitReader(f, largestFile+1))
	if err == nil && len(packed) > largestFile {
		err = fmt.Errorf("more than %d bytes", largestFile)
	}
	if err == nil {
		r.archive, err = unpack(packed)
	}
	if err != nil {
		l.wrong(name, err)
	}
}

func (l *loader) pull(p pull) error {
	r, err := l.numbered(p.FullName, p.Number, p.CreatedAt)
	if err != nil {
		return err
	}
	p.repo, p.who = r, l.stranger(p.Author, "", p.CreatedAt)
	p.mergedBy = l.stranger(p.MergedBy, "", p.CreatedAt)
	for i := range p.Reviews {
		switch p.Reviews[i].State {
		case "APPROVED", "CHANGES_REQUESTED", "COMMENTED", "DISMISSED", "PENDING":
		default:
			return fmt.Errorf("review state %q", p.Reviews[i].State)
		}
		p.Reviews[i].who = l.stranger(p.Reviews[i].Author, "", p.CreatedAt)
	}
	l.remarks(p.Comments, p.CreatedAt)
	r.pulls = append(r.pulls, &p)
	l.w.pulls = append(l.w.pulls, &p)
	l.w.nodes[p.nodeID()] = &p
	return nil
}

func (l *loader) issue(i issue) error {
	r, err := l.numbered(i.FullName, i.Number, i.CreatedAt)
	if err != nil {
		return err
	}
	i.repo, i.who = r, l.stranger(i.Author, "", i.CreatedAt)
	i.closedBy = l.stranger(i.ClosedBy, "", i.CreatedAt)
	l.remarks(i.Comments, i.CreatedAt)
	r.issues = append(r.issues, &i)
	l.w.issues = append(l.w.issues, &i)
	l.w.nodes[i.nodeID()] = &i
	return nil
}

func (l *loader) remarks(list []remark, since time.Time) {
	for i := range list {
		list[i].who = l.stranger(list[i].Author, "", since)
	}
}

// numbered checks what pulls and issues share: one row of numbers in a repository.
func (l *loader) numbered(fullName string, n int, at time.Time) (*repository, error) {
	r, err := l.find(fullName)
	switch {
	case err != nil:
		return nil, err
	case n <= 0:
		return nil, fmt.Errorf("number %d", n)
	case at.IsZero():
		return nil, errors.New("no created_at")
	case l.numbers[numberKey{r.ID, n}]:
		return nil, fmt.Errorf("number %d again", n)
	}
	l.numbers[numberKey{r.ID, n}] = true
	return r, nil
}

// finish fills the samples and puts every list in GitHub's order.
func (l *loader) finish() {
	for _, k := range l.works {
		slices.SortFunc(k.years, func(a, b year) int { return cmp.Compare(a.year, b.year) })
		slices.SortStableFunc(k.commits, func(a, b *commit) int { return a.at.Compare(b.at) })
		k.commits = fill(k.commits, k.years, k.total)
		slices.Reverse(k.commits)
		k.total = max(k.total, len(k.commits))
		for _, c := range k.commits {
			l.w.commits[c.sha] = c
		}
		k.repo.works = append(k.repo.works, k)
		k.repo.commits = append(k.repo.commits, k.commits...)
		if k.who != nil {
			k.who.works = append(k.who.works, k)
		}
	}
	for _, r := range l.w.repositories {
		r.all = max(r.all, len(r.commits))
		slices.SortFunc(r.works, func(a, b *work) int {
			return cmp.Or(cmp.Compare(b.total, a.total), cmp.Compare(a.login, b.login))
		})
		slices.SortFunc(r.commits, func(a, b *commit) int {
			return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.sha, b.sha))
		})
		slices.SortFunc(r.pulls, newerPull)
		slices.SortFunc(r.issues, newerIssue)
	}
	slices.SortFunc(l.w.pulls, newerPull)
	slices.SortFunc(l.w.issues, newerIssue)
	for _, a := range l.w.accounts {
		slices.SortFunc(a.works, func(a, b *work) int { return cmp.Compare(a.repo.FullName, b.repo.FullName) })
	}
}

func newerPull(a, b *pull) int {
	return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.FullName, b.FullName), cmp.Compare(b.Number, a.Number))
}

func newerIssue(a, b *issue) int {
	return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.FullName, b.FullName), cmp.Compare(b.Number, a.Number))
}
