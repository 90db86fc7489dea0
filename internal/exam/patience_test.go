package exam_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"kadry/internal/exam/examtest"
	"kadry/internal/fault"
	"kadry/internal/op"
)

// A site that never answers costs no call more than 45 seconds, and what the bank has is
// answered all the same.
func TestOperations_endWhileTheSiteHangs(t *testing.T) {
	t.Parallel()
	var ten []string
	for n := range 10 {
		ten = append(ten, fmt.Sprint(1000+n))
	}
	ids, err := json.Marshal(ten)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		operation, input string
		held             int    // problems the bank holds
		want             string // in the answer, "" where there is none to give
	}{
		"a problem":                {"sdamgia_get_problem", `{"subject":"math","problem_id":"1000"}`, 0, ""},
		"a problem of the bank":    {"sdamgia_get_problem", `{"subject":"math","problem_id":"1000"}`, 1, `"stale":true`},
		"ten problems":             {"sdamgia_batch_get_problems", fmt.Sprintf(`{"subject":"math","problem_ids":%s}`, ids), 0, `"partial_data":true`},
		"ten problems, three held": {"sdamgia_batch_get_problems", fmt.Sprintf(`{"subject":"math","problem_ids":%s}`, ids), 3, `"status":"ok"`},
		"keywords":                 {"sdamgia_search_problems", `{"subject":"math","query":"треть"}`, 4, "did not answer in time"},
		"keywords, nothing held":   {"sdamgia_search_problems", `{"subject":"math","query":"треть"}`, 0, ""},
		"a text":                   {"sdamgia_search_by_text", `{"subject":"math","threshold":0.1,"condition_text":"вспомнилось лишь, что садовник считал саженцы"}`, 4, "did not answer in time"},
		"the catalogue":            {"sdamgia_get_catalog", `{"subject":"math"}`, 4, `"derived":true`},
		"a category":               {"sdamgia_get_category_problems", `{"subject":"math","category_id":"100"}`, 4, ""},
		"a test":                   {"sdamgia_get_test", `{"subject":"math","test_id":"7"}`, 4, ""},
		"an answer":                {"sdamgia_check_answer", `{"subject":"math","problem_id":"1000","answer":"12"}`, 0, ""},
		"a composed test":          {"sdamgia_compose_test", `{"subject":"math","counts":{"1":2}}`, 4, `"missing":{"1":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b, shelf := examtest.NewBank(t, &examtest.Site{Now: func() time.Time { return examtest.Today }, Hold: make(chan struct{})})
				examtest.Put(t, shelf, examtest.Stocked(examtest.Math, c.held), examtest.Today.Add(-60*24*time.Hour))
				start := time.Now()
				result, err := called(t, b, op.Caller{Lang: "en"}, c.operation, c.input, nil)
				if took := time.Since(start); took > 45*time.Second {
					t.Errorf("the call ended after %s", took)
				}
				if c.want == "" {
					if told := fault.From(err); err == nil || told.Kind != fault.Unavailable || !strings.Contains(told.Text.EN, "did not answer in time") {
						t.Errorf("got %s, %v", result.JSON, err)
					}
					return
				}
				if err != nil || !strings.Contains(string(result.JSON), c.want) {
					t.Errorf("want %s in %s, %v", c.want, result.JSON, err)
				}
			})
		})
	}
}
