package replica

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// GitHub keeps so many public events of a user for so long.
const (
	mostEvents = 300
	eventsKept = 90 * 24 * time.Hour
)

type event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Actor     actorRef  `json:"actor"`
	Repo      repoRef   `json:"repo"`
	Payload   any       `json:"payload"`
	Public    bool      `json:"public"`
	CreatedAt time.Time `json:"created_at"`
	Org       *actorRef `json:"org,omitempty"`
}

type actorRef struct {
	ID           int64  `json:"id"`
	Login        string `json:"login"`
	DisplayLogin string `json:"display_login,omitempty"`
	GravatarID   string `json:"gravatar_id"`
	URL          string `json:"url"`
	AvatarURL    string `json:"avatar_url"`
}

type repoRef struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

type pushPayload struct {
	RepositoryID int64  `json:"repository_id"`
	PushID       int64  `json:"push_id"`
	Ref          string `json:"ref"`
	Head         string `json:"head"`
	Before       string `json:"before"`
}

type issuePayload struct {
	Action string      `json:"action"`
	Issue  listedIssue `json:"issue"`
}

type pullPayload struct {
	Action      string    `json:"action"`
	Number      int       `json:"number"`
	PullRequest eventPull `json:"pull_request"`
}

// eventPull is the little of a pull that an event carries.
type eventPull struct {
	URL    string      `json:"url"`
	ID     int64       `json:"id"`
	Number int         `json:"number"`
	Head   eventBranch `json:"head"`
	Base   eventBranch `json:"base"`
}

type eventBranch struct {
	Ref  string  `json:"ref"`
	SHA  string  `json:"sha"`
	Repo repoRef `json:"repo"`
}

// userEvents tells of pushes, one a day and repository, of pulls and of issues.
func (s *Server) userEvents(w http.ResponseWriter, r *http.Request, a *account) {
	now := s.options.Now()
	out := []event{}
	add := func(kind string, k *repository, at time.Time, payload any) {
		if at.After(now) || now.Sub(at) > eventsKept {
			return
		}
		e := event{
			Type: kind, Actor: ref(r, a), Repo: repoRefOf(r, k), Payload: payload, Public: true, CreatedAt: at,
			ID: strconv.FormatInt(number(kind, k.FullName+at.String(), 0), 10),
		}
		e.Actor.DisplayLogin = a.Login
		if k.owner.Type == typeOrg {
			org := ref(r, k.owner)
			e.Org = &org
		}
		out = append(out, e)
	}
	for _, k := range a.works {
		var day time.Time
		for i, c := range k.commits { // newest first: the first of a day is the push's head
			if d := c.at.UTC().Truncate(24 * time.Hour); !d.Equal(day) {
				day = d
				before := "0000000000000000000000000000000000000000"
				if i+1 < len(k.commits) {
					before = k.commits[i+1].sha
				}
				add("PushEvent", k.repo, c.at, pushPayload{k.repo.ID, number("push", c.sha, 0), "refs/heads/" + k.repo.Branch, c.sha, before})
			}
		}
	}
	for _, p := range s.world.pulls {
		if p.who != a {
			continue
		}
		i := p.ticketed().listed(r)
		to := repoRefOf(r, p.repo)
		pr := eventPull{i.PullRequest.URL, i.ID, i.Number, eventBranch{"change-" + strconv.Itoa(p.Number), p.repo.Head, to}, eventBranch{p.repo.Branch, p.repo.Head, to}}
		add("PullRequestEvent", p.repo, p.CreatedAt, pullPayload{"opened", p.Number, pr})
	}
	for _, i := range s.world.issues {
		if i.who == a {
			add("IssuesEvent", i.repo, i.CreatedAt, issuePayload{"opened", i.ticketed().listed(r)})
		}
	}
	slices.SortStableFunc(out, func(a, b event) int { return cmp.Or(b.CreatedAt.Compare(a.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	w.Header().Set("X-Poll-Interval", "60")
	writeJSON(w, http.StatusOK, page(w, r, a.place("/events/public"), out[:min(len(out), mostEvents)]))
}

func ref(r *http.Request, a *account) actorRef {
	u := simple(r, a)
	return actorRef{ID: u.ID, Login: u.Login, URL: u.URL, AvatarURL: u.AvatarURL}
}

func repoRefOf(r *http.Request, k *repository) repoRef {
	return repoRef{k.ID, k.FullName, base(r) + "/repos/" + k.FullName}
}
