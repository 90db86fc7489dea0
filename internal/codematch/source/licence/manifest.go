package licence

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"

	"github.com/BurntSushi/toml"
)

// manifestOf is the reader of what a manifest declares, nil for what is none.
func manifestOf(base string) func([]byte) string {
	switch {
	case base == "package.json", base == "composer.json":
		return fromJSON
	case base == "Cargo.toml":
		return fromCargo
	case base == "pyproject.toml":
		return fromPyproject
	case base == "pom.xml":
		return func(body []byte) string { return fromXML(body, "licenses", "license", "name") }
	case strings.HasSuffix(base, ".csproj"):
		return func(body []byte) string { return fromXML(body, "PropertyGroup", "PackageLicenseExpression") }
	}
	return nil
}

// fromJSON reads "license" of npm and Composer: a text, an object with a type, a list that is a
// choice; "licenses" is npm's older spelling.
func fromJSON(body []byte) string {
	var m struct{ License, Licenses json.RawMessage }
	if json.Unmarshal(body, &m) != nil {
		return ""
	}
	for _, raw := range []json.RawMessage{m.License, m.Licenses} {
		if told := anyJSON(raw); told != "" {
			return told
		}
	}
	return ""
}

func anyJSON(raw json.RawMessage) string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return one
	}
	var typed struct{ Type string }
	if json.Unmarshal(raw, &typed) == nil {
		return typed.Type
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return ""
	}
	var all []string
	for _, item := range list[:min(len(list), 8)] {
		var nested []json.RawMessage
		if json.Unmarshal(item, &nested) == nil {
			continue
		}
		if told := anyJSON(item); told != "" {
			all = append(all, told)
		}
	}
	return strings.Join(all, " OR ")
}

func fromCargo(body []byte) string {
	var m struct {
		Package struct {
			License any `toml:"license"` // a table where the workspace says it
		} `toml:"package"`
		Workspace struct {
			Package struct {
				License string `toml:"license"`
			} `toml:"package"`
		} `toml:"workspace"`
	}
	if toml.Unmarshal(body, &m) != nil {
		return ""
	}
	told, ok := m.Package.License.(string)
	if !ok {
		told = m.Workspace.Package.License
	}
	return strings.ReplaceAll(told, "/", " OR ") // as Cargo had it once
}

// fromPyproject reads PEP 639 and PEP 621, then Poetry, then the classifiers.
func fromPyproject(body []byte) string {
	var m struct {
		Project struct {
			License     any      `toml:"license"`
			Classifiers []string `toml:"classifiers"`
		} `toml:"project"`
		Tool struct {
			Poetry struct {
				License string `toml:"license"`
			} `toml:"poetry"`
		} `toml:"tool"`
	}
	if toml.Unmarshal(body, &m) != nil {
		return ""
	}
	switch told := m.Project.License.(type) {
	case string:
		return told
	case map[string]any:
		if text, _ := told["text"].(string); Expression(text) != "" {
			return text
		}
	}
	if m.Tool.Poetry.License != "" {
		return m.Tool.Poetry.License
	}
	for _, c := range m.Project.Classifiers {
		if name, ok := strings.CutPrefix(c, "License :: OSI Approved :: "); ok {
			return name
		}
	}
	return ""
}

// fromXML is the text of the first element at the end of a way below the root.
func fromXML(body []byte, way ...string) string {
	decoder := xml.NewDecoder(bytes.NewReader(body))
	decoder.Strict = false
	at, depth := 0, 0 // elements of the way that are open, all that are
	for {
		token, err := decoder.Token()
		if err != nil {
			return ""
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth++; depth == at+2 && at < len(way) && t.Name.Local == way[at] {
				at++
			}
		case xml.EndElement:
			if depth--; depth == at {
				at = max(at-1, 0)
			}
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); at == len(way) && depth == at+1 && text != "" {
				return text
			}
		}
	}
}
