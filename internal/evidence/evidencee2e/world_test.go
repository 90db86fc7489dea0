package evidencee2e_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// vast is a person of writePeople beside the numbered ones, with a repository that is too large to
// be loaded and one that is not.
const vast = "vast-example"

// person is the login of a numbered person of writePeople, from 1.
func person(n int) string { return fmt.Sprintf("person-%02d", n) }

// repositoryOf is the repository that a person of writePeople owns.
func repositoryOf(login string) string { return login + "/tool" }

// writePeople writes a world of so many people into a folder. Each has one repository in Go that
// uses the library cobra.
func writePeople(folder string, people int) error {
	w := world{folder: folder}
	for i := 1; i <= people; i++ {
		w.user(person(i))
		w.repository(repositoryOf(person(i)), 120)
	}
	w.user(vast)
	w.repository(repositoryOf(vast), 120)
	w.repository(vast+"/everything", 3<<20)
	for name, lines := range map[string]*bytes.Buffer{"users.jsonl": &w.users, "repos.jsonl": &w.repos, "contributions.jsonl": &w.contributions} {
		w.put(name, lines.Bytes())
	}
	return w.failed
}

// world is one that is being written.
type world struct {
	folder                      string
	users, repos, contributions bytes.Buffer
	id                          int
	failed                      error
}

func (w *world) put(name string, content []byte) {
	at := filepath.Join(w.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
		w.failed = errors.Join(w.failed, err)
		return
	}
	w.failed = errors.Join(w.failed, os.WriteFile(at, content, 0o600))
}

func (w *world) line(to *bytes.Buffer, fields map[string]any) {
	w.failed = errors.Join(w.failed, json.NewEncoder(to).Encode(fields))
}

func (w *world) user(login string) {
	w.id++
	w.line(&w.users, map[string]any{
		"login": login, "id": 1000 + w.id, "node_id": fmt.Sprintf("U_%d", w.id), "name": strings.ToUpper(login), "created_at": "2020-01-05T08:00:00Z", "type": "User",
	})
}

func (w *world) repository(full string, sizeKB int) {
	w.id++
	owner, name, _ := strings.Cut(full, "/")
	head := fmt.Sprintf("%040x", 0xabc000+w.id)
	w.line(&w.repos, map[string]any{
		"full_name": full, "id": 1000 + w.id, "node_id": fmt.Sprintf("R_%d", w.id), "owner": owner, "owner_type": "User", "name": name,
		"default_branch": "main", "head_sha": head, "created_at": "2023-01-10T09:00:00Z", "pushed_at": "2026-05-20T09:00:00Z", "size_kb": sizeKB,
		"languages": map[string]int{"Go": 4000}, "license_spdx": "MIT", "description": "A tool", "topics": []string{"cli"},
	})
	w.line(&w.contributions, map[string]any{
		"kind": "year", "login": owner, "full_name": full, "year": 2024, "commits": 40, "first_commit_at": "2024-01-10T09:00:00Z", "last_commit_at": "2024-12-10T09:00:00Z",
	})
	w.line(&w.contributions, map[string]any{
		"kind": "total", "login": owner, "full_name": full, "total_commits_by_login": 40, "total_commits_human": 40, "total_commits_all": 40,
		"wrote_root_commit": true, "first_commit_at": "2024-01-10T09:00:00Z", "last_commit_at": "2024-12-10T09:00:00Z",
	})
	w.put("commits/"+owner+"__"+name+".jsonl.gz", w.commits(owner, w.id))
	w.put("tarballs/"+owner+"__"+name+".tar.gz", w.packed(owner+"-"+name+"-"+head[:7]+"/"))
}

// commits are some of the owner's forty; the world's maker fills in the others.
func (w *world) commits(owner string, id int) []byte {
	var out, lines bytes.Buffer
	for i, path := range []string{"main.go", "go.mod", "main.go", "main.go"} {
		w.line(&lines, map[string]any{
			"login": owner, "sha": fmt.Sprintf("%040x", id<<8+i), "authored_at": fmt.Sprintf("2024-%02d-10T09:00:00Z", 1+3*i), "files_total": 1,
			"files": []map[string]any{{"path": path, "additions": 9, "deletions": 1}},
		})
	}
	zipped := gzip.NewWriter(&out)
	_, err := zipped.Write(lines.Bytes())
	w.failed = errors.Join(w.failed, err, zipped.Close())
	return out.Bytes()
}

// packed is an archive as GitHub makes it.
func (w *world) packed(top string) []byte {
	var out bytes.Buffer
	zipped := gzip.NewWriter(&out)
	entries := tar.NewWriter(zipped)
	for _, f := range [][2]string{
		{"go.mod", "module example.org/tool\n\ngo 1.26\n\nrequire github.com/spf13/cobra v1.10.0\n"},
		{"main.go", "package main\n\nimport \"github.com/spf13/cobra\"\n\nfunc main() {\n\troot := &cobra.Command{Use: \"tool\"}\n\troot.AddCommand(&cobra.Command{Use: \"show\"})\n\t_ = root.Execute()\n}\n"},
	} {
		err := entries.WriteHeader(&tar.Header{Name: top + f[0], Mode: 0o644, Size: int64(len(f[1])), Format: tar.FormatPAX})
		if err == nil {
			_, err = entries.Write([]byte(f[1]))
		}
		w.failed = errors.Join(w.failed, err)
	}
	w.failed = errors.Join(w.failed, entries.Close(), zipped.Close())
	return out.Bytes()
}
