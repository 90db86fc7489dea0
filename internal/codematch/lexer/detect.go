package lexer

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-enry/go-enry/v2"
)

// extensions tell a language for certain.
var extensions = map[string]Language{
	".py": Python, ".pyi": Python, ".pyw": Python,
	".js": JavaScript, ".mjs": JavaScript, ".cjs": JavaScript, ".jsx": JavaScript,
	".mts": TypeScript, ".cts": TypeScript, ".tsx": TypeScript,
	".java": Java,
	".go":   Go,
	".c":    C,
	".cc":   CPP, ".cpp": CPP, ".cxx": CPP, ".c++": CPP, ".hpp": CPP, ".hh": CPP, ".hxx": CPP, ".ipp": CPP, ".cu": CPP,
	".csx": CSharp,
	".php": PHP, ".phtml": PHP,
	".rb": Ruby, ".rake": Ruby, ".gemspec": Ruby, ".ru": Ruby,
}

// languages are the names that Linguist has for the known ones.
var languages = map[string]Language{
	"Python": Python, "JavaScript": JavaScript, "TypeScript": TypeScript, "TSX": TypeScript, "Java": Java, "Go": Go, "C": C, "C++": CPP, "Cuda": CPP,
	"C#": CSharp, "Rust": Rust, "PHP": PHP, "Hack": PHP, "Ruby": Ruby,
}

// classified is how much of a file tells languages with one extension apart, in bytes.
const classified = 16 << 10

// Detect tells the language of a file by its path and its first bytes, all of them when they
// are at hand. It answers false for what is no code; code in a language that is not known
// has none.
func Detect(name string, head []byte) (Language, bool) {
	if lang, ok := extensions[strings.ToLower(path.Ext(name))]; ok {
		return lang, true
	}
	head = head[:min(len(head), classified)]
	if path.Ext(name) == "" && !bytes.HasPrefix(head, []byte("#!")) {
		if _, known := enry.GetLanguageByFilename(name); !known {
			return "", false
		}
	}
	found := enry.GetLanguage(path.Base(name), head)
	if lang, ok := languages[found]; ok {
		return lang, true
	}
	return "", found != "" && enry.GetLanguageType(found) == enry.Programming
}
