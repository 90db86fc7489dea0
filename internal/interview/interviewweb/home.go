package interviewweb

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"kadry/internal/webui/kit"
)

// Bounds of the first page's cards, in interviews: what is reviewed or counted is among the
// newest, so that a card costs the same however much there is.
const (
	reviewed = 50
	counted  = 100
)

// asked is what list_interviews takes.
type asked struct {
	Status    string `json:"status,omitempty"`
	VacancyID string `json:"vacancy_id,omitempty"`
	UserID    string `json:"user_id,omitempty"`
	Limit     int    `json:"limit"`
}

// listed is what it answers, as far as a line shows it.
type listed struct {
	Items   []listedOne `json:"items"`
	HasMore bool        `json:"has_more"`
}

type listedOne struct {
	ID      string `json:"session_id"`
	Status  string `json:"status"`
	UserID  string `json:"user_id"`
	Name    string `json:"candidate_name"`
	Vacancy struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	} `json:"vacancy"`
	Review  bool      `json:"human_review_required"`
	Created time.Time `json:"created_at"`
}

// lines are the first few; with says whether they tell where each stands.
func (l listed) lines(s *screen, with bool) []kit.Line {
	var list []kit.Line
	for _, i := range l.Items[:min(len(l.Items), kit.FoundAtOnce)] {
		notes := []string{i.Vacancy.Title, s.Date(i.Created)}
		if with {
			notes = append(notes, s.T("interview.status."+i.Status))
		}
		list = append(list, kit.Line{Title: s.called(i.Name, i.UserID), Note: strings.Trim(strings.Join(notes, " · "), " ·"), Path: interviewPath(i.ID)})
	}
	return list
}

// advertised is what list_vacancies answers, as far as a line shows it.
type advertised struct {
	Items []struct {
		ID    string `json:"vacancy_id"`
		Title string `json:"title"`
	} `json:"items"`
	Total int `json:"total"`
}

func (w *web) homeCards() []kit.Card {
	return []kit.Card{
		{Title: "home.interview.review", Path: interviewsPath + "?status=completed", Order: 10, Eye: true, Show: w.toReview},
		{Title: "home.interview.dead", Path: deliveryLogPath + "?state=dead", Order: 20, Eye: true, Show: givenUp},
		{Title: "home.interview.waiting", Path: interviewsPath + "?status=waiting_for_answer", Order: 10, Show: w.waiting},
		{Title: "home.interview.vacancies", Path: vacanciesPath, Order: 20, Show: open},
	}
}

// toReview are interviews with marks that a person should look at.
func (w *web) toReview(k *kit.Screen) (kit.Findings, error) {
	s := w.screen(k)
	var l listed
	if err := s.Call(opList, asked{Status: "completed", Limit: reviewed}, &l); err != nil {
		return kit.Findings{}, err
	}
	l.Items = slices.DeleteFunc(l.Items, func(i listedOne) bool { return !i.Review })
	return kit.Findings{Lines: l.lines(s, false), Total: len(l.Items)}, nil
}

// waiting are interviews whose candidate has a question open.
func (w *web) waiting(k *kit.Screen) (kit.Findings, error) {
	s := w.screen(k)
	var l listed
	if err := s.Call(opList, asked{Status: "waiting_for_answer", Limit: kit.FoundAtOnce}, &l); err != nil {
		return kit.Findings{}, err
	}
	return kit.Findings{Lines: l.lines(s, false), More: l.HasMore}, nil
}

// givenUp are webhooks that their receivers did not take.
func givenUp(s *kit.Screen) (kit.Findings, error) {
	var log struct {
		Items []struct {
			Session string    `json:"session_id"`
			URL     string    `json:"webhook_url"`
			Made    time.Time `json:"made_at"`
		} `json:"items"`
		Next string `json:"next_cursor"`
	}
	err := s.Call(opBrowseDeliveries, struct {
		State string `json:"state"`
		Limit int    `json:"limit"`
	}{"dead", kit.FoundAtOnce}, &log)
	var lines []kit.Line
	for _, d := range log.Items {
		lines = append(lines, kit.Line{Title: receiverOf(d.URL), Note: s.Date(d.Made), Path: interviewPath(d.Session, "deliveries")})
	}
	return kit.Findings{Lines: lines, More: log.Next != ""}, err
}

// open are the vacancies with how many people stand in each and how many interviews run.
func open(s *kit.Screen) (kit.Findings, error) {
	var v advertised
	if err := s.Call(opListVacancies, map[string]int{"limit": kit.FoundAtOnce}, &v); err != nil || len(v.Items) == 0 {
		return kit.Findings{}, err
	}
	running := map[string]int{}
	if s.May(opList) {
		for _, status := range []string{"active", "waiting_for_answer"} {
			var l listed
			if err := s.Call(opList, asked{Status: status, Limit: counted}, &l); err != nil {
				return kit.Findings{}, err
			}
			for _, i := range l.Items {
				running[i.Vacancy.ID]++
			}
		}
	}
	people, err := peopleIn(s, v)
	if err != nil {
		return kit.Findings{}, err
	}
	var lines []kit.Line
	for _, one := range v.Items {
		var notes []string
		if n := people[one.ID]; n > 0 {
			notes = append(notes, s.N("home.interview.people", n))
		}
		if n := running[one.ID]; n > 0 {
			notes = append(notes, s.N("home.interview.running", n))
		}
		lines = append(lines, kit.Line{Title: one.Title, Note: strings.Join(notes, " · "), Path: vacancyPath(one.ID)})
	}
	return kit.Findings{Lines: lines, Total: v.Total}, nil
}

// opCount is of the room of stages.
const opCount = "count_applications"

// peopleIn counts who stands in each vacancy, where this server and the caller's access have that.
func peopleIn(s *kit.Screen, v advertised) (map[string]int, error) {
	if !s.May(opCount) {
		return nil, nil //nolint:nilnil // nobody counted
	}
	ids := make([]string, len(v.Items))
	for i, one := range v.Items {
		ids[i] = one.ID
	}
	var counts struct {
		Items []struct {
			Vacancy string `json:"vacancy_id"`
			Total   int    `json:"total"`
		} `json:"items"`
	}
	if err := s.Call(opCount, map[string][]string{"vacancy_ids": ids}, &counts); err != nil {
		return nil, err
	}
	people := map[string]int{}
	for _, c := range counts.Items {
		people[c.Vacancy] = c.Total
	}
	return people, nil
}

func (w *web) finders() []kit.Finder {
	return []kit.Finder{
		{
			Title: "find.vacancies", Order: 20, May: func(s *kit.Screen) bool { return s.May(opListVacancies) },
			Path: func(words string) string { return vacanciesPath + "?" + fieldWords + "=" + url.QueryEscape(words) },
			Find: findVacancies,
		},
		{
			Title: "find.interviews", Order: 30, May: func(s *kit.Screen) bool { return s.May(opList) },
			Path: func(words string) string { return interviewsPath + "?" + fieldCandidate + "=" + url.QueryEscape(words) },
			Find: w.findInterviews,
		},
	}
}

func findVacancies(s *kit.Screen, words string) (kit.Findings, error) {
	v, err := titled(s, words, kit.FoundAtOnce)
	found := kit.Findings{Total: v.Total}
	for _, one := range v.Items {
		found.Lines = append(found.Lines, kit.Line{Title: one.Title, Path: vacancyPath(one.ID)})
	}
	return found, err
}

func titled(s *kit.Screen, words string, limit int) (v advertised, err error) {
	err = s.Call(opListVacancies, struct {
		Query string `json:"query"`
		Limit int    `json:"limit"`
	}{words, limit}, &v)
	return v, err
}

// findInterviews finds those of a candidate by id, else those for the vacancy that the words name.
func (w *web) findInterviews(k *kit.Screen, words string) (kit.Findings, error) {
	s := w.screen(k)
	var l listed
	err := s.Call(opList, asked{UserID: words, Limit: kit.FoundAtOnce}, &l)
	if err != nil || len(l.Items) > 0 {
		return kit.Findings{Lines: l.lines(s, true), More: l.HasMore}, err
	}
	if !s.May(opListVacancies) {
		return kit.Findings{}, nil
	}
	v, err := titled(k, words, 1)
	if err != nil || len(v.Items) == 0 {
		return kit.Findings{}, err
	}
	err = s.Call(opList, asked{VacancyID: v.Items[0].ID, Limit: kit.FoundAtOnce}, &l)
	return kit.Findings{Lines: l.lines(s, true)}, err
}

// receiverOf is the host of an address; the rest of it may be a secret.
func receiverOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return address
}
