package replica

import (
	"net/http"
	"strconv"
	"strings"
)

// routes are the resources. GitHub names a list's next page by number (/user/1/repos,
// /repositories/1/commits), so those addresses lead to the same handlers.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("/", notFound)
	mux.HandleFunc("GET /rate_limit", s.rateLimit)
	mux.HandleFunc("POST /graphql", s.graphql)
	for place, handle := range map[string]func(http.ResponseWriter, *http.Request, *account){
		"": s.user, "/repos": s.userRepos, "/events/public": s.userEvents,
	} {
		mux.HandleFunc("GET /users/{user}"+place, s.byLogin(handle))
		mux.HandleFunc("GET /user/{id}"+place, s.byAccountID(handle))
	}
	for place, handle := range map[string]func(http.ResponseWriter, *http.Request, *repository){
		"": s.repo, "/languages": s.languages, "/contributors": s.contributors,
		"/commits": s.commits, "/commits/{sha}": s.commit,
		"/contents": s.contents, "/contents/{path...}": s.contents,
		"/git/trees/{sha...}": s.tree, "/tarball": s.tarball, "/tarball/{ref...}": s.tarball,
		"/pulls": s.pulls, "/issues": s.issues,
	} {
		mux.HandleFunc("GET /repos/{owner}/{repo}"+place, s.byName(handle))
		mux.HandleFunc("GET /repositories/{id}"+place, s.byNumber(handle))
	}
	mux.HandleFunc("GET /search/commits", s.searchCommits)
	mux.HandleFunc("GET /search/issues", s.searchIssues)
	mux.HandleFunc("GET /search/code", s.searchCode)
	mux.HandleFunc("GET "+codeloadPrefix+"/{owner}/{repo}/legacy.tar.gz/{ref...}", s.byName(s.download))
	return mux
}

func (s *Server) byLogin(handle func(http.ResponseWriter, *http.Request, *account)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		a := s.world.account(r.PathValue("user"))
		if a == nil {
			notFound(w, r)
			return
		}
		handle(w, r, a)
	}
}

func (s *Server) byAccountID(handle func(http.ResponseWriter, *http.Request, *account)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		a := s.world.accountIDs[id]
		if err != nil || a == nil {
			notFound(w, r)
			return
		}
		handle(w, r, a)
	}
}

func (s *Server) byName(handle func(http.ResponseWriter, *http.Request, *repository)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		k := s.world.repository(r.PathValue("owner"), r.PathValue("repo"))
		if k == nil {
			notFound(w, r)
			return
		}
		handle(w, r, k)
	}
}

func (s *Server) byNumber(handle func(http.ResponseWriter, *http.Request, *repository)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
		k := s.world.byNumber[id]
		if err != nil || k == nil {
			notFound(w, r)
			return
		}
		handle(w, r, k)
	}
}

// place is the address of a repository's list by number, as Link gives it.
func (k *repository) place(list string) string {
	return "/repositories/" + strconv.FormatInt(k.ID, 10) + list
}

func (a *account) place(list string) string {
	return "/user/" + strconv.FormatInt(a.ID, 10) + list
}

// at says whether a ref names the head: the world has no other commit's tree.
func (k *repository) at(ref string) bool {
	switch ref {
	case "", "HEAD", k.Branch, "refs/heads/" + k.Branch, "heads/" + k.Branch:
		return true
	}
	return len(ref) >= 7 && strings.HasPrefix(k.Head, ref)
}
