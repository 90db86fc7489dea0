package document

import (
	"archive/zip"
	"bytes"
	"path"
	"strings"

	"kadry/internal/fault"
)

// supported is the list a refused caller is shown.
const supported = "PDF, DOCX, ODT, RTF, HTML, TXT, Markdown, JSON Resume"

var extensions = map[string]Format{
	".pdf": PDF, ".docx": DOCX, ".docm": DOCX, ".odt": ODT, ".rtf": RTF, ".html": HTML, ".htm": HTML,
	".xhtml": HTML, ".txt": Text, ".text": Text, ".md": Markdown, ".markdown": Markdown, ".json": JSONResume,
}

// headWindow is how far into a file a signature may stand behind junk.
const headWindow = 1024

// detect tells the format by content first, by the extension second.
func detect(name string, data []byte) (Format, error) {
	head := bytes.TrimLeft(bytes.TrimPrefix(data[:min(len(data), headWindow)], []byte("\xEF\xBB\xBF")), " \t\r\n")
	extension := strings.ToLower(path.Ext(name))
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return "", fault.E(fault.Invalid, fault.Say("The file is empty.", "Файл пуст."), nil)
	case bytes.Contains(head, []byte("%PDF-")):
		return PDF, nil
	case bytes.HasPrefix(head, []byte("{\\rtf")):
		return RTF, nil
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return detectZip(data)
	case isCompound(data):
		return "", unsupportedFault("DOC")
	case looksBinary(data):
		if _, ok := extensions[extension]; ok {
			extension = "" // the name lies, so it must not be shown as a kind that is not read
		}
		return "", unsupportedFault(strings.TrimPrefix(extension, "."))
	case looksHTML(head):
		return HTML, nil
	}
	if format, ok := extensions[extension]; ok && format != PDF && format != DOCX && format != ODT && format != RTF {
		return format, nil
	}
	if head[0] == '{' && isJSONResume(data) {
		return JSONResume, nil
	}
	if _, ok := extensions[extension]; ok || extension == "" || !knownBinary[extension] {
		return Text, nil
	}
	return "", unsupportedFault(strings.TrimPrefix(extension, "."))
}

// knownBinary are extensions whose content is never a plain text.
var knownBinary = map[string]bool{
	".doc": true, ".xls": true, ".xlsx": true, ".ppt": true, ".pptx": true, ".png": true, ".jpg": true, ".jpeg": true,
	".gif": true, ".webp": true, ".tif": true, ".tiff": true, ".zip": true, ".rar": true, ".7z": true, ".pages": true,
	".exe": true, ".mp3": true, ".mp4": true,
}

// isCompound recognises the container of the old binary Office formats, and of DOCX files
// under a password.
func isCompound(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"))
}

func looksHTML(head []byte) bool {
	lower := bytes.ToLower(head)
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<meta ", "<title"} {
		if bytes.Contains(lower, []byte(tag)) {
			return true
		}
	}
	return false
}

// looksBinary counts control characters that no text has. UTF-16, whose Latin letters
// carry zero bytes, is told by its mark or by where the zeros stand.
func looksBinary(data []byte) bool {
	sample := data[:min(len(data), 8192)]
	if utf16Order(sample) != nil {
		return false
	}
	control := 0
	for _, c := range sample {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\v' && c != 0x1B {
			control++
		}
	}
	return control*50 > len(sample)
}

// detectZip looks at the names inside: both office formats are zip containers.
func detectZip(data []byte) (Format, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", damagedFault(DOCX, err)
	}
	for i, f := range archive.File {
		if i >= maxEntries {
			break
		}
		switch f.Name {
		case "word/document.xml":
			return DOCX, nil
		case "content.xml":
			return ODT, nil
		case "[Content_Types].xml":
			if hasEntry(archive, "word/") {
				return DOCX, nil
			}
		}
	}
	return "", unsupportedFault("ZIP")
}

func hasEntry(archive *zip.Reader, prefix string) bool {
	for _, f := range archive.File {
		if strings.HasPrefix(f.Name, prefix) {
			return true
		}
	}
	return false
}

func unsupportedFault(got string) error {
	text := fault.Say("This file is in none of the formats read here: %s.",
		"Формат файла не поддерживается. Читаются: %s.", supported)
	if got != "" {
		text = fault.Say("Files of the kind %q are not read. These formats are: %s.",
			"Файлы вида %q не читаются. Читаются: %s.", got, supported)
	}
	return fault.E(fault.Invalid, text, nil).
		WithHint(fault.Say("Save the CV in one of these formats.", "Сохраните резюме в одном из этих форматов."))
}
