package fuzzy

// Remove takes a key out, as Put does with the text it replaces.
func (x *Index) Remove(key uint32) { x.remove(key) }
