package place

import (
	"slices"
	"strings"
)

// remoteWords begin the words for remote work; remoteAround go with them.
var (
	remoteWords  = []string{"удален", "удалён", "дистанцион", "remote", "wfh", "anywhere"}
	remoteAround = []string{"работа", "работу", "работы", "формат", "полностью", "можно", "work", "job", "jobs", "fully", "only", "из", "дома", "или", "or"}
)

// withoutRemote parts the words for remote work from the name of a place.
func withoutRemote(asked string) (rest string, remote bool) {
	lower := strings.ToLower(asked)
	if strings.Contains(lower, "из дома") || strings.Contains(lower, "home office") || strings.Contains(lower, "work from home") {
		return "", true
	}
	var kept []string
	for w := range strings.FieldsSeq(asked) {
		word := keyOf(w)
		if slices.ContainsFunc(remoteWords, func(p string) bool { return strings.HasPrefix(word, p) }) {
			remote = true
			continue
		}
		kept = append(kept, w)
	}
	if !remote {
		return asked, false
	}
	kept = slices.DeleteFunc(kept, func(w string) bool { return slices.Contains(remoteAround, keyOf(w)) })
	return strings.Join(kept, " "), true
}
