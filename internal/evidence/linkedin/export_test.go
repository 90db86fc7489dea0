package linkedin_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/evidence/linkedin"
	"kadry/internal/fault"
)

// annExported is what the whole archive says.
func annExported() linkedin.Profile {
	return linkedin.Profile{
		FullName: "Ann Example", Headline: "Backend engineer at Example Bank", Location: "Oslo, Norway",
		Summary: "Ten years of payments.\nWrite to […] or […].",
		Skills:  []linkedin.Skill{{"Go", new(2)}, {"PostgreSQL", new(0)}, {"Kafka", new(0)}},
		Experience: []linkedin.Position{
			{Company: "Example Bank", Title: "Backend engineer", Description: "Payments, in Go.\nAnd \"more\".", Location: "Oslo, Norway", Start: m(2020, 1), Current: true, DurationMonths: 83},
			{Company: "Sample Telecom", Title: "Engineer", Start: m(2016, 3), End: m(2020, 2), DurationMonths: 48},
			{Company: "Mock Retail", Title: "Intern", Start: m(2015, 0), End: m(2016, 0), DurationMonths: 12},
		},
		TotalMonths:         83 + 46 + 8, // overlaps counted once
		Education:           []linkedin.Education{{School: "Example University", Degree: "MSc", Field: "Statistics", StartYear: 2010, EndYear: 2015}},
		Certifications:      []linkedin.Certification{{Name: "Certified Sampler", Organization: "Example Board", Issued: m(2021, 6), CredentialID: "A-17", URL: "https://certificates.example/1"}},
		Languages:           []linkedin.Language{{Name: "English", Proficiency: "Full professional proficiency"}, {Name: "Норвежский"}},
		RecommendationCount: new(1),
	}
}

func read(t *testing.T, body []byte) (linkedin.Profile, linkedin.Reading) {
	t.Helper()
	profile, reading, err := linkedin.Read("export.zip", body, today)
	if err != nil {
		t.Fatal(err)
	}
	return profile, reading
}

// unknown are the fields a reading could not answer in full.
func unknown(reading linkedin.Reading) (out []linkedin.Field) {
	for _, u := range reading.Unknown {
		if u.Reason.EN == "" || u.Reason.RU == "" {
			return append(out, u.Field+" without a reason")
		}
		out = append(out, u.Field)
	}
	return out
}

var neverKnown = []linkedin.Field{linkedin.SkillsUsed, linkedin.Connections, linkedin.ProfileStrength, linkedin.Posts, linkedin.Engagement}

func TestReadExport(t *testing.T) {
	t.Parallel()
	profile, reading := read(t, fullExport(t))
	if diff := cmp.Diff(annExported(), profile); diff != "" {
		t.Error(diff)
	}
	want := linkedin.Reading{Source: linkedin.Export, AsOf: m(2026, 11), Origins: []linkedin.Origin{
		{linkedin.FullName, []string{"Profile.csv"}},
		{linkedin.Headline, []string{"Profile.csv"}},
		{linkedin.Location, []string{"Profile.csv"}},
		{linkedin.Summary, []string{"Profile.csv"}},
		{linkedin.Skills, []string{"Skills.csv"}},
		{linkedin.Endorsements, []string{"Endorsement_Received_Info.csv"}},
		{linkedin.Experience, []string{"Positions.csv"}},
		{linkedin.TotalExperience, []string{"Positions.csv"}},
		{linkedin.Schools, []string{"Education.csv"}},
		{linkedin.Certificates, []string{"Certifications.csv"}},
		{linkedin.Languages, []string{"Languages.csv"}},
		{linkedin.Recommendations, []string{"Recommendations_Received.csv"}},
	}}
	if diff := cmp.Diff(neverKnown, unknown(reading)); diff != "" {
		t.Error(diff)
	}
	reading.Unknown = nil
	if diff := cmp.Diff(want, reading); diff != "" {
		t.Error(diff)
	}
}

// TestNothingOfOthers looks for names, addresses and contacts in everything that comes out.
func TestNothingOfOthers(t *testing.T) {
	t.Parallel()
	for name, body := range map[string][]byte{"export": fullExport(t), "pdf": englishPage(), "snapshot": snapshot(t)} {
		profile, reading := read(t, body)
		all, err := json.Marshal([]any{profile, reading})
		if err != nil {
			t.Fatal(err)
		}
		for _, kept := range []string{"Secretname", "Hiddenname", "Bob", "Eve", "mail.example", "22 33", "Street", "Jan 1", "0150", "Maiden", "annexample", "PORTFOLIO"} {
			if strings.Contains(string(all), kept) {
				t.Errorf("%s: %q was kept", name, kept)
			}
		}
	}
}

// TestReadExportForms gives the same files in the forms archives come in.
func TestReadExportForms(t *testing.T) {
	t.Parallel()
	only := func(p linkedin.Profile) []string {
		var out []string
		for _, s := range p.Skills {
			out = append(out, s.Name)
		}
		return out
	}
	for name, c := range map[string]struct {
		entries []string
		want    []string
	}{
		"in a folder":              {[]string{"Basic_LinkedInDataExport/Skills.csv", skillsCSV}, []string{"Go", "PostgreSQL", "Kafka"}},
		"other case":               {[]string{"SKILLS.CSV", skillsCSV}, []string{"Go", "PostgreSQL", "Kafka"}},
		"windows folders":          {[]string{`export\skills.csv`, skillsCSV}, []string{"Go", "PostgreSQL", "Kafka"}},
		"the outer one first":      {[]string{"old/Skills.csv", "Name\nCobol\n", "Skills.csv", skillsCSV}, []string{"Go", "PostgreSQL", "Kafka"}},
		"notes before the header":  {[]string{"Skills.csv", "Notes:\n\"Only what you \"\"list\"\", is here.\"\n\nName\nGo\n"}, []string{"Go"}},
		"another column":           {[]string{"Skills.csv", "Added On,name\n2020,Go\n"}, []string{"Go"}},
		"mark and windows lines":   {[]string{"Skills.csv", "\xEF\xBB\xBFName\r\nGo\r\n\r\n"}, []string{"Go"}},
		"quote never closed":       {[]string{"Skills.csv", "Name\nGo\n\"Kafka\n"}, []string{"Go", "Kafka"}},
		"not UTF-8":                {[]string{"Skills.csv", "Name\nGo\xFF\n"}, []string{"Go\uFFFD"}},
		"copies of macOS":          {[]string{"__MACOSX/Skills.csv", "Name\nNo\n", "._Skills.csv", "Name\nNo\n", "Skills.csv", "Name\nGo\n"}, []string{"Go"}},
		"paths out of the archive": {[]string{"../../Skills.csv", "Name\nNo\n", "/Skills.csv", "Name\nNo\n", "C:/Skills.csv", "Name\nNo\n", "x/Skills.csv", "Name\nGo\n"}, []string{"Go"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			profile, _ := read(t, zipOf(t, append(c.entries, "Profile.csv", profileCSV)...))
			if diff := cmp.Diff(c.want, only(profile)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestReadExportLacking says of every file that is missing that its fields are unknown, and
// tells an empty file from a missing one.
func TestReadExportLacking(t *testing.T) {
	t.Parallel()
	profile, reading := read(t, zipOf(t, "Profile.csv", profileCSV, "Skills.csv", "Name\n"))
	if profile.RecommendationCount != nil || profile.TotalMonths != 0 {
		t.Errorf("got %+v", profile)
	}
	want := []linkedin.Field{
		linkedin.Endorsements, linkedin.Experience, linkedin.SkillsUsed, linkedin.TotalExperience, linkedin.Schools, linkedin.Certificates,
		linkedin.Languages, linkedin.Recommendations, linkedin.Connections, linkedin.ProfileStrength, linkedin.Posts, linkedin.Engagement,
	}
	if diff := cmp.Diff(want, unknown(reading)); diff != "" {
		t.Error(diff)
	}
}

func TestReadExportWarnings(t *testing.T) {
	t.Parallel()
	profile, reading := read(t, zipOf(t,
		"Positions.csv", "Company Name,Title,Started On,Finished On\nA Bank,Clerk,soon,\nB Bank,Clerk,Jan 2030,\nC Bank,Clerk,May 2020,May 2019\n,,Jan 2020,\nD Bank,Clerk,Jan 2020,Feb 2020\n",
		"Skills.csv", "Something,Else\nGo,x\n"))
	if len(profile.Experience) != 4 || profile.TotalMonths != 2 {
		t.Errorf("got %+v", profile)
	}
	var got []string
	for _, w := range reading.Warnings {
		got = append(got, w.Place+": "+w.Text.EN)
	}
	want := []string{
		"Skills.csv: The file has no known column titles and was not read.",
		`Positions.csv: "soon" is no date.`,
		`Positions.csv: The dates of "Clerk" at "A Bank" ( to ) cannot be counted.`,
		`Positions.csv: The dates of "Clerk" at "B Bank" (2030-01 to ) cannot be counted.`,
		`Positions.csv: The dates of "Clerk" at "C Bank" (2020-05 to 2019-05) cannot be counted.`,
		"Positions.csv: Record 4 was left out: it has no name.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// snapshot is the archive's data as the API gives it.
func snapshot(t testing.TB) []byte {
	t.Helper()
	type records []map[string]any
	element := func(domain string, data any) map[string]any {
		return map[string]any{"snapshotDomain": domain, "snapshotData": data}
	}
	body, err := json.Marshal(map[string]any{"paging": map[string]any{"start": 0}, "elements": []any{
		element("PROFILE", records{{"First Name": "Ann", "Last Name": "Example", "Maiden Name": "Sample", "Address": "1 Sample Street", "Birth Date": "Jan 1", "Headline": "Backend engineer at Example Bank", "Summary": "Ten years of payments.\nWrite to ann@mail.example or +47 22 33 44 55 66.", "Geo Location": "Oslo, Norway", "Zip Code": 150}}),
		element("POSITIONS", records{
			{"Company Name": "Example Bank", "Title": "Backend engineer", "Description": "Payments, in Go.\nAnd \"more\".", "Location": "Oslo, Norway", "Started On": "Jan 2020", "Finished On": nil},
			{"Company Name": "Sample Telecom", "Title": "Engineer", "Started On": "Mar 2016", "Finished On": "Feb 2020"},
		}),
		element("POSITIONS", records{{"Company Name": "Mock Retail", "Title": "Intern", "Started On": 2015, "Finished On": "2016"}}),
		element("EDUCATION", records{{"School Name": "Example University", "Start Date": "2010", "End Date": "2015", "Degree Name": "MSc, Statistics"}}),
		element("SKILLS", records{{"Name": "Go"}, {"Name": "PostgreSQL"}, {"Name": "Kafka"}}),
		element("LANGUAGES", records{{"Name": "English", "Proficiency": "Full professional proficiency"}, {"Name": "Норвежский", "Proficiency": ""}}),
		element("CERTIFICATIONS", records{{"Name": "Certified Sampler", "Url": "https://certificates.example/1", "Authority": "Example Board", "Started On": "Jun 2021", "License Number": "A-17"}}),
		element("Recommendations_Received", records{{"First Name": "Bob", "Last Name": "Secretname", "Text": "Ann is good, says Bob.", "Status": "VISIBLE"}, {"First Name": "Eve", "Last Name": "Hiddenname", "Status": "HIDDEN"}}),
		element("ENDORSEMENT_RECEIVED_INFO", records{{"Skill Name": "Go", "Endorser First Name": "Bob", "Endorsement Status": "ACCEPTED"}, {"Skill Name": "go", "Endorsement Status": "ACCEPTED"}, {"Skill Name": "Kafka", "Endorsement Status": "REJECTED"}}),
		element("CONNECTIONS", "not even decoded: Bob Secretname"),
	}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// TestReadSnapshot expects what the archive with the same data says.
func TestReadSnapshot(t *testing.T) {
	t.Parallel()
	body := snapshot(t)
	for name, body := range map[string][]byte{"one answer": body, "a list of answers": append(append([]byte(" ["), body...), ']')} {
		profile, reading := read(t, body)
		if diff := cmp.Diff(annExported(), profile); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if reading.Source != linkedin.Snapshot || len(reading.Warnings) > 0 {
			t.Errorf("%s: %+v", name, reading)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	export := fullExport(t)
	many := make([]string, 0, 200_000)
	for i := range 100_000 {
		many = append(many, fmt.Sprintf("f%d", i), "")
	}
	encrypted := bytes.ReplaceAll(zipOf(t, "Profile.csv", profileCSV), []byte("PK\x01\x02\x14\x00\x14\x00\x08\x00"), []byte("PK\x01\x02\x14\x00\x14\x00\x09\x00"))
	page := englishPage()
	plain := &sheet{}
	plain.page()
	plain.column(mainAt, 740, set{15.75, "Experience"}, set{12, "Some other document"})
	for name, c := range map[string]struct {
		body []byte
		kind fault.Kind
	}{
		"nothing":              {nil, fault.Invalid},
		"text":                 {[]byte("Ann Example, engineer"), fault.Invalid},
		"other archive":        {zipOf(t, "word/document.xml", "<x/>"), fault.Invalid},
		"nested archive":       {zipOf(t, "export.zip", string(export)), fault.Invalid},
		"other people alone":   {zipOf(t, "Connections.csv", connectionsCSV, "messages.csv", connectionsCSV), fault.Invalid},
		"empty files":          {zipOf(t, "Profile.csv", "", "Skills.csv", "Name\n"), fault.Invalid},
		"encrypted":            {encrypted, fault.Invalid},
		"cut off":              {export[:len(export)/2], fault.Invalid},
		"bomb":                 {zipOf(t, "Profile.csv", strings.Repeat(" ", 8<<20)), fault.TooLarge},
		"100,000 entries":      {zipOf(t, many...), fault.TooLarge},
		"other JSON":           {[]byte(`{"basics": {"name": "Ann"}}`), fault.Invalid},
		"broken JSON":          {[]byte(`{"elements": [`), fault.Invalid},
		"deep JSON":            {bytes.Repeat([]byte("["), 1<<20), fault.Invalid},
		"snapshot of others":   {[]byte(`{"elements": [{"snapshotDomain": "CONNECTIONS", "snapshotData": [{"First Name": "Bob"}]}]}`), fault.Invalid},
		"snapshot of numbers":  {[]byte(`{"elements": [{"snapshotDomain": "PROFILE", "snapshotData": 7}]}`), fault.Invalid},
		"cut PDF":              {page[:len(page)/3], fault.Invalid},
		"PDF that is no sheet": {plain.bytes(), fault.Invalid},
		"PDF mark alone":       {[]byte("%PDF-1.4\n"), fault.Invalid},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			profile, _, err := linkedin.Read("file", c.body, today)
			if err == nil {
				t.Fatalf("read as %+v", profile)
			}
			refused := fault.From(err)
			if refused.Kind != c.kind || refused.Text.EN == "" || refused.Text.RU == "" {
				t.Errorf("got %v", err)
			}
		})
	}
}
