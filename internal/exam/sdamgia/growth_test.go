package sdamgia_test

import (
	"fmt"
	"html"
	"os"
	"strings"
	"testing"

	"kadry/internal/exam/sdamgia"
	"kadry/internal/growth"
)

// Pages are made by others: whatever stands in their texts, and whatever they are made of,
// reading them costs no more than their size.
func TestGrowth(t *testing.T) {
	t.Run("texts", func(t *testing.T) {
		growth.Check(t, 128<<10, func(text string) {
			page := fmt.Sprintf(`<div class="prob_maindiv" id="maindiv700000"><div class="nobreak"><span class="prob_nums">Тип 9 № %s</span>
				<div class="pbody" id="body700000"><p>%s</p></div></div><div class="answer">Ответ: %[2]s</div></div>`, link1001, html.EscapeString(text))
			_, _ = sdamgia.Problems(soc, host+"/problem?id=1001", []byte(page))
		})
	})
	for name, read := range map[string]func(text string){
		"problems":    func(text string) { _, _ = sdamgia.Problems(soc, host+"/test?theme=259&print=true", []byte(text)) },
		"variant":     func(text string) { _, _ = sdamgia.VariantPage(soc, host+"/test?id=777", []byte(text)) },
		"catalogue":   func(text string) { _, _ = sdamgia.CataloguePage(soc, host+"/prob_catalog", []byte(text)) },
		"constructor": func(text string) { _, _ = sdamgia.ConstructorJSON(soc, host+"/newapi", []byte(text)) },
		"address":     func(text string) { sdamgia.Locate(host + "/problem?id=" + text) },
	} {
		t.Run(name, func(t *testing.T) { growth.Check(t, 128<<10, read) })
	}
}

// A page of many problems costs what its problems do.
func TestGrowth_manyProblems(t *testing.T) {
	for _, file := range []string{"list_print.html", "list_category.html"} {
		page, err := os.ReadFile("testdata/page/" + file)
		if err != nil {
			t.Fatal(err)
		}
		before, body, found := strings.Cut(string(page), "<body")
		if !found {
			t.Fatalf("%s has no body", file)
		}
		growth.Linear(t, 64*len(body), func(n int) func() {
			long := []byte(before + "<body" + strings.Repeat(body, n/len(body)))
			return func() { _, _ = sdamgia.Problems(soc, host+"/test?theme=259&print=true", long) }
		})
	}
}
