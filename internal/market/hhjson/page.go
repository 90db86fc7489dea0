package hhjson

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"kadry/internal/market/loose"
	"kadry/internal/market/posting"
	"kadry/internal/market/prose"
)

// Depth is how many vacancies of one search HeadHunter shows.
const Depth = 2000

// Search reads a page of a search.
func Search(body []byte) (posting.Page, error) {
	var doc struct {
		Items *[]json.RawMessage `json:"items"`
		Found loose.Number       `json:"found"`
		Page  loose.Number       `json:"page"`
		Pages loose.Number       `json:"pages"`
	}
	if err := loose.Decode(body, &doc); err != nil {
		return posting.Page{}, err
	}
	if doc.Items == nil {
		return posting.Page{}, fmt.Errorf("%w: a page of vacancies has items", ErrShape)
	}
	page := posting.Page{Found: int(doc.Found), Page: int(doc.Page), Pages: int(doc.Pages)}
	page.Items, page.Broken = vacancies(*doc.Items)
	page.Found = max(page.Found, len(page.Items))
	return page, nil
}

// Clusters reads how a search divides: the counts are of all that was found. Values are those of
// the nouns for experience and format, names for area, role and label; of pay it is "stated", or
// the lower bound in roubles from which on the vacancies are counted. found is all of them.
func Clusters(body []byte) (shares []posting.Share, found int, err error) {
	var doc struct {
		Found    loose.Number `json:"found"`
		Clusters *loose.List[struct {
			ID    loose.Text          `json:"id"`
			Items loose.List[cluster] `json:"items"`
		}] `json:"clusters"`
	}
	if err := loose.Decode(body, &doc); err != nil {
		return nil, 0, err
	}
	if doc.Clusters == nil {
		return nil, 0, fmt.Errorf("%w: an answer with clusters", ErrShape)
	}
	for _, c := range *doc.Clusters {
		for _, item := range c.Items {
			if of, value := item.share(string(c.ID)); value != "" {
				shares = append(shares, posting.Share{Of: of, Value: value, Count: int(item.Count)})
			}
		}
	}
	return shares, int(doc.Found), nil
}

type cluster struct {
	Name  loose.Text   `json:"name"`
	URL   loose.Text   `json:"url"` // the search that the item stands for
	Count loose.Number `json:"count"`
}

// share says what an item of a cluster counts, nothing where the market does not ask.
func (c cluster) share(of string) (string, string) {
	narrowed := url.Values{}
	if u, err := url.Parse(string(c.URL)); err == nil {
		narrowed = u.Query()
	}
	switch of {
	case "experience":
		return "experience", string(Experience(narrowed.Get("experience")))
	case "work_format":
		return "format", string(Format(narrowed.Get("work_format")))
	case "schedule":
		return "format", string(Format(narrowed.Get("schedule")))
	case "salary":
		if from, err := strconv.ParseUint(narrowed.Get("salary"), 10, 40); err == nil {
			return "pay", strconv.FormatUint(from, 10)
		}
		return "pay", "stated"
	case "area", "label":
		return of, prose.Line(string(c.Name))
	case "professional_role":
		return "role", prose.Line(string(c.Name))
	}
	return "", ""
}
