package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// writeCVs puts n short CVs of invented people into a folder.
func writeCVs(t testing.TB, folder string, n int) {
	t.Helper()
	for i := range n {
		name := filepath.Join(folder, fmt.Sprintf("cv-%03d.txt", i))
		if err := os.WriteFile(name, []byte(shortCV(i)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// shortCV is the CV of invented person number i; no two are alike.
func shortCV(i int) string {
	name := givenNames[i%len(givenNames)] + " " + familyNames[i/len(givenNames)%len(familyNames)]
	return fmt.Sprintf(`%s
Go developer
%s

Skills
Go, PostgreSQL, Docker, Kubernetes

Experience
March 2019 - present
Sample Works No %d, Go developer
Services with Go and PostgreSQL, deployed to Kubernetes.

Education
2014 - 2018, Sample University, Bachelor of Computer Science
`, name, address(i), i)
}

// address is the e-mail address of invented person number i.
func address(i int) string { return fmt.Sprintf("person-%03d@example.org", i) }

var (
	givenNames  = []string{"Alma", "Boris", "Clara", "Denis", "Edith", "Felix", "Greta", "Hugo", "Irma", "Jonas"}
	familyNames = []string{"Ashdown", "Birchall", "Cotterill", "Dunmore", "Elmsley", "Fairbrook", "Glenfield", "Hartwell", "Inglewood", "Jessop"}
)
