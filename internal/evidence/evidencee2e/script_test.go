package evidencee2e_test

import (
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"kadry/internal/e2e/e2etest"
	"kadry/internal/github/replica"
)

// The scripts of the room know two commands besides those of every script:
//
//	hub [PEOPLE]              start a made-up GitHub, of the small world or with so many people;
//	                          from now on the product asks it
//	ill TROUBLE               make it ill: limit, revoked; or well again
func TestScript(t *testing.T) {
	t.Parallel()
	e2etest.Scripts(t, filepath.Join("testdata", "script"),
		func(env *testscript.Env) { env.Values[hubOfScript{}] = new(*fakeHub) },
		map[string]func(*testscript.TestScript, bool, []string){"hub": scriptHub, "ill": scriptIll})
}

// hubOfScript is the name under which a script keeps its hub.
type hubOfScript struct{}

func scriptHub(ts *testscript.TestScript, neg bool, args []string) {
	const use = "hub [PEOPLE]"
	kept, ok := ts.Value(hubOfScript{}).(**fakeHub)
	e2etest.Expect(ts, neg, ok && len(args) <= 1, use)
	folder := smallWorld()
	if len(args) == 1 {
		folder = ts.MkAbs("world")
		people, err := strconv.Atoi(args[0])
		ts.Check(err)
		ts.Check(writePeople(folder, people))
	}
	h, err := startHub(folder)
	ts.Check(err)
	ts.Defer(h.Close)
	*kept = h
	for name, value := range h.Settings() {
		ts.Setenv(name, value)
	}
}

func scriptIll(ts *testscript.TestScript, neg bool, args []string) {
	const use = "ill limit|revoked|well, after hub"
	kept, ok := ts.Value(hubOfScript{}).(**fakeHub)
	e2etest.Expect(ts, neg, ok && *kept != nil && len(args) == 1, use)
	switch args[0] {
	case "limit":
		(*kept).Break(replica.PrimaryLimit(403, time.Now().Add(20*time.Minute)))
	case "revoked":
		(*kept).Break(replica.BadCredentials())
	case "well":
		(*kept).Heal()
	default:
		ts.Fatalf("usage: %s", use)
	}
}
