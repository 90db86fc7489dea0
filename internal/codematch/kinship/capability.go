package kinship

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed capability.txt
var capabilityText string

// capabilities is what a module is for, by its name in lower case.
var capabilities = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(capabilityText) {
		name, modules, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for module := range strings.FieldsSeq(modules) {
			if _, taken := table[module]; !taken {
				table[module] = name
			}
		}
	}
	return table
})

// longestModule bounds the name of a module in bytes; longer ones are no names.
const longestModule = 200

// capabilityOf is what a module is for, "" when it is not known. The longest name that is known
// decides: io.netty.handler.codec.mqtt is not just io.netty.
func capabilityOf(module string) string {
	table := capabilities()
	name := root(module)
	host, path, hosted := cutHost(name)
	if !hosted {
		return longest(table, name, 1)
	}
	if found := longest(table, name, len(host)); found != "" {
		return found
	}
	return longest(table, path, 1)
}

// longest looks a name up, then what it lies below, down to so many bytes: github.com is not
// a module named github.
func longest(table map[string]string, name string, least int) string {
	for len(name) >= least {
		if found, ok := table[name]; ok {
			return found
		}
		at := strings.LastIndexAny(name, "./")
		if at < 0 {
			return ""
		}
		name = name[:at]
	}
	return ""
}

// cutHost splits "github.com/gorilla/mux" behind its host.
func cutHost(module string) (host, path string, ok bool) {
	host, path, ok = strings.Cut(module, "/")
	return host, path, ok && strings.Contains(host, ".") && path != ""
}

// root is a module's name in lower case with one separator in place of "::" and "\", without a
// version at its end. A path within the repository itself has no root.
func root(module string) string {
	if len(module) > longestModule {
		return ""
	}
	name := strings.ToLower(strings.Trim(module, "\"'<>; \t"))
	if name == "" || name[0] == '.' || name[0] == '/' || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") {
		return ""
	}
	name = strings.NewReplacer("::", "/", "\\", "/").Replace(name)
	name = strings.TrimPrefix(name, "node:")
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".h"), ".hpp")
	if at := strings.LastIndexByte(name, '/'); at > 0 && version(name[at+1:]) {
		name = name[:at]
	}
	return name
}

func version(part string) bool {
	if len(part) < 2 || part[0] != 'v' {
		return false
	}
	for _, r := range part[1:] {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// family is the name by which a module is counted: the package of its ecosystem, not the
// part of it that is used.
func family(module string) string {
	name := root(module)
	if _, path, ok := cutHost(name); ok {
		parts := strings.SplitN(path, "/", 3)
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	if scope, rest, ok := strings.Cut(name, "/"); ok {
		if strings.HasPrefix(scope, "@") {
			part, _, _ := strings.Cut(rest, "/")
			return scope + "/" + part
		}
		return scope
	}
	parts := strings.Split(name, ".")
	if kept := 3; len(parts) > kept {
		return strings.Join(parts[:kept], ".")
	}
	if len(parts) == 2 { // os.path, lodash.merge
		return parts[0]
	}
	return name
}
