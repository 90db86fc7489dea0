package interview

// Complete returns a draft as it would be kept: cleaned, with the needs by id, and with
// the needs, the level and the language that it leaves out read from its texts. Nothing is
// saved.
func (r *Room) Complete(d Draft) (Draft, error) { return d.completed(r.Skills) }
