package hhjson_test

import (
	"encoding/json"
	"testing"

	"kadry/internal/growth"
	"kadry/internal/market/hhjson"
	"kadry/internal/market/posting"
)

// Files that somebody imports hold whatever they hold, in their texts and as a whole.
func TestGrowth(t *testing.T) {
	t.Run("texts", func(t *testing.T) {
		growth.Check(t, 128<<10, func(text string) {
			one := map[string]any{
				"id": "1", "name": text, "description": text, "employer": map[string]string{"name": text}, "area": map[string]string{"name": text},
				"snippet": map[string]string{"requirement": text}, "key_skills": []map[string]string{{"name": text}}, "published_at": text,
			}
			body, err := json.Marshal(one)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = hhjson.Vacancy(body)
			_, _, _ = hhjson.Items([]byte(`{"items":[` + string(body) + `]}`))
		})
	})
	t.Run("files", func(t *testing.T) {
		growth.Check(t, 256<<10, func(text string) {
			body := []byte(text)
			_, _ = hhjson.Search(body)
			_, _ = hhjson.State(body)
			_, _ = hhjson.Areas(body)
			_, _ = hhjson.Roles(body)
			_, _, _ = hhjson.Items(body)
			hhjson.Lines(body, func(int, posting.Posting, error) bool { return true })
		})
	})
}
