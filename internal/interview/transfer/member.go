package transfer

import (
	"encoding/json"
	"fmt"

	"kadry/internal/fault"
	"kadry/internal/interview/vacancy"
)

// readMembers reads a vacancy by the exact names of its members: the decoder by itself would
// take "Title" for "title", and of the two the one that comes last.
func readMembers(raw json.RawMessage) (wireVacancy, error) {
	var (
		w    wireVacancy
		c    fault.Check
		have map[string]json.RawMessage
	)
	if json.Unmarshal(raw, &have) != nil || have == nil {
		return w, fault.E(fault.Invalid, fault.Say("A vacancy must be an object.", "Вакансия должна быть объектом."), nil)
	}
	for _, column := range columns {
		textMember(&c, column.name, have[column.name], column.field(&w))
	}
	var needs []map[string]json.RawMessage
	if raw, given := have["needs"]; given && json.Unmarshal(raw, &needs) != nil {
		c.Wrong("needs", fault.Say("must be a list of objects", "должно быть списком объектов"))
	}
	for i, member := range needs {
		var n vacancy.Need
		path := fmt.Sprintf("needs[%d].", i)
		textMember(&c, path+"skill", member["skill"], (*string)(&n.Skill))
		textMember(&c, path+"level", member["level"], (*string)(&n.Level))
		if raw, given := member["weight"]; given && json.Unmarshal(raw, &n.Weight) != nil {
			c.Wrong(path+"weight", fault.Say("must be a number", "должно быть числом"))
		}
		w.Needs = append(w.Needs, n)
	}
	return w, c.Err()
}

// textMember reads a member that is a text; one that is left out or null is empty.
func textMember(c *fault.Check, path string, raw json.RawMessage, into *string) {
	if raw != nil && json.Unmarshal(raw, into) != nil {
		c.Wrong(path, fault.Say("must be a text", "должно быть текстом"))
	}
}
