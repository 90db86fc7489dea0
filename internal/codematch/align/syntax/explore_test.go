package syntax

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kadry/internal/codematch/lexer"
)

func TestExplore(t *testing.T) {
	files, _ := filepath.Glob("/work/shared/data/code/*.jsonl.gz")
	for _, f := range files {
		if filepath.Base(f) == "repos.jsonl.gz" || filepath.Base(f) == "bcb-pairs.jsonl.gz" {
			continue
		}
		h, _ := os.Open(f)
		z, _ := gzip.NewReader(h)
		s := bufio.NewScanner(z)
		s.Buffer(nil, 1<<24)
		type st struct {
			raw, all, docs, bad int
			took                time.Duration
		}
		by := map[string]*st{}
		for s.Scan() {
			var d struct{ ID any; Lang, Code, Masked string }
			json.Unmarshal(s.Bytes(), &d)
			src := []byte(d.Code)
			b := time.Now()
			tr := Read(lexer.Language(d.Lang), lexer.Lex(nil, lexer.Language(d.Lang), src), src)
			x := by[d.Lang]
			if x == nil {
				x = &st{}
				by[d.Lang] = x
			}
			Normalise(tr); x.took += time.Since(b)
			x.docs++
			x.raw += tr.Raw
			x.all += tr.All
			if tr.Raw > 0 {
				x.bad++
				if x.bad <= 2 && os.Getenv("SHOW") != "" {
					fmt.Println("----", d.ID, d.Lang, tr.Raw, "\n", d.Code, "\n", tr.Root)
				}
			}
		}
		for l, x := range by {
			fmt.Println(filepath.Base(f), l, "docs", x.docs, "raw", x.raw, "of", x.all, "bad docs", x.bad, "us/doc", x.took.Microseconds()/int64(x.docs))
		}
	}
}
