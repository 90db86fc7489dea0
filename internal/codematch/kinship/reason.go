package kinship

func (c *Collection) reasons(a, b *vectors, query, card Card) Reasons {
	return Reasons{}
}
