package examweb

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"kadry/internal/exam/problem"
	"kadry/internal/exam/subject"
	"kadry/internal/fault"
	"kadry/internal/webui/kit"
)

// Names of the fields of the form that fills the bank.
const (
	fieldCourse = "course"
	fieldTopic  = "topic" // id; several, none is all of the course
	fieldAgain  = "again" // also what was copied lately
)

// fillForms is more than a form of the teacher takes, in bytes: two hundred topics.
const fillForms = 64 << 10

// filling is the page that copies a course into the bank.
type filling struct {
	course  subject.Course // zero before one is chosen
	topics  []problem.Topic
	missing *fault.Error // why there is no table of contents to choose from
}

// mayFill reports that the caller may copy courses, and that this server asks the exam site.
func (s *screen) mayFill() bool { return s.May(opSync) && !s.web.bank.Alone }

// fillPath is the address of the page that copies a course.
func fillPath(c subject.Course) templ.SafeURL {
	return kit.Href(examsPath+"/fill", url.Values{fieldCourse: {c.String()}})
}

// fill is the form: a course first, then what of it.
func (w *web) fill(s *screen) error {
	if !s.May(opSync) {
		return kit.Denied()
	}
	var f filling
	if name := s.Request.URL.Query().Get(fieldCourse); name != "" {
		var err error
		if f, err = w.filling(s, name); err != nil {
			return err
		}
	}
	return s.Show(http.StatusOK, fillPage(s, f))
}

// filling is the form for a course. Without a table of contents the course can be copied whole.
func (w *web) filling(s *screen, name string) (f filling, err error) {
	if f.course, err = subject.Parse(name, subject.Course{}); err != nil {
		return f, err
	}
	return f, s.Run(opCatalogue, func(ctx context.Context) error {
		contents, _, err := w.bank.Catalogue(ctx, f.course)
		if err != nil && ctx.Err() == nil {
			f.missing = fault.From(err)
			return nil
		}
		f.topics = contents.Topics
		return err
	})
}

// form reads what was typed into one of the teacher's forms.
func (s *screen) form() (url.Values, error) {
	s.Request.Body = http.MaxBytesReader(s.Out, s.Request.Body, fillForms)
	if err := s.Request.ParseForm(); err != nil {
		return nil, kit.Unreadable(err, fillForms)
	}
	return s.Request.PostForm, nil
}

// beginFilling begins the copying and leads to where it is followed.
func (w *web) beginFilling(s *screen) error {
	typed, err := s.form()
	if err != nil {
		return err
	}
	if !s.May(opSync) {
		return kit.Denied()
	}
	f, err := w.filling(s, typed.Get(fieldCourse))
	if err != nil {
		return err
	}
	chosen, categories := typed[fieldTopic], []string(nil)
	for _, t := range f.topics {
		for _, c := range t.Categories {
			if slices.Contains(chosen, t.ID) && !slices.Contains(categories, c.ID) {
				categories = append(categories, c.ID)
			}
		}
	}
	if len(chosen) > 0 && len(categories) == 0 {
		return fault.E(fault.Invalid, fault.Say("The topics you ticked are not in the contents of the course.", "Отмеченных тем нет в содержании курса."), nil).
			WithHint(fault.Say("Open the page again and choose anew.", "Откройте страницу ещё раз и выберите заново."))
	}
	return s.Submit(opSync, struct {
		Subject    string   `json:"subject"`
		Categories []string `json:"categories,omitempty"`
		Again      bool     `json:"again,omitzero"`
	}{f.course.String(), categories, typed.Get(fieldAgain) != ""})
}

// filled is what the copying of a course came to.
type filled struct {
	Course     string `json:"course"`
	Total      int    `json:"total"`
	Copied     int    `json:"copied"`
	Fresh      int    `json:"fresh"`
	Problems   int    `json:"problems"`
	Requests   int    `json:"requests"`
	Incomplete bool   `json:"partial_data"`
	Failed     []struct {
		Category string `json:"category_id"`
		Name     string `json:"category_name"`
		cause
	} `json:"failed"`
	Stopped *cause `json:"stopped"`

	course subject.Course
}

// cause is why something was not copied.
type cause struct {
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// works are the long operations of the room.
func (w *web) works() map[string]kit.Work {
	return map[string]kit.Work{opSync: {Title: "work.sync", Answer: func(s *kit.Screen, answer []byte) (templ.Component, error) {
		var f filled
		err := json.Unmarshal(answer, &f)
		if err == nil {
			f.course, err = subject.Parse(f.Course, subject.Course{})
		}
		if err != nil {
			return nil, fmt.Errorf("examweb: what was copied: %w", err)
		}
		return filledAnswer(w.screen(s), f), nil
	}}}
}

// coursesToFill are the courses that can be copied, by exam.
func coursesToFill() []examCourses {
	var list []examCourses
	for _, e := range subject.Exams() {
		one := examCourses{exam: e}
		for _, c := range subject.Courses(e) {
			one.courses = append(one.courses, courseCount{Course: c})
		}
		list = append(list, one)
	}
	return list
}
