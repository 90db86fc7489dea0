package resume

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"strconv"

	"kadry/internal/skill"
	"kadry/internal/talent/assertion"
)

// rulesVersion numbers the code of the rules. Whoever changes what a text is read as raises
// it; changes of the word tables and of the taxonomy count by themselves.
const rulesVersion = 4

// Version names the rules, tables and taxonomy that a record is made by: a record that
// another version made may read differently now.
func (e *Extractor) Version() string { return e.version }

// versionOf is the number of the rules and a digest of the data they work with.
func versionOf(g *skill.Graph, assertions *assertion.Model) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\x00", g.Version())
	sum.Write(assertions.Bytes())
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		fmt.Fprintf(sum, "%s\x00%d\x00", path, len(data))
		sum.Write(data)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("resume: version of the tables: %w", err)
	}
	return strconv.Itoa(rulesVersion) + "-" + hex.EncodeToString(sum.Sum(nil)[:6]), nil
}
