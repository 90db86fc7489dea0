package webhook

// Weak makes a secret of any key, published and short ones too.
func Weak(key string) Secret { return Secret{&material{key: key, text: key}} }
