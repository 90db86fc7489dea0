package talentsql

import (
	"encoding/json"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/skill"
	"kadry/internal/talent/document"
	"kadry/internal/talent/resume"
)

// recordVersion numbers the stored form of a record: the types below and what they mean.
// A change that an older program would misread gets a new number and a decoder for the old.
const recordVersion = 1

// encodeRecord returns the stored form of a record of text, which is stored beside it.
func encodeRecord(r resume.Record, text string) (string, error) {
	w := toWire(r)
	w.shorten(text)
	data, err := json.Marshal(w)
	if err != nil {
		return "", fmt.Errorf("talentsql: encode record: %w", err)
	}
	return string(data), nil
}

func decodeRecord(version int, data, text string) (resume.Record, error) {
	if version != recordVersion {
		return resume.Record{}, fmt.Errorf("record has version %d, this program knows %d", version, recordVersion)
	}
	var w recordWire
	if err := json.Unmarshal([]byte(data), &w); err != nil {
		return resume.Record{}, fmt.Errorf("decode record: %w", err)
	}
	if err := w.lengthen(text); err != nil {
		return resume.Record{}, fmt.Errorf("decode record: %w", err)
	}
	return fromWire(w), nil
}

// encodeLists returns the stored form of tags and document warnings: JSON arrays.
func encodeLists(tags []string, warnings []document.Warning) (tagList, warningList string, err error) {
	t, err := json.Marshal(each(append([]string{}, tags...), func(s string) plain { return plain(s) }))
	if err != nil {
		return "", "", fmt.Errorf("talentsql: encode tags: %w", err)
	}
	w, err := json.Marshal(each(append([]document.Warning{}, warnings...), func(w document.Warning) warningWire {
		return warningWire{Code: plain(w.Code), EN: plain(w.Text.EN), RU: plain(w.Text.RU)}
	}))
	if err != nil {
		return "", "", fmt.Errorf("talentsql: encode warnings: %w", err)
	}
	return string(t), string(w), nil
}

func decodeLists(tagList, warningList string) (tags []string, warnings []document.Warning, err error) {
	if err := json.Unmarshal([]byte(tagList), &tags); err != nil {
		return nil, nil, fmt.Errorf("decode tags: %w", err)
	}
	var w []warningWire
	if err := json.Unmarshal([]byte(warningList), &w); err != nil {
		return nil, nil, fmt.Errorf("decode warnings: %w", err)
	}
	warnings = each(w, func(w warningWire) document.Warning {
		return document.Warning{Code: string(w.Code), Text: fault.Text{EN: string(w.EN), RU: string(w.RU)}}
	})
	return tags, warnings, nil
}

// each maps a list; an absent list stays absent.
func each[From, To any](in []From, fn func(From) To) []To {
	if in == nil {
		return nil
	}
	out := make([]To, len(in))
	for i, v := range in {
		out[i] = fn(v)
	}
	return out
}

func texts(in []string) []plain    { return each(in, func(s string) plain { return plain(s) }) }
func strs(in []plain) []string     { return each(in, func(p plain) string { return string(p) }) }
func ids(in []skill.ID) []plain    { return each(in, func(id skill.ID) plain { return plain(id) }) }
func skills(in []plain) []skill.ID { return each(in, func(p plain) skill.ID { return skill.ID(p) }) }
