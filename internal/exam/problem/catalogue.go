package problem

import (
	"strconv"
	"strings"

	"kadry/internal/exam/subject"
)

// Catalogue is the table of contents of a course.
type Catalogue struct {
	Course  subject.Course
	Topics  []Topic
	Derived bool // put together from the problems of the bank: the site's own was out of reach
}

// Topic is one type of problem of the exam, or a supplementary one.
type Topic struct {
	ID            string     `json:"id"` // the number: "1", "Д1", "Д A7"; the site's own id where there is no number
	Name          string     `json:"name,omitempty"`
	Count         int        `json:"count,omitempty"` // problems, 0 when the page does not say
	Supplementary bool       `json:"supplementary,omitempty"`
	Categories    []Category `json:"categories,omitempty"`
}

// Category is a theme or source of problems inside a topic.
type Category struct {
	ID    string `json:"id"` // digits
	Name  string `json:"name,omitempty"`
	Count int    `json:"count,omitempty"`
}

// Listing is one page, or all, of a list of problems.
type Listing struct {
	Problems []Problem
	Hidden   []Body // questions of problems whose number the page keeps back
	Title    string
	Page     int  // 1-based
	Pages    int  // 0 when unknown
	Whole    bool // nothing follows: a print page, or the last page
}

// AllCategories lists the categories of all topics in order, each once.
func (c Catalogue) AllCategories() []Category {
	var list []Category
	seen := map[string]bool{}
	for _, t := range c.Topics {
		for _, category := range t.Categories {
			if !seen[category.ID] {
				seen[category.ID] = true
				list = append(list, category)
			}
		}
	}
	return list
}

// Category finds a category by its number.
func (c Catalogue) Category(id string) (Category, bool) {
	for _, category := range c.AllCategories() {
		if category.ID == id {
			return category, true
		}
	}
	return Category{}, false
}

// OfType lists the AllCategories of a type.
func (c Catalogue) OfType(kind string) []Category {
	for _, t := range c.Topics {
		if t.ID == kind {
			return t.Categories
		}
	}
	return nil
}

// CompareTypes orders types as the exam does: by number, supplementary ones after them.
func CompareTypes(a, b string) int {
	if first, second := Supplementary(a), Supplementary(b); first != second {
		if second {
			return -1
		}
		return 1
	}
	if d := numberIn(a) - numberIn(b); d != 0 {
		return d
	}
	return strings.Compare(a, b)
}

// Supplementary reports a type beside the numbered ones of the exam: "Д1".
func Supplementary(kind string) bool { return kind == "" || kind[0] < '0' || kind[0] > '9' }

// numberIn is the first number in the name of a type: 7 for "Д A7".
func numberIn(kind string) int {
	start := strings.IndexAny(kind, "0123456789")
	if start < 0 {
		return 0
	}
	digits := kind[start:]
	if end := strings.IndexFunc(digits, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
		digits = digits[:end]
	}
	n, _ := strconv.Atoi(digits) // 0 for a number no exam has
	return n
}
