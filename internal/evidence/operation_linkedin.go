package evidence

import (
	"cmp"
	"context"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"kadry/internal/evidence/linkedin"
	"kadry/internal/fault"
	"kadry/internal/github"
	"kadry/internal/op"
)

// largestProfile is of a file of LinkedIn's, in bytes; an export is a few hundred kilobytes.
const largestProfile = 16 << 20

type profileInput struct {
	URL      string    `json:"linkedin_url,omitzero" max:"500" doc:"Address of the profile; alone it answers which files to ask the member for."`
	File     *fileWire `json:"file,omitzero" doc:"Data export (ZIP), page saved as PDF, or snapshot (JSON)."`
	Path     string    `json:"path,omitzero" max:"1000" doc:"Such a file on this machine."`
	Snapshot string    `json:"snapshot,omitzero" max:"4000000" doc:"Such a snapshot as its JSON text."`
	Jobs     []jobWire `json:"resume_positions,omitempty" max:"100" doc:"Jobs of the CV, as parse_resume_advanced answers them: dates are compared."`
	GitHub   string    `json:"github_username,omitzero" max:"120" doc:"GitHub name: years of commits to organisations are compared with jobs."`
}

type fileWire struct {
	Name    string `json:"name" min:"1" max:"255" doc:"File name."`
	Content string `json:"content" min:"1" max:"24000000" doc:"Bytes in base64."`
}

type jobWire struct {
	Company  string `json:"company" max:"300" doc:"Employer."`
	Position string `json:"position,omitzero" max:"300" doc:"Title."`
	Start    string `json:"start_date,omitzero" max:"10" doc:"YYYY-MM or YYYY."`
	End      string `json:"end_date,omitzero" max:"10" doc:"YYYY-MM or YYYY; empty or present: still there."`
}

type profileOutput struct {
	Valid           bool             `json:"valid" doc:"A profile was read."`
	Status          string           `json:"status" doc:"ok, or needs_member_data."`
	URL             string           `json:"linkedin_url,omitempty"`
	Username        string           `json:"username,omitempty"`
	Name            string           `json:"full_name,omitempty"`
	Headline        string           `json:"headline,omitempty"`
	Location        string           `json:"location,omitempty"`
	Summary         string           `json:"summary,omitempty"`
	Skills          []memberSkill    `json:"skills"`
	Experience      []memberJob      `json:"experience"`
	Years           float64          `json:"total_experience_years,omitzero"`
	Education       []memberSchool   `json:"education"`
	Certifications  []certificate    `json:"certifications"`
	Languages       []memberTongue   `json:"languages"`
	Recommendations *int             `json:"recommendations_count,omitzero"`
	Source          string           `json:"data_source" doc:"export, pdf, snapshot or none."`
	At              time.Time        `json:"extraction_timestamp"`
	Provenance      []provenance     `json:"provenance" doc:"Where each field was found."`
	Unknown         []unknownWire    `json:"unknown" doc:"Fields that the source cannot know, with the reason."`
	Differences     []differenceWire `json:"differences" doc:"Where dates of other sources do not agree."`
	Accepted        []string         `json:"accepted_inputs,omitempty" doc:"What to ask the member for."`
	Warnings        []string         `json:"warnings"`
	Budget          *github.Budget   `json:"budget,omitzero"`
	Note            string           `json:"note,omitempty"`
}

type memberSkill struct {
	Skill        string `json:"skill"`
	Endorsements *int   `json:"endorsement_count,omitzero"`
}

type memberJob struct {
	Company  string `json:"company"`
	Title    string `json:"title,omitempty"`
	Location string `json:"location,omitempty"`
	Start    string `json:"start_date,omitempty"`
	End      string `json:"end_date,omitempty"`
	Current  bool   `json:"current,omitzero"`
	Months   int    `json:"duration_months,omitzero"`
	Text     string `json:"description,omitempty"`
}

type memberSchool struct {
	School string `json:"school"`
	Degree string `json:"degree,omitempty"`
	Field  string `json:"field_of_study,omitempty"`
	Start  int    `json:"start_year,omitzero"`
	End    int    `json:"end_year,omitzero"`
}

type certificate struct {
	Name   string `json:"name"`
	Issuer string `json:"issuing_organization,omitempty"`
	Issued string `json:"issue_date,omitempty"`
	ID     string `json:"credential_id,omitempty"`
	URL    string `json:"credential_url,omitempty"`
}

type memberTongue struct {
	Language string `json:"language"`
	Level    string `json:"proficiency,omitempty"`
}

type provenance struct {
	Field  string   `json:"field"`
	Places []string `json:"places"`
}

type differenceWire struct {
	With   string `json:"with" doc:"resume or github."`
	Kind   string `json:"kind"`
	Months int    `json:"months,omitzero"`
	Text   string `json:"text"`
}

// Condense drops the descriptions of jobs, then the summary.
func (o profileOutput) Condense() (profileOutput, bool) {
	o.Note = "Shortened to fit."
	shorter := o.Summary != ""
	jobs := slices.Clone(o.Experience)
	for i := range jobs {
		shorter = shorter || jobs[i].Text != ""
		jobs[i].Text = ""
	}
	o.Experience, o.Summary = jobs, ""
	return o, shorter
}

func (h *handlers) linkedinProfile() *op.Op {
	return op.New(op.Spec{
		Name: "analyze_linkedin_profile", Toolset: hrToolset, Title: "Read a member's own LinkedIn data", Effect: op.Reads, BodyLimit: 24 << 20,
		Doc: "Reads what a member gives of their LinkedIn profile: data export (ZIP), page saved as PDF, or a snapshot of the portability API, and says for each field " +
			"where it stands. It never scrapes and invents nothing: an address alone answers what to ask the member for. Dates are compared with a CV and GitHub on request.",
		Examples: []op.Example{{Title: "An address alone", Input: `{"linkedin_url":"https://www.linkedin.com/in/nina-example"}`}},
	}, func(ctx context.Context, in profileInput) (profileOutput, error) {
		out := profileOutput{Status: "needs_member_data", Source: "none", At: h.Now().UTC()}
		if in.URL != "" {
			slug, err := linkedin.Slug(in.URL)
			if err != nil {
				return profileOutput{}, err
			}
			out.Username, out.URL = slug, "https://www.linkedin.com/in/"+escapedPath(slug)
		}
		name, body, err := h.profileFile(ctx, in)
		if err != nil {
			return profileOutput{}, err
		}
		if body == nil {
			return needsData(out, in, langOf(ctx))
		}
		profile, reading, err := h.ReadProfile(ctx, name, body)
		if err != nil {
			return profileOutput{}, err
		}
		out.fill(profile, reading, langOf(ctx))
		return out, h.compare(ctx, in, profile, &out)
	})
}

// profileFile is the file that a call brings, one of three ways; nil for none.
func (h *handlers) profileFile(ctx context.Context, in profileInput) (name string, body []byte, err error) {
	given := 0
	for _, there := range []bool{in.File != nil, in.Path != "", in.Snapshot != ""} {
		if there {
			given++
		}
	}
	switch {
	case given > 1:
		return "", nil, fault.E(fault.Invalid, fault.Say("Give one of file, path and snapshot.", "Укажите одно из file, path и snapshot."), nil)
	case in.Snapshot != "":
		return "snapshot.json", []byte(in.Snapshot), nil
	case in.File != nil:
		body, err := base64.StdEncoding.DecodeString(in.File.Content)
		if err != nil {
			return "", nil, fault.Wrong("file.content", fault.Say("not base64", "не base64"))
		}
		return in.File.Name, body, nil
	case in.Path != "":
		return h.readLocal(ctx, in.Path)
	}
	return "", nil, nil
}

func (h *handlers) readLocal(ctx context.Context, path string) (string, []byte, error) {
	root, err := h.openFolder(op.CallerFrom(ctx), filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	defer root.Close()
	name := filepath.Base(path)
	file, err := root.OpenFile(name, os.O_RDONLY, 0)
	if err != nil {
		return "", nil, fault.Wrong("path", fault.Say("%q cannot be read", "файл «%s» не удалось прочитать", fault.Clip(path)))
	}
	defer file.Close()
	body, err := io.ReadAll(io.LimitReader(file, largestProfile+1))
	switch {
	case err != nil:
		return "", nil, fault.Wrong("path", fault.Say("%q cannot be read", "файл «%s» не удалось прочитать", fault.Clip(path)))
	case len(body) > largestProfile:
		return "", nil, fault.E(fault.TooLarge, fault.Say("The file is over %d MB.", "Файл больше %d МБ.", largestProfile>>20), nil)
	}
	return name, body, nil
}

// needsData answers an address alone.
func needsData(out profileOutput, in profileInput, lang string) (profileOutput, error) {
	if in.URL == "" {
		return profileOutput{}, fault.E(fault.Invalid, fault.Say("Give the address of a profile or a file of the member's.", "Укажите адрес профиля или файл от самого человека."), nil)
	}
	for _, t := range []fault.Text{
		fault.Say("Data export: Settings > Data privacy > Get a copy of your data; the ZIP that arrives by mail.",
			"Экспорт данных: Settings > Data privacy > Get a copy of your data; ZIP, который придёт по почте."),
		fault.Say("The profile saved as PDF: More > Save to PDF on the member's own page.", "Профиль в PDF: More > Save to PDF на своей странице."),
		fault.Say("In the EEA and Switzerland: an answer of the Member Data Portability API (JSON).", "В ЕЭЗ и Швейцарии: ответ Member Data Portability API (JSON)."),
	} {
		out.Accepted = append(out.Accepted, t.In(lang))
	}
	why := fault.Say("LinkedIn shows profiles to no program; nothing is guessed.", "LinkedIn не показывает профили программам; ничего не додумывается.").In(lang)
	for _, f := range []linkedin.Field{
		linkedin.FullName, linkedin.Headline, linkedin.Location, linkedin.Skills, linkedin.Experience, linkedin.TotalExperience, linkedin.Schools,
		linkedin.Certificates, linkedin.Recommendations, linkedin.Connections, linkedin.ProfileStrength, linkedin.Posts, linkedin.Engagement,
	} {
		out.Unknown = append(out.Unknown, unknownWire{Field: string(f), Reason: why})
	}
	return out, nil
}

func (o *profileOutput) fill(p linkedin.Profile, r linkedin.Reading, lang string) {
	o.Valid, o.Status, o.Source = true, "ok", string(r.Source)
	o.Username = cmp.Or(p.Username, o.Username)
	o.Name, o.Headline, o.Location, o.Summary = p.FullName, p.Headline, p.Location, p.Summary
	o.Years = float64(p.TotalMonths*10/12) / 10
	o.Recommendations = p.RecommendationCount
	for _, s := range p.Skills {
		o.Skills = append(o.Skills, memberSkill{Skill: s.Name, Endorsements: s.Endorsements})
	}
	for _, e := range p.Experience {
		o.Experience = append(o.Experience, memberJob{
			Company: e.Company, Title: e.Title, Location: e.Location, Start: e.Start.String(), End: e.End.String(), Current: e.Current,
			Months: e.DurationMonths, Text: e.Description,
		})
	}
	for _, e := range p.Education {
		o.Education = append(o.Education, memberSchool{School: e.School, Degree: e.Degree, Field: e.Field, Start: e.StartYear, End: e.EndYear})
	}
	for _, c := range p.Certifications {
		o.Certifications = append(o.Certifications, certificate{Name: c.Name, Issuer: c.Organization, Issued: c.Issued.String(), ID: c.CredentialID, URL: c.URL})
	}
	for _, l := range p.Languages {
		o.Languages = append(o.Languages, memberTongue{Language: l.Name, Level: l.Proficiency})
	}
	for _, from := range r.Origins {
		o.Provenance = append(o.Provenance, provenance{Field: string(from.Field), Places: from.Places})
	}
	for _, u := range r.Unknown {
		o.Unknown = append(o.Unknown, unknownWire{Field: string(u.Field), Reason: u.Reason.In(lang)})
	}
	for _, w := range r.Warnings {
		o.Warnings = append(o.Warnings, w.Place+": "+w.Text.In(lang))
	}
}

// compare sets the jobs beside those of a CV and the years of commits to organisations.
func (h *handlers) compare(ctx context.Context, in profileInput, p linkedin.Profile, out *profileOutput) error {
	lang := langOf(ctx)
	if len(in.Jobs) > 0 {
		jobs, err := positions(in.Jobs)
		if err != nil {
			return err
		}
		for _, d := range linkedin.Compare(p.Experience, jobs) {
			out.Differences = append(out.Differences, differenceWire{With: "resume", Kind: string(d.Kind), Months: d.Months, Text: d.Text.In(lang)})
		}
	}
	if in.GitHub == "" {
		return nil
	}
	login, err := github.CheckLogin(in.GitHub)
	if err != nil {
		return err
	}
	hub, err := h.Open(ctx)
	if err != nil {
		return err
	}
	profile, err := hub.Profile(ctx, login)
	budget := hub.Budget()
	out.Budget = &budget
	if err != nil {
		out.Warnings = append(out.Warnings, "GitHub: "+fault.From(err).Text.In(lang))
		return nil
	}
	for _, d := range linkedin.Compare(p.Experience, commitYears(profile)) {
		if d.Kind == linkedin.StartDiffers || d.Kind == linkedin.EndDiffers { // a job without public code says nothing
			out.Differences = append(out.Differences, differenceWire{With: "github", Kind: string(d.Kind), Months: d.Months, Text: d.Text.In(lang)})
		}
	}
	return nil
}

// commitYears are the years of commits to each other owner, as if it were a job there.
func commitYears(p github.Profile) []linkedin.Position {
	spans := map[string]*linkedin.Position{}
	for repository, years := range p.Own {
		owner, _, _ := strings.Cut(repository, "/")
		if strings.EqualFold(owner, p.User.Login) {
			continue
		}
		for _, y := range years {
			at := spans[owner]
			if at == nil {
				at = &linkedin.Position{Company: owner, Start: linkedin.Month{Year: y.Year}, End: linkedin.Month{Year: y.Year}}
				spans[owner] = at
			}
			at.Start.Year, at.End.Year = min(at.Start.Year, y.Year), max(at.End.Year, y.Year)
		}
	}
	var list []linkedin.Position
	for _, at := range spans {
		list = append(list, *at)
	}
	slices.SortFunc(list, func(a, b linkedin.Position) int { return cmp.Compare(a.Company, b.Company) })
	return list
}

// positions reads the jobs of a CV.
func positions(jobs []jobWire) ([]linkedin.Position, error) {
	var list []linkedin.Position
	var check fault.Check
	for i, j := range jobs {
		p := linkedin.Position{Company: j.Company, Title: j.Position}
		var ok bool
		if p.Start, ok = month(j.Start); !ok {
			check.Wrong("resume_positions["+strconv.Itoa(i)+"].start_date", fault.Say("want YYYY-MM or YYYY", "нужно ГГГГ-ММ или ГГГГ"))
		}
		if p.Current = j.End == "" || strings.EqualFold(j.End, "present"); !p.Current {
			if p.End, ok = month(j.End); !ok {
				check.Wrong("resume_positions["+strconv.Itoa(i)+"].end_date", fault.Say("want YYYY-MM or YYYY", "нужно ГГГГ-ММ или ГГГГ"))
			}
		}
		list = append(list, p)
	}
	return list, check.Err()
}

func month(text string) (linkedin.Month, bool) {
	if text == "" {
		return linkedin.Month{}, true
	}
	for _, layout := range []string{"2006-01", "2006", "2006-01-02"} {
		if at, err := time.Parse(layout, text); err == nil {
			m := linkedin.Month{Year: at.Year()}
			if layout != "2006" {
				m.Month = int(at.Month())
			}
			return m, true
		}
	}
	return linkedin.Month{}, false
}
