package talentsql

import (
	"encoding/json"
	"fmt"

	"kadry/internal/store"
	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

// recordVersion numbers the stored form of a record: the tags of resume.Record and what they
// mean. Months count from January of year 0; start and end are byte offsets into the
// candidate's text. A quote, a surface and the text of a position that stand in that text are
// not stored again: see shorten. A change that an older program would misread gets a new
// number and a decoder for the old.
const recordVersion = 1

// encodeRecord returns the stored form of a record of text, which is stored beside it.
func encodeRecord(r resume.Record, text string) (string, error) {
	r = store.Cleaned(r)
	shorten(&r, text)
	data, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("talentsql: encode record: %w", err)
	}
	return string(data), nil
}

func decodeRecord(version int, data, text string) (r resume.Record, err error) {
	if version != recordVersion {
		return resume.Record{}, fmt.Errorf("record has version %d, this program knows %d", version, recordVersion)
	}
	if err := json.Unmarshal([]byte(data), &r); err != nil {
		return resume.Record{}, fmt.Errorf("decode record: %w", err)
	}
	if err := readPrecision(&r, data); err != nil {
		return resume.Record{}, fmt.Errorf("decode record: %w", err)
	}
	if err := lengthen(&r, text); err != nil {
		return resume.Record{}, fmt.Errorf("decode record: %w", err)
	}
	return r, nil
}

// readPrecision reads how exactly jobs are dated from records of rules before the second
// version, which said it once for both ends.
func readPrecision(r *resume.Record, data string) error {
	var old struct {
		Positions []struct {
			Precision string `json:"precision"`
		} `json:"positions"`
	}
	if err := json.Unmarshal([]byte(data), &old); err != nil {
		return err
	}
	for i, p := range old.Positions {
		if p.Precision == "year" {
			r.Positions[i].FromYear = true
			r.Positions[i].ToYear = !r.Positions[i].Current
		}
	}
	return nil
}

// encodeLists returns the stored form of tags and document warnings: JSON arrays. Warnings of
// a document are stored like those of a record.
func encodeLists(tags []string, warnings []document.Warning) (tagList, warningList string, err error) {
	t, err := json.Marshal(store.Cleaned(append([]string{}, tags...)))
	if err != nil {
		return "", "", fmt.Errorf("talentsql: encode tags: %w", err)
	}
	list := make([]resume.Warning, len(warnings))
	for i, w := range warnings {
		list[i] = resume.Warning(w)
	}
	w, err := json.Marshal(store.Cleaned(list))
	if err != nil {
		return "", "", fmt.Errorf("talentsql: encode warnings: %w", err)
	}
	return string(t), string(w), nil
}

func decodeLists(tagList, warningList string) (tags []string, warnings []document.Warning, err error) {
	if err := json.Unmarshal([]byte(tagList), &tags); err != nil {
		return nil, nil, fmt.Errorf("decode tags: %w", err)
	}
	var list []resume.Warning
	if err := json.Unmarshal([]byte(warningList), &list); err != nil {
		return nil, nil, fmt.Errorf("decode warnings: %w", err)
	}
	if list == nil {
		return tags, nil, nil
	}
	warnings = make([]document.Warning, len(list))
	for i, w := range list {
		warnings[i] = document.Warning(w)
	}
	return tags, warnings, nil
}
