package hh

// Expression is what is sent of a text that a person typed.
func Expression(text string) string { return expression(text) }
