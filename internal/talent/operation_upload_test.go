package talent_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"kadry/internal/op"
	"kadry/internal/talent"
)

// sentFiles is one upload of one tenant.
type sentFiles struct {
	files fstest.MapFS
	drops int
	fail  error
}

func (s *sentFiles) Keep(_ context.Context, _, _ string, f talent.File) error {
	s.files[talent.FileName(f.Name)] = &fstest.MapFile{Data: f.Data}
	return nil
}

func (s *sentFiles) Files(_ context.Context, tenant, upload string) fs.FS {
	if tenant != "acme" || upload != "u1" {
		return fstest.MapFS{}
	}
	return s.files
}

func (s *sentFiles) Drop(context.Context, string, string, string) error {
	s.drops++
	if s.fail == nil {
		s.files = fstest.MapFS{}
	}
	return s.fail
}

// An upload is taken in and forgotten; an attempt that died after that answers what the one
// before did.
func TestIngestUpload(t *testing.T) {
	t.Parallel()
	b, _ := newBase(t)
	sent := &sentFiles{files: fstest.MapFS{}}
	b.Uploads = sent
	for _, f := range []talent.File{
		{Name: "nina.txt", Data: []byte("Nina Example\nGo developer\n\nSkills\nGo")},
		{Name: `C:\CVs\oleg.txt`, Data: []byte("Oleg Example\nJava developer\n\nSkills\nJava")},
		{Name: ".hidden.png", Data: []byte("\x89PNG\r\n\x1a\n0000")},
	} {
		if err := sent.Keep(t.Context(), "acme", "u1", f); err != nil {
			t.Fatal(err)
		}
	}
	ann := op.Caller{Name: "ann", Tenant: "acme"}
	var point []byte
	ctx := op.WithCheckpoint(t.Context(), nil, func(_ context.Context, p, _ []byte) error { point = p; return nil })
	var first, second struct {
		Total, Added, Duplicates, Rejected int
		Items                              []struct{ File, Status string }
	}
	sent.fail = errors.New("the database went away")
	if err := calledIn(ctx, t, b, ann, "ingest_upload", `{"upload_id":"u1"}`, &first); err == nil {
		t.Fatal("files that stay are no end")
	}
	sent.fail = nil
	ctx = op.WithCheckpoint(t.Context(), point, func(context.Context, []byte, []byte) error { return nil })
	if err := sent.Drop(ctx, "acme", "u1", ""); err != nil {
		t.Fatal(err)
	}
	if err := calledIn(ctx, t, b, ann, "ingest_upload", `{"upload_id":"u1"}`, &second); err != nil {
		t.Fatal(err)
	}
	if second.Total != 3 || second.Added != 2 || second.Rejected != 1 || len(second.Items) != 1 || second.Items[0].File != "_.hidden.png" {
		t.Errorf("%+v after %s", second, point)
	}
	if err := calledIn(t.Context(), t, b, op.Caller{Name: "bob", Tenant: "beta"}, "ingest_upload", `{"upload_id":"u1"}`, &first); err != nil || first.Total != 0 {
		t.Errorf("another tenant: %+v, %v", first, err)
	}
}
