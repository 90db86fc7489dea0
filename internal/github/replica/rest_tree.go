package replica

import (
	"encoding/base64"
	"net/http"
	"strings"
)

// mostInTree and mostInline are GitHub's: a tree longer is truncated, a file larger comes
// without its content.
const (
	mostInTree = 100_000
	mostInline = 1 << 20
)

type contentLinks struct {
	Self string `json:"self"`
	Git  string `json:"git"`
	HTML string `json:"html"`
}

type content struct {
	Name        string       `json:"name"`
	Path        string       `json:"path"`
	SHA         string       `json:"sha"`
	Size        int          `json:"size"`
	URL         string       `json:"url"`
	HTMLURL     string       `json:"html_url"`
	GitURL      string       `json:"git_url"`
	DownloadURL *string      `json:"download_url"`
	Type        string       `json:"type"`
	Content     *string      `json:"content,omitempty"`
	Encoding    string       `json:"encoding,omitempty"`
	Links       contentLinks `json:"_links"`
}

func (s *Server) contents(w http.ResponseWriter, r *http.Request, k *repository) {
	ref := r.URL.Query().Get("ref")
	switch {
	case k.Head == "":
		writeError(w, http.StatusNotFound, "This repository is empty.", docsREST+"/repos/contents#get-repository-content")
		return
	case !k.at(ref):
		writeError(w, http.StatusNotFound, "No commit found for the ref "+ref, docsREST+"/repos/contents#get-repository-content")
		return
	case k.archive == nil:
		notFound(w, r)
		return
	}
	e := k.archive.byPath[strings.Trim(r.PathValue("path"), "/")]
	if e == nil {
		writeError(w, http.StatusNotFound, "Not Found", docsREST+"/repos/contents#get-repository-content")
		return
	}
	if !e.folder {
		writeJSON(w, http.StatusOK, inline(r, k, e))
		return
	}
	out := []content{}
	for _, c := range e.children {
		out = append(out, describe(r, k, c))
	}
	writeJSON(w, http.StatusOK, out)
}

func describe(r *http.Request, k *repository, e *entry) content {
	at := base(r) + "/repos/" + k.FullName
	c := content{
		Name: e.name(), Path: e.path, SHA: e.hash, Size: len(e.content), Type: "file", URL: at + "/contents/" + e.path + "?ref=" + k.Branch,
		HTMLURL: "https://github.com/" + k.FullName + "/" + e.kind() + "/" + k.Branch + "/" + e.path, GitURL: at + "/git/" + e.kind() + "s/" + e.hash,
	}
	if e.folder {
		c.Type = "dir"
	} else {
		c.DownloadURL = text("https://raw.githubusercontent.com/" + k.FullName + "/" + k.Branch + "/" + e.path)
	}
	c.Links = contentLinks{c.URL, c.GitURL, c.HTMLURL}
	return c
}

// inline is a file with its content, in lines of base64 as GitHub breaks them.
func inline(r *http.Request, k *repository, e *entry) content {
	c := describe(r, k, e)
	c.Content, c.Encoding = new(string), "none"
	if len(e.content) > mostInline {
		return c
	}
	c.Encoding = "base64"
	var out strings.Builder
	coded := base64.StdEncoding.EncodeToString(e.content)
	for len(coded) > 0 {
		n := min(60, len(coded))
		out.WriteString(coded[:n] + "\n")
		coded = coded[n:]
	}
	*c.Content = out.String()
	return c
}

type treeEntry struct {
	Path string `json:"path"`
	Mode string `json:"mode"`
	Type string `json:"type"`
	SHA  string `json:"sha"`
	Size *int   `json:"size,omitempty"`
	URL  string `json:"url"`
}

func (s *Server) tree(w http.ResponseWriter, r *http.Request, k *repository) {
	if k.Head == "" {
		writeError(w, http.StatusConflict, "Git Repository is empty.", docsREST+"/git/trees#get-a-tree")
		return
	}
	if k.archive == nil {
		notFound(w, r)
		return
	}
	e, name := k.archive.root, r.PathValue("sha")
	if !k.at(name) {
		e = k.archive.byHash[name]
	}
	if e == nil || !e.folder {
		notFound(w, r)
		return
	}
	at := base(r) + "/repos/" + k.FullName + "/git/"
	list := []treeEntry{}
	add := func(c *entry) {
		t := treeEntry{Path: strings.TrimPrefix(strings.TrimPrefix(c.path, e.path), "/"), Mode: c.mode(), Type: c.kind(), SHA: c.hash, URL: at + c.kind() + "s/" + c.hash}
		if !c.folder {
			size := len(c.content)
			t.Size = &size
		}
		list = append(list, t)
	}
	if r.URL.Query().Has("recursive") { // whatever its value, on GitHub too
		e.walk(add)
	} else {
		for _, c := range e.children {
			add(c)
		}
	}
	hash := e.hash
	if e == k.archive.root && k.at(name) {
		hash = k.Head
	}
	writeJSON(w, http.StatusOK, struct {
		SHA       string      `json:"sha"`
		URL       string      `json:"url"`
		Tree      []treeEntry `json:"tree"`
		Truncated bool        `json:"truncated"`
	}{hash, at + "trees/" + hash, list[:min(len(list), mostInTree)], len(list) > mostInTree})
}

// tarball sends the client to the archive, which the limits do not count.
func (s *Server) tarball(w http.ResponseWriter, r *http.Request, k *repository) {
	ref := r.PathValue("ref")
	if ref == "" {
		ref = "refs/heads/" + k.Branch
	}
	w.Header().Set("Content-Type", "text/html;charset=utf-8")
	w.Header().Set("Cache-Control", "public, must-revalidate, max-age=0")
	w.Header().Set("Location", codeload(r)+"/"+k.FullName+"/legacy.tar.gz/"+ref)
	w.WriteHeader(http.StatusFound)
}

// download is codeload's.
func (s *Server) download(w http.ResponseWriter, r *http.Request, k *repository) {
	if k.archive == nil || k.Head == "" || !k.at(r.PathValue("ref")) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("404: Not Found"))
		return
	}
	name := k.Owner + "-" + k.Name + "-" + k.Head[:min(len(k.Head), 7)]
	h := w.Header()
	h.Set("Content-Type", "application/x-gzip")
	h.Set("Content-Disposition", "attachment; filename="+name+".tar.gz")
	h.Set("ETag", `"`+k.archive.root.hash+`"`)
	_, _ = w.Write(k.archive.packed)
}
