package replica

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha1" //nolint:gosec // names of objects, as git has them
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

const (
	mostEntries  = 1 << 17   // of one archive
	mostUnpacked = 256 << 20 // bytes of one archive's files together
	deepest      = 64        // folders in one another
)

// archive is a repository's files at its head, as the tarball has them.
type archive struct {
	packed []byte
	root   *entry
	byPath map[string]*entry
	byHash map[string]*entry
}

// entry is a file or a folder under the name git gives it.
type entry struct {
	path     string
	content  []byte // of a file
	runs     bool   // is executable
	children []*entry
	folder   bool
	hash     string
}

func (e *entry) name() string { return e.path[strings.LastIndexByte(e.path, '/')+1:] }

// mode is git's.
func (e *entry) mode() string {
	switch {
	case e.folder:
		return "040000"
	case e.runs:
		return "100755"
	}
	return "100644"
}

func (e *entry) kind() string {
	if e.folder {
		return "tree"
	}
	return "blob"
}

// isBinary is git's own guess: a zero byte near the beginning.
func (e *entry) isBinary() bool {
	return bytes.IndexByte(e.content[:min(len(e.content), 8000)], 0) >= 0
}

// unpack reads a tarball whose entries lie in one folder, as GitHub makes them.
func unpack(packed []byte) (*archive, error) {
	unzipped, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	a := &archive{packed: packed, root: &entry{folder: true}, byHash: map[string]*entry{}}
	a.byPath = map[string]*entry{"": a.root}
	from := tar.NewReader(io.LimitReader(unzipped, mostUnpacked))
	for range mostEntries {
		h, err := from.Next()
		if errors.Is(err, io.EOF) {
			a.root.digest(a)
			return a, nil
		}
		if err != nil {
			return nil, err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		_, path, ok := strings.Cut(strings.TrimPrefix(h.Name, "./"), "/")
		if !ok || !clean(path) {
			return nil, fmt.Errorf("entry %q", h.Name)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			return nil, err
		}
		if err := a.add(path, content, h.Mode&0o111 != 0); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("more than %d entries", mostEntries)
}

func clean(path string) bool {
	if strings.Count(path, "/") >= deepest {
		return false
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}

func (a *archive) add(path string, content []byte, runs bool) error {
	if a.byPath[path] != nil {
		return fmt.Errorf("entry %q again", path)
	}
	e := &entry{path: path, content: content, runs: runs}
	a.byPath[path] = e
	for {
		at := strings.LastIndexByte(path, '/')
		up := path[:max(0, at)]
		parent := a.byPath[up]
		if parent != nil {
			if !parent.folder {
				return fmt.Errorf("entry %q is a file and a folder", up)
			}
			parent.children = append(parent.children, e)
			return nil
		}
		parent = &entry{path: up, folder: true, children: []*entry{e}}
		a.byPath[up] = parent
		e, path = parent, up
	}
}

// digest gives an entry and all below it their git names: the digest of what git would store.
func (e *entry) digest(a *archive) {
	stored, kind := e.content, "blob"
	if e.folder {
		kind = "tree"
		// git orders a folder as if its name ended in a slash
		slices.SortFunc(e.children, func(a, b *entry) int { return strings.Compare(a.sortKey(), b.sortKey()) })
		var out bytes.Buffer
		for _, c := range e.children {
			c.digest(a)
			raw, _ := hex.DecodeString(c.hash) // written by us
			out.WriteString(strings.TrimPrefix(c.mode(), "0") + " " + c.name() + "\x00")
			out.Write(raw)
		}
		stored = out.Bytes()
	}
	h := sha1.New() //nolint:gosec // a name, not a secret
	h.Write([]byte(kind + " " + strconv.Itoa(len(stored)) + "\x00"))
	h.Write(stored)
	e.hash = hex.EncodeToString(h.Sum(nil))
	if a.byHash[e.hash] == nil {
		a.byHash[e.hash] = e
	}
}

func (e *entry) sortKey() string {
	if e.folder {
		return e.name() + "/"
	}
	return e.name()
}

// walk visits everything below an entry in git's order.
func (e *entry) walk(visit func(*entry)) {
	for _, c := range e.children {
		visit(c)
		if c.folder {
			c.walk(visit)
		}
	}
}
