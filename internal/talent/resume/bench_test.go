package resume_test

import (
	"strings"
	"testing"

	"kadry/internal/talent/layout"
)

const benchJob = `
March 2019 – April 2021
Example Telecom, Backend Developer
Built and supported payment services in Go and Python with PostgreSQL, Kafka and Docker; moved forty services to Kubernetes.
- Wrote the deployment pipeline in GitLab CI and Terraform, cut release time from days to hours
- Mentored three colleagues and kept the on-call rota
`

// BenchmarkExtract reads a CV of about five kilobytes, the finder included.
func BenchmarkExtract(b *testing.B) {
	x, _ := newExtractor(b)
	text := "Ann Example\nBackend Developer\nann@mail.example | +49 151 2345 6789 | Berlin\n\nSummary\nEngineer with 10 years of experience in payments.\n\nSkills\nGo, Python, SQL, Docker, Kubernetes, Linux (5 years)\n\nExperience\n" +
		strings.Repeat(benchJob, 12) + "\nEducation\nBSc Computer Science, Example University, 2010 - 2014\n\nLanguages: English (C1), German (native)\n"
	asOf := month(b, "2026-11")
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		x.Extract(layout.Page{Text: text}, asOf)
	}
}
