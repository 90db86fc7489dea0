package evidenceweb_test

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"kadry/internal/evidence"
	"kadry/internal/github/api"
	"kadry/internal/github/replica"
	"kadry/internal/op"
	"kadry/internal/upstream"
	"kadry/internal/webui/webtest"
)

// replicaToken is the token that the copy of GitHub takes.
const replicaToken = "replica"

// servers are the addresses of the pages over made-up people.
func servers(t *testing.T) any {
	t.Helper()
	return map[string]string{"evidence": webtest.Serve(t, house(t))}
}

// copied is the pages over a copy of GitHub, asked by the program's own client.
func copied(t *testing.T) string {
	t.Helper()
	world, err := replica.Load("../../github/replica/testdata/small")
	if err != nil {
		t.Fatal(err)
	}
	server := replica.New(world, replica.Options{Tokens: []string{replicaToken}, Latency: 20 * time.Millisecond, Now: now})
	listening := [2]*httptest.Server{httptest.NewServer(server), httptest.NewServer(server)} // two hosts, as GitHub has
	for _, l := range listening {
		t.Cleanup(l.Close)
	}
	apiBase, archives := server.APIBase(listening[0].URL), server.CodeloadBase(listening[1].URL)
	up, err := upstream.New(upstream.Config{Policies: api.Policies(apiBase, archives)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { up.Close() })
	client, err := api.New(api.Config{
		Upstream: up, API: apiBase, Archives: archives, Folder: t.TempDir(), Now: now,
		Token: func() (string, error) { return replicaToken, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	open := func(ctx context.Context) (evidence.Hub, error) { return client.Session(ctx) }
	return webtest.Serve(t, newHouse(t, open, op.Caller{Name: "reader", Tenant: "default", ReadOnly: true}))
}

func TestBrowser_asksAndCompares(t *testing.T) {
	webtest.Chromium(t)
	webtest.Drive(t, "browser/evidence.mjs", copied(t))
}

func TestBrowser_everyPageIsAccessible(t *testing.T) {
	webtest.Chromium(t)
	webtest.Audit(t, "browser/pages.mjs", servers(t))
}

func TestPictures(t *testing.T) {
	webtest.Pictures(t, "browser/pages.mjs", func() any { return servers(t) })
}
