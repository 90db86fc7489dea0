package cache

import (
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"
)

// entryBytes is what an entry costs beside its key and value, about.
const entryBytes = 128

// memory keeps values in this process.
type memory struct {
	entries *otter.Cache[string, entry]
}

type entry struct {
	value []byte
	keep  time.Duration
}

func newMemory(limit int64, now func() time.Time) (*memory, error) {
	options := &otter.Options[string, entry]{
		MaximumWeight:    uint64(limit),
		Weigher:          func(key string, e entry) uint32 { return uint32(entryBytes + len(key) + len(e.value)) },
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[string, entry]) time.Duration { return e.Value.keep }),
		Logger:           &otter.NoopLogger{}, // it tells of loaders and stored files, which are not used
	}
	if now != nil {
		options.Clock = clock{now}
	}
	entries, err := otter.New(options)
	if err != nil {
		return nil, fmt.Errorf("cache: memory: %w", err)
	}
	return &memory{entries}, nil
}

func (m *memory) get(key string) ([]byte, bool) {
	e, found := m.entries.GetIfPresent(key)
	return e.value, found
}

func (m *memory) set(key string, value []byte, keep time.Duration) {
	m.entries.Set(key, entry{value, keep})
}

func (m *memory) delete(key string) { m.entries.Invalidate(key) }

func (m *memory) clear() { m.entries.InvalidateAll() }

func (m *memory) bytes() int64 { return int64(m.entries.WeightedSize()) }

func (m *memory) close() {
	m.entries.StopAllGoroutines()
	m.clear()
}

// clock is a clock of the caller's. It never ticks: nobody can say when its time has passed.
type clock struct{ now func() time.Time }

func (c clock) NowNano() int64 { return c.now().UnixNano() }

func (c clock) Tick(time.Duration) <-chan time.Time { return nil }
