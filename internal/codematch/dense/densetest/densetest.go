// Package densetest is what every dense.Store promises, and one in memory that keeps it.
package densetest

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kadry/internal/codematch/dense"
	"kadry/internal/codematch/mirror"
)

// Memory is a Store in memory. Its zero value is empty.
type Memory struct {
	mu     sync.Mutex
	spaces map[key]map[string]dense.Vector
	last   map[key]int64
}

type key struct{ tenant, space string }

// Missing implements dense.Store.
func (m *Memory) Missing(_ context.Context, tenant, space string, digests []string) (missing []string, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, d := range digests {
		if _, ok := m.spaces[key{tenant, space}][d]; !ok {
			missing = append(missing, d)
		}
	}
	return missing, nil
}

// Put implements dense.Store.
func (m *Memory) Put(_ context.Context, tenant, space string, vectors []dense.Vector) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.spaces == nil {
		m.spaces, m.last = map[key]map[string]dense.Vector{}, map[key]int64{}
	}
	k := key{tenant, space}
	if m.spaces[k] == nil {
		m.spaces[k] = map[string]dense.Vector{}
	}
	for _, v := range vectors {
		m.last[k]++
		v.Change, v.Values = m.last[k], slices.Clone(v.Values)
		m.spaces[k][v.Digest] = v
	}
	return nil
}

// Load implements dense.Store.
func (m *Memory) Load(_ context.Context, tenant, space string, after int64, limit int) (list []dense.Vector, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if after >= m.last[key{tenant, space}] {
		return nil, nil
	}
	for _, v := range m.spaces[key{tenant, space}] {
		if v.Change > after {
			list = append(list, v)
		}
	}
	slices.SortFunc(list, func(a, b dense.Vector) int { return int(a.Change - b.Change) })
	return list[:min(limit, len(list))], nil
}

// Retain implements dense.Store.
func (m *Memory) Retain(_ context.Context, tenant string, used func(string) bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, of := range m.spaces {
		if k.tenant == tenant {
			maps.DeleteFunc(of, func(d string, _ dense.Vector) bool { return !used(d) })
		}
	}
	return nil
}

// Sweep implements dense.Store.
func (m *Memory) Sweep(_ context.Context, tenant, space string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.spaces, func(k key, _ map[string]dense.Vector) bool { return k.tenant == tenant && k.space != space })
	return nil
}

// Tenants implements dense.Store.
func (m *Memory) Tenants(context.Context) (list []string, _ error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, of := range m.spaces {
		if len(of) > 0 {
			list = append(list, k.tenant)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// Spaces tells how many vectors a tenant has in each space.
func (m *Memory) Spaces(tenant string) map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	counts := map[string]int{}
	for k, of := range m.spaces {
		if k.tenant == tenant && len(of) > 0 {
			counts[k.space] = len(of)
		}
	}
	return counts
}

const acme, other, old, now = "acme", "other", "space-old", "space-now"

// Run checks a Store; open returns an empty one each time.
func Run(t *testing.T, open func(t *testing.T) dense.Store) {
	t.Helper()
	b := bench{t, open(t)}
	none := b.missing(acme, now)
	if len(none) != 3 || len(b.load(acme, now, 0, 10)) > 0 || len(b.tenants()) > 0 {
		t.Errorf("an empty store: missing %v, tenants %v", none, b.tenants())
	}
	b.put(acme, now)
	b.put(acme, now, vector("one", 0.6, 0.8), vector("two", 1, 0))
	b.put(acme, old, vector("one", 1))
	b.put(other, now, vector("three", 0, -1))
	if diff := cmp.Diff([]string{mirror.Digest([]byte("three"))}, b.missing(acme, now)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{acme, other}, b.tenants()); diff != "" {
		t.Error(diff)
	}
	b.follows()
	b.forgets()
}

// follows checks that who goes on behind the last change misses nothing and sees nothing twice.
func (b bench) follows() {
	b.t.Helper()
	all := b.load(acme, now, 0, 10)
	if len(all) != 2 || !slices.Equal(all[0].Values, []float32{0.6, 0.8}) || all[0].Digest != mirror.Digest([]byte("one")) || all[0].Change < 1 || all[1].Change <= all[0].Change {
		b.t.Fatalf("loaded %+v", all)
	}
	if got := b.load(acme, now, 0, 1); len(got) != 1 || got[0].Change != all[0].Change {
		b.t.Errorf("the first of two is %+v", got)
	}
	if got := b.load(acme, now, all[1].Change, 10); len(got) > 0 {
		b.t.Errorf("behind the last change stands %+v", got)
	}
	b.put(acme, now, vector("one", -1, 0))
	got := b.load(acme, now, all[1].Change, 10)
	if len(got) != 1 || !slices.Equal(got[0].Values, []float32{-1, 0}) || len(b.load(acme, now, 0, 10)) != 2 {
		b.t.Errorf("put again it is %+v", got)
	}
}

func (b bench) forgets() {
	b.t.Helper()
	ctx := b.t.Context()
	last := b.load(acme, now, 0, 10)[1].Change
	if err := b.Retain(ctx, acme, func(d string) bool { return d == mirror.Digest([]byte("one")) }); err != nil {
		b.t.Fatal(err)
	}
	if n, o, theirs := len(b.load(acme, now, 0, 10)), len(b.load(acme, old, 0, 10)), len(b.load(other, now, 0, 10)); n != 1 || o != 1 || theirs != 1 {
		b.t.Errorf("in use are %d, in the old space %d, of another tenant %d", n, o, theirs)
	}
	if err := b.Sweep(ctx, acme, now); err != nil {
		b.t.Fatal(err)
	}
	if n, o, theirs := len(b.load(acme, now, 0, 10)), len(b.load(acme, old, 0, 10)), len(b.load(other, now, 0, 10)); n != 1 || o != 0 || theirs != 1 {
		b.t.Errorf("after a sweep there are %d, in the old space %d, of another tenant %d", n, o, theirs)
	}
	if err := b.Retain(ctx, acme, func(string) bool { return false }); err != nil {
		b.t.Fatal(err)
	}
	if diff := cmp.Diff([]string{other}, b.tenants()); diff != "" {
		b.t.Error(diff)
	}
	b.put(acme, now, vector("one", 0, 1))
	if got := b.load(acme, now, last, 10); len(got) != 1 {
		b.t.Errorf("what is put after all was forgotten is missed behind change %d: %+v", last, b.load(acme, now, 0, 10))
	}
	var many []string
	for i := range 1000 {
		many = append(many, mirror.Digest([]byte(strings.Repeat("x", i))))
	}
	if got, err := b.Missing(ctx, acme, now, append(many, mirror.Digest([]byte("one")))); err != nil || !slices.Equal(got, many) {
		b.t.Errorf("%d of 1000 are missing, %v", len(got), err)
	}
}

type bench struct {
	t *testing.T
	dense.Store
}

func vector(text string, values ...float32) dense.Vector {
	return dense.Vector{Digest: mirror.Digest([]byte(text)), Values: values}
}

func (b bench) put(tenant, space string, vectors ...dense.Vector) {
	b.t.Helper()
	if err := b.Put(b.t.Context(), tenant, space, vectors); err != nil {
		b.t.Fatal(err)
	}
}

func (b bench) load(tenant, space string, after int64, limit int) []dense.Vector {
	b.t.Helper()
	list, err := b.Load(b.t.Context(), tenant, space, after, limit)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

// missing asks for three digests.
func (b bench) missing(tenant, space string) []string {
	b.t.Helper()
	var digests []string
	for _, text := range []string{"one", "two", "three"} {
		digests = append(digests, mirror.Digest([]byte(text)))
	}
	list, err := b.Missing(b.t.Context(), tenant, space, digests)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func (b bench) tenants() []string {
	b.t.Helper()
	list, err := b.Tenants(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}
