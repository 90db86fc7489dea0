package cli

import (
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"kadry/internal/fault"
)

// expand replaces @path by the text of the file, @- by the standard input and @@ by one @.
func expand(text string, stdin io.Reader) (expanded string, fromFile bool, err error) {
	path, marked := strings.CutPrefix(text, "@")
	switch {
	case !marked:
		return text, false, nil
	case strings.HasPrefix(path, "@"):
		return path, false, nil
	}
	expanded, err = readSource(path, stdin)
	return expanded, true, err
}

// readSource reads the text of a file, of the standard input for "-".
func readSource(path string, stdin io.Reader) (string, error) {
	var text []byte
	var err error
	if path == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(path)
	}
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "", fault.E(fault.NotFound, fault.Say("There is no file %q.", "Файла %q нет.", path), err).
			WithHint(fault.Say("A value that starts with @ names a file; write @@ for the sign itself.", "Значение, начинающееся с @, указывает файл; для самого знака напишите @@."))
	case err != nil:
		return "", fault.E(fault.Invalid, fault.Say("The file %q cannot be read.", "Не удалось прочитать файл %q.", path), err)
	case !utf8.Valid(text):
		return "", fault.E(fault.Invalid, fault.Say("%q is not UTF-8 text.", "%q не является текстом в кодировке UTF-8.", path), nil)
	}
	return string(text), nil
}
