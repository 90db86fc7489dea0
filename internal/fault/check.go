package fault

// Check gathers what is wrong with an input, so that a caller hears everything at once.
type Check struct{ fields []Field }

// Wrong adds a finding about the field at a path.
func (c *Check) Wrong(path string, text Text) {
	c.fields = append(c.fields, Field{Path: path, Text: text})
}

// Err is the Invalid error with every finding, nil when there is none.
func (c *Check) Err() error {
	if len(c.fields) == 0 {
		return nil
	}
	first := c.fields[0]
	e := E(Invalid, Text{EN: first.Path + ": " + first.Text.EN + ".", RU: first.Path + ": " + first.Text.RU + "."}, nil)
	e.Fields = c.fields
	return e
}

// Wrong is the Invalid error of one finding.
func Wrong(path string, text Text) error {
	var c Check
	c.Wrong(path, text)
	return c.Err()
}
