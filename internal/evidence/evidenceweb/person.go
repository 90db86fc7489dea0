package evidenceweb

import (
	"regexp"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"kadry/internal/github"
	"kadry/internal/webui/kit"
)

// opRecord is of the room of CVs: what a CV names of addresses and skills.
const opRecord = "get_candidate_details"

// mostAsked is how many skills of a CV public code is asked for.
const mostAsked = 10

// record is what is used of a CV.
type record struct {
	Contacts struct {
		Links []string `json:"links"`
	} `json:"contacts"`
	Record struct {
		Skills []struct {
			Skill string `json:"skill"`
		} `json:"skills"`
	} `json:"record"`
}

// personPanel leads from a person whose CV names an account of GitHub to what their code proves.
func (w *web) personPanel(k *kit.Screen, about kit.Subject) (templ.Component, error) {
	if about.Blind || !k.May(opAnalyze) {
		return nil, nil //nolint:nilnil // nothing to say
	}
	s := w.screen(k)
	var r record
	err := s.Call(opRecord, map[string]any{"candidate_id": about.ID, "sections": []string{"contacts", "skills"}}, &r)
	if err != nil {
		return nil, err
	}
	var asked []question
	for _, login := range logins(r.Contacts.Links) {
		asked = append(asked, question{login: login, skills: r.skills(), repos: usualRepos})
	}
	if len(asked) == 0 {
		return nil, nil //nolint:nilnil // nothing to say
	}
	return personCode(s, asked), nil
}

// logins are the accounts of GitHub among addresses.
func logins(links []string) []string {
	var list []string
	for _, link := range links {
		m := account.FindStringSubmatch(link)
		if m == nil {
			continue
		}
		if login, err := github.CheckLogin(m[1]); err == nil && !slices.ContainsFunc(list, func(known string) bool { return strings.EqualFold(known, login) }) {
			list = append(list, login)
		}
	}
	return list
}

// account is the first part of a path at GitHub, with or without what stands before the host.
var account = regexp.MustCompile(`(?i)^(?:https?://)?(?:www\.|gist\.)?github\.com/([^/?#\s]+)`)

// skills are those that a CV claims.
func (r record) skills() []string {
	var list []string
	for _, one := range r.Record.Skills[:min(len(r.Record.Skills), mostAsked)] {
		list = append(list, one.Skill)
	}
	return list
}
