package answer_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"kadry/internal/exam/answer"
)

// A number is the same in every spelling and another one beside it is not.
func TestCheck_numberInAnySpelling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Int64Range(-999_999, 999_999).Draw(t, "value")
		places := rapid.IntRange(0, 4).Draw(t, "places")
		key := decimalText(value, places)
		task := answer.Task{Key: key}
		for _, spelling := range []string{
			key, strings.Replace(key, ",", ".", 1), strings.Replace(key, "-", "−", 1), " " + key + ". ",
			"Ответ: " + key, key + " м", "x=" + key, padded(key),
		} {
			if v := answer.Check(task, spelling); v.Outcome != answer.Correct {
				t.Fatalf("%q against %q: %+v", spelling, key, v)
			}
		}
		other := decimalText(value+rapid.Int64Range(1, 50).Draw(t, "shift"), places)
		if v := answer.Check(task, other); v.Outcome != answer.Wrong || v.Fields[0].Mistakes != 0 {
			t.Fatalf("%q against %q: %+v", other, key, v)
		}
	})
}

func decimalText(value int64, places int) string {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
	return strings.Replace(new(big.Rat).SetFrac(big.NewInt(value), scale).FloatString(places), ".", ",", 1)
}

func padded(key string) string {
	digits, negative := strings.CutPrefix(key, "-")
	if strings.Contains(digits, ",") {
		digits += "00"
	}
	if negative {
		return "-00" + digits
	}
	return "+00" + digits
}

// In a choice the mistakes are the distance of two sets, in a row of two words of signs.
func TestCheck_countsMistakesAsDefined(t *testing.T) {
	t.Parallel()
	digits := rapid.SliceOfNDistinct(rapid.IntRange(1, 9), 1, 6, func(i int) int { return i })
	rapid.Check(t, func(t *rapid.T) {
		key, given := digits.Draw(t, "key"), digits.Draw(t, "given")
		common := 0
		for _, d := range given {
			for _, k := range key {
				if d == k {
					common++
				}
			}
		}
		v := answer.Check(answer.Task{Key: glue(key, ""), AnyOrder: true}, glue(given, ", "))
		if want := max(len(key), len(given)) - common; v.Fields[0].Mistakes != want || (v.Outcome == answer.Correct) != (want == 0) {
			t.Fatalf("set %v against %v: %+v, want %d mistakes", given, key, v, want)
		}
		places := max(len(key), len(given))
		for i := range min(len(key), len(given)) {
			if key[i] == given[i] {
				places--
			}
		}
		v = answer.Check(answer.Task{Key: glue(key, ""), Row: true}, glue(given, " "))
		if v.Fields[0].Mistakes != places || (v.Outcome == answer.Correct) != (places == 0) {
			t.Fatalf("row %v against %v: %+v, want %d mistakes", given, key, v, places)
		}
	})
}

func glue(digits []int, separator string) string {
	parts := make([]string, len(digits))
	for i, d := range digits {
		parts[i] = fmt.Sprint(d)
	}
	return strings.Join(parts, separator)
}

// Whatever is given, the verdict is whole, short and holds nothing of the key that the
// answer did not hold itself.
func TestCheck_keepsTheKeyToItself(t *testing.T) {
	t.Parallel()
	key := rapid.OneOf(
		rapid.StringMatching(`-?[1-9][0-9]{3,6}(,[1-9]{2})?`), rapid.StringMatching(`[а-яё]{5,9}(\|[а-яё]{5,9}){0,2}`),
		rapid.StringMatching(`[а-яё]{5,9}&[а-яё]{5,9}`), rapid.StringMatching(`[1-9]{2}, [1-9]{2}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		task := answer.Task{Key: key.Draw(t, "key"), AnyOrder: rapid.Bool().Draw(t, "any"), Row: rapid.Bool().Draw(t, "row")}
		given := rapid.String().Draw(t, "given")
		v := answer.Check(task, given)
		whole(t, v)
		shown, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.FieldsFunc(task.Key, func(r rune) bool { return r == '|' || r == '&' }) {
			if !strings.Contains(given, part) && strings.Contains(string(shown), part) && v.Outcome != answer.Correct {
				t.Fatalf("%q shows %q", shown, part)
			}
		}
	})
}

func whole(t interface {
	Helper()
	Fatalf(string, ...any)
}, v answer.Verdict,
) {
	t.Helper()
	switch v.Outcome {
	case answer.Correct, answer.Form, answer.Partly, answer.Wrong:
		if len(v.Fields) == 0 {
			t.Fatalf("no fields: %+v", v)
		}
	case answer.Uncheckable:
		if v.Reason.EN == "" || v.Reason.RU == "" {
			t.Fatalf("no reason: %+v", v)
		}
	default:
		t.Fatalf("outcome %q", v.Outcome)
	}
	for _, f := range v.Fields {
		if len([]rune(f.Given)) > 400 || f.Mistakes < 0 {
			t.Fatalf("field %+v", f)
		}
		if strings.ContainsFunc(f.Given, unicode.IsControl) {
			t.Fatalf("control characters in %q", f.Given)
		}
	}
}

func FuzzCheck(f *testing.F) {
	for _, seed := range [][2]string{
		{"0,5", "1/2"},
		{"134", "1, 3, 4"},
		{"прошлом&будущем", "прошлом и будущем"},
		{"(−∞; 2]", "(-inf;2]"},
		{"13|31", "3 1"},
		{"её, их", "ее их"},
		{"A ИЛИ B", "b"},
		{"1,40,2", "(1,4±0,2)"},
		{"5 м/с²", "5 м/с^2"},
		{"а) 5; б) 7", "5;7"},
		{"2√3", "2*sqrt3"},
		{"12 345", "12345"},
	} {
		f.Add(seed[0], seed[1], true, false)
		f.Add(seed[0], seed[1], false, true)
		f.Add(seed[0], seed[1], false, false)
	}
	f.Fuzz(func(t *testing.T, key, given string, anyOrder, row bool) {
		task := answer.Task{Key: key, AnyOrder: anyOrder, Row: row}
		whole(t, answer.Check(task, given))
		if kinds := answer.KindsOf(task); len(kinds) > 0 && !strings.ContainsAny(key, "|&\n") && !strings.Contains(strings.ToLower(strings.ToValidUTF8(key, "")), "или") && len([]rune(key)) < 100 {
			if v := answer.Check(task, key); v.Outcome == answer.Wrong {
				t.Fatalf("the key %q is wrong against itself: %+v", key, v)
			}
		}
	})
}

// keys are the answers of genuine problems, kept outside the project.
func keys(t *testing.T, name string) []string {
	t.Helper()
	root := os.Getenv("KADRY_DATA_DIR")
	if root == "" {
		root = filepath.Join("..", "..", "..", "..", "shared", "data")
	}
	raw, err := os.ReadFile(filepath.Join(root, "sdamgia", "datasets", name))
	if err != nil {
		t.Skipf("SKIP: needs genuine keys under KADRY_DATA_DIR: %v", err)
	}
	var byBody map[string]string
	if err := json.Unmarshal(raw, &byBody); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, key := range byBody {
		list = append(list, key)
	}
	return list
}

// TestCheck_genuineKeys marks every variant of 11,628 keys of the exam site as right
// against its own key, in several spellings, and a spoiled one as not right.
func TestCheck_genuineKeys(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"rus-ege_body_answers.json", "math-ege_body_answers.json"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kinds, variants, done := map[string]int{}, 0, map[string]bool{}
			all := keys(t, name)
			for _, key := range all {
				task := answer.Task{Key: key}
				kind := fmt.Sprint(answer.KindsOf(task))
				kinds[kind]++
				if done[key] {
					continue
				}
				done[key] = true
				if kind == "[]" {
					t.Errorf("%q is not understood", key)
				}
				for variant := range strings.SplitSeq(key, "|") {
					if variant == "" {
						continue // a stray bar
					}
					variants++
					for _, spelling := range spellings(variant) {
						if v := answer.Check(task, spelling); v.Outcome != answer.Correct {
							t.Errorf("%q against %q: %+v", spelling, key, v)
						}
					}
					if bad := spoiled(variant); !strings.Contains(key, bad) {
						if v := answer.Check(task, bad); v.Outcome == answer.Correct || v.Outcome == answer.Form {
							t.Errorf("%q against %q: %+v", bad, key, v)
						}
					}
				}
			}
			t.Logf("%d keys, %d different with %d variants, by shape %v", len(all), len(done), variants, kinds)
		})
	}
}

// spellings are ways to write the same answer.
func spellings(variant string) []string {
	list := []string{
		variant, "  " + variant + " ", "Ответ: " + variant, strings.ToUpper(variant), strings.ReplaceAll(variant, "ё", "е"),
		strings.ReplaceAll(variant, "-", "‑"), strings.ReplaceAll(variant, "&", "; "), "\u00ad" + variant + "\u200b.",
	}
	if strings.ContainsFunc(variant, unicode.IsLetter) {
		list = append(list, strings.NewReplacer(" ", "", ",", "").Replace(variant))
	} else if strings.Count(variant, ",") == 1 && !strings.Contains(variant, " ") && strings.Contains(variant, "0,") {
		list = append(list, strings.Replace(variant, ",", ".", 1))
	}
	return list
}

// spoiled changes the last letter or digit.
func spoiled(variant string) string {
	runes := []rune(variant)
	for i := len(runes) - 1; i >= 0; i-- {
		switch r := runes[i]; {
		case r == '9':
			runes[i] = '8'
			return string(runes)
		case r >= '0' && r <= '8':
			runes[i]++
			return string(runes)
		case unicode.IsLetter(r):
			runes[i] = 'ъ'
			return string(runes)
		}
	}
	return variant
}
