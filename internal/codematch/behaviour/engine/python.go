package engine

func describePython(p Program) (Signature, error) {
	return Signature{}, &Refusal{OtherLanguage, string(p.Language)}
}

func loadPython(r Request) (callable, error) {
	return nil, &Refusal{OtherLanguage, string(r.Program.Language)}
}
