package developer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// call is a call of an operation over HTTP.
type call struct {
	Address string
	Token   bool // the server asks for one: the caller keeps it in KADRY_TOKEN
	Input   []byte
}

// written is a call in one language.
type written struct {
	id, name, text string
}

// languages are those that calls are written in.
var languages = [...]struct {
	id, name string
	write    func(call) (string, error)
}{
	{"curl", "curl", curl}, {"javascript", "JavaScript", javascript}, {"python", "Python", python}, {"php", "PHP", php}, {"go", "Go", golang},
}

func inAllLanguages(c call) ([]written, error) {
	var list []written
	for _, l := range languages {
		text, err := l.write(c)
		if err != nil {
			return nil, fmt.Errorf("developer: example in %s: %w", l.name, err)
		}
		list = append(list, written{l.id, l.name, text})
	}
	return list, nil
}

// indented is the input over several lines, in the order it was written.
func (c call) indented(prefix, indent string) (string, error) {
	var b bytes.Buffer
	err := json.Indent(&b, c.Input, prefix, indent)
	return b.String(), err
}

// curl is for a POSIX shell.
func curl(c call) (string, error) {
	input, err := c.indented("", "  ")
	lines := []string{"curl -sS " + quoted(c.Address), "-H 'Content-Type: application/json'"}
	if c.Token {
		lines = append(lines, `-H "Authorization: Bearer $KADRY_TOKEN"`)
	}
	lines = append(lines, "-d "+quoted(input))
	return strings.Join(lines, " \\\n  "), err
}

// quoted is a text as one word of a POSIX shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// javascript is a module for Node.js; a JSON text is an expression of the language.
func javascript(c call) (string, error) {
	input, err := c.indented("  ", "  ")
	headers := "'Content-Type': 'application/json'"
	if c.Token {
		headers += ", Authorization: `Bearer ${process.env.KADRY_TOKEN}`"
	}
	return fmt.Sprintf(`const answer = await fetch(%s, {
  method: 'POST',
  headers: { %s },
  body: JSON.stringify(%s),
})
console.log(await answer.json())`, strconv.Quote(c.Address), headers, input), err
}

func python(c call) (string, error) {
	input, err := literal(c.Input, pythonNotation)
	imports, headers := "import json\nimport urllib.request", `"Content-Type": "application/json"`
	if c.Token {
		imports = "import json\nimport os\nimport urllib.request"
		headers += `, "Authorization": "Bearer " + os.environ["KADRY_TOKEN"]`
	}
	return fmt.Sprintf(`%s

request = urllib.request.Request(
    %s,
    data=json.dumps(%s).encode(),
    headers={%s},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer))`, imports, strconv.Quote(c.Address), indentedBy(input, "    "), headers), err
}

// php asks by a stream, which needs no extension.
func php(c call) (string, error) {
	input, err := literal(c.Input, phpNotation)
	headers := `'Content-Type: application/json'`
	if c.Token {
		headers += `, 'Authorization: Bearer ' . getenv('KADRY_TOKEN')`
	}
	return fmt.Sprintf(`<?php
$request = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [%s],
    'content' => json_encode(%s),
    'ignore_errors' => true,
]]);
$answer = file_get_contents(%s, false, $request);
print_r(json_decode($answer, true));`, headers, indentedBy(input, "    "), phpNotation.text(c.Address)), err
}

// golang is a whole program.
func golang(c call) (string, error) {
	input, err := c.indented("\t", "\t")
	body, token, environment := "`"+input+"`", "", ""
	if strings.Contains(input, "`") {
		body = strconv.Quote(input)
	}
	if c.Token {
		environment = "\t\"os\"\n"
		token = "\trequest.Header.Set(\"Authorization\", \"Bearer \"+os.Getenv(\"KADRY_TOKEN\"))\n"
	}
	return fmt.Sprintf(`package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
%s	"strings"
)

func main() {
	body := strings.NewReader(%s)
	request, err := http.NewRequest(http.MethodPost, %s, body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
%s	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}`, environment, body, strconv.Quote(c.Address), token), err
}

func indentedBy(text, indent string) string { return strings.ReplaceAll(text, "\n", "\n"+indent) }
