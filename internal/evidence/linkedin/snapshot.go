package linkedin

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"kadry/internal/fault"
)

const maxElements = 2000 // pages of an answer; the API gives one domain in a few of them

// answer is one response of the member snapshot API.
type answer struct {
	Elements []element `json:"elements"`
	element            // or a page of it alone
}

type element struct {
	Domain string          `json:"snapshotDomain"`
	Data   json.RawMessage `json:"snapshotData"`
}

// readSnapshot reads an answer of the API, or a list of answers, as it pages.
func (d *draft) readSnapshot(body []byte) error {
	d.reading.Source = Snapshot
	elements, err := elementsOf(bytes.TrimSpace(bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))))
	if err != nil {
		return fault.E(fault.Invalid, fault.Say(
			"The file is JSON, but no snapshot of LinkedIn data: elements[] with snapshotDomain and snapshotData are expected.",
			"Это JSON, но не снимок данных LinkedIn: ожидаются elements[] с полями snapshotDomain и snapshotData."), err).WithHint(howToGet)
	}
	tables := map[domain]table{}
	for _, e := range elements {
		kind, ok := domainOf(e.Domain)
		if !ok {
			continue // not decoded: it may be data of other people
		}
		t, ok := tables[kind]
		if !ok {
			t = table{domain: kind, place: fault.Clip(line(e.Domain)), columns: map[string]bool{}}
		}
		d.addRecords(&t, e.Data)
		tables[kind] = t
	}
	if len(tables) == 0 {
		return fault.E(fault.Invalid, fault.Say(
			"The snapshot has no domain that describes the member: PROFILE, POSITIONS, EDUCATION, SKILLS ...",
			"В снимке нет разделов о самом человеке: PROFILE, POSITIONS, EDUCATION, SKILLS …"), nil)
	}
	d.takeAll(tables)
	return nil
}

func elementsOf(body []byte) ([]element, error) {
	var answers []answer
	if bytes.HasPrefix(body, []byte("[")) {
		if err := json.Unmarshal(body, &answers); err != nil {
			return nil, fmt.Errorf("snapshot: %w", err)
		}
	} else {
		var one answer
		if err := json.Unmarshal(body, &one); err != nil {
			return nil, fmt.Errorf("snapshot: %w", err)
		}
		answers = []answer{one}
	}
	var out []element
	for _, a := range answers {
		out = append(out, a.Elements...)
		if a.Domain != "" {
			out = append(out, a.element)
		}
		if len(out) > maxElements {
			return nil, fmt.Errorf("snapshot: more than %d elements", maxElements)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("snapshot: no elements")
	}
	return out, nil
}

// addRecords adds the records of a page of the snapshot. Their titles are those of the
// archive's columns. Values that are neither words nor numbers are left out.
func (d *draft) addRecords(t *table, data json.RawMessage) {
	var records []map[string]json.RawMessage
	if len(data) > 0 && json.Unmarshal(data, &records) != nil {
		d.warn(t.place, fault.Say("The records are of an unknown form and were not read.", "Записи неизвестного вида, не прочитаны."))
		return
	}
	for _, record := range records {
		if len(t.rows) >= maxRows {
			d.warn(t.place, fault.Say("Only the first %d records were read.", "Прочитаны только первые записи: %d.", maxRows))
			return
		}
		if len(record) > maxColumns {
			continue
		}
		one := row{}
		for title, value := range record {
			key := letters(title)
			t.columns[key] = true
			if v := scalar(value); v != "" {
				one[key] = max(one[key], v) // titles that differ in case only: the answer stays the same each time
			}
		}
		if len(one) > 0 {
			t.rows = append(t.rows, one)
		}
	}
}

// scalar is a word or a number as text.
func scalar(value json.RawMessage) string {
	var s string
	if json.Unmarshal(value, &s) == nil {
		return s
	}
	var n float64
	if json.Unmarshal(value, &n) == nil && string(value) != "null" {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return ""
}
