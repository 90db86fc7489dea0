package dense

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"kadry/internal/codematch/mirror"
	"kadry/internal/fault"
)

// Budget bounds one Fill; what it leaves the next one goes on with.
type Budget struct {
	Texts int // asked of the endpoint; 0 is unbounded
}

// Filled is what a Fill came to.
type Filled struct {
	Space   string // empty where the endpoint did not answer
	Texts   int    // that the units of the tenant have, each counted once
	Made    int    // vectors
	Refused int    // texts that the endpoint does not take
	Left    int    // texts without a vector that are still to be asked for
}

const (
	textsAtATime = 64
	// probe finds out the dimension that the endpoint gives now.
	probe = "func add(a, b int) int { return a + b }"
	// mostRestarts bounds an endpoint that gives another dimension every time.
	mostRestarts = 2
)

// Fill makes the vectors that the units of a tenant have not got yet, and forgets those of code
// that is gone. What was made stays when it ends early, by the budget, by ctx or by a failure:
// the next Fill goes on from there. When all are made, vectors of other spaces go.
//
// The error is fault.Unavailable where the endpoint gives no vectors. progress, which may be
// nil, is told how many texts are done of those that had no vector at the beginning.
func (x *Index) Fill(ctx context.Context, tenant string, budget Budget, progress func(done, total int)) (Filled, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	parts, err := x.parts(ctx, tenant)
	if err != nil {
		return Filled{}, fmt.Errorf("dense: fill: %w", err)
	}
	f := &filling{Index: x, tenant: tenant, parts: parts, left: budget.Texts, bounded: budget.Texts > 0, progress: progress, refused: map[digest]bool{}}
	f.collect()
	if err := x.store.Retain(ctx, tenant, func(text string) bool { return f.used[readDigest(text)] }); err != nil {
		return Filled{}, fmt.Errorf("dense: fill: %w", err)
	}
	err = f.run(ctx)
	return f.out, err
}

// parts are the units of a tenant.
func (x *Index) parts(ctx context.Context, name string) ([]*part, error) {
	t := x.tenant(name)
	if err := t.take(ctx); err != nil {
		return nil, err
	}
	defer t.leave()
	return x.read(ctx, name, t)
}

// filling is one Fill.
type filling struct {
	*Index
	tenant   string
	parts    []*part
	left     int // of the budget
	bounded  bool
	progress func(done, total int)

	used      map[digest]bool
	order     []string // digests in order of places, each once
	missing   map[digest]bool
	total     int
	refused   map[digest]bool
	space     string
	dimension int
	out       Filled
}

func (f *filling) collect() {
	f.used = map[digest]bool{}
	for _, p := range f.parts {
		for _, u := range p.units {
			if !f.used[u.digest] {
				f.used[u.digest] = true
				f.order = append(f.order, u.digest.String())
			}
		}
	}
	f.out.Texts, f.out.Left = len(f.order), len(f.order)
}

// errChanged is an endpoint that gives another dimension than before.
var errChanged = errors.New("the dimension changed")

// run fills the space that the endpoint speaks of now, and another one where that changes.
func (f *filling) run(ctx context.Context) error {
	if len(f.order) == 0 {
		return nil
	}
	dimension, err := f.probe(ctx)
	if err != nil {
		return err
	}
	f.enter(dimension)
	for restart := 0; ; restart++ {
		err := f.pass(ctx)
		if !errors.Is(err, errChanged) {
			return err
		}
		if restart == mostRestarts {
			return fault.E(fault.Unavailable, fault.Say(
				"The embedding model gives vectors of another length each time.",
				"Модель эмбеддингов каждый раз отдаёт векторы другой длины."), err)
		}
	}
}

// probe is the dimension that the endpoint gives now.
func (f *filling) probe(ctx context.Context) (int, error) {
	vectors, err := f.embedder.Documents(ctx, []string{probe})
	if err != nil {
		return 0, err
	}
	return len(vectors[0]), nil
}

func (f *filling) enter(dimension int) {
	f.dimension, f.space = dimension, f.embedder.Space(dimension)
	f.out.Space = f.space
}

// pass makes what is missing in the space.
func (f *filling) pass(ctx context.Context) error {
	absent, err := f.store.Missing(ctx, f.tenant, f.space, f.order)
	if err != nil {
		return fmt.Errorf("dense: fill: %w", err)
	}
	f.missing = map[digest]bool{}
	for _, text := range absent {
		if d := readDigest(text); !f.refused[d] {
			f.missing[d] = true
		}
	}
	f.total, f.out.Left = len(f.missing), len(f.missing)
	for _, p := range f.parts {
		if err := f.part(ctx, p); err != nil || f.spent() {
			return err
		}
	}
	// What is left is of repositories that went meanwhile: no reason to keep other spaces.
	f.out.Left = 0
	if err := f.store.Sweep(ctx, f.tenant, f.space); err != nil {
		return fmt.Errorf("dense: fill: %w", err)
	}
	return nil
}

func (f *filling) spent() bool { return f.bounded && f.left <= 0 && f.out.Left > 0 }

// text is one that is to be asked for.
type text struct {
	digest digest
	code   string
}

// part makes the vectors of a generation.
func (f *filling) part(ctx context.Context, p *part) error {
	var places []int
	wanted := map[int][]held{} // by file
	for _, u := range p.units {
		if f.missing[u.digest] {
			if wanted[int(u.file)] == nil {
				places = append(places, int(u.file))
			}
			wanted[int(u.file)] = append(wanted[int(u.file)], u)
		}
	}
	var pending []text
	for some := range slices.Chunk(places, filesAtATime) {
		more, err := f.texts(ctx, p.generation, some, wanted)
		if err != nil {
			return fmt.Errorf("dense: fill: %w", err)
		}
		pending = append(pending, more...)
		for len(pending) >= textsAtATime && !f.spent() {
			if err := f.ask(ctx, pending[:textsAtATime]); err != nil {
				return err
			}
			pending = pending[textsAtATime:]
		}
		if f.spent() {
			return nil
		}
	}
	return f.ask(ctx, pending)
}

// texts are those of files that are wanted, each once.
func (f *filling) texts(ctx context.Context, g mirror.Generation, places []int, wanted map[int][]held) (list []text, err error) {
	files, err := f.source.At(ctx, f.tenant, g, places)
	if err != nil {
		return nil, err
	}
	var of []mirror.File
	for _, place := range places {
		of = append(of, files[place])
	}
	bodies, err := f.source.Texts(ctx, f.tenant, digests(of))
	if err != nil {
		return nil, err
	}
	for _, place := range places {
		for _, u := range wanted[place] {
			code := codeOf(files[place], int(u.unit), bodies)
			if f.missing[u.digest] && digestOf(code) == u.digest {
				list = append(list, text{u.digest, string(code)})
				delete(f.missing, u.digest) // what the same text is elsewhere needs no second vector
			}
		}
	}
	return list, nil
}

// ask asks for vectors and keeps them.
func (f *filling) ask(ctx context.Context, texts []text) error {
	if f.bounded && len(texts) > f.left {
		texts = texts[:f.left]
	}
	if len(texts) == 0 {
		return nil
	}
	codes := make([]string, len(texts))
	for i, t := range texts {
		codes[i] = t.code
	}
	vectors, err := f.embedder.Documents(ctx, codes)
	if fault.KindOf(err) == fault.Unavailable && len(texts) == 1 {
		// Of one text alone the endpoint cannot be told from the text.
		if _, down := f.probe(ctx); down == nil {
			vectors, err = [][]float32{nil}, nil
		}
	}
	if err != nil {
		return err
	}
	return f.keep(ctx, texts, vectors)
}

// keep puts vectors into their space.
func (f *filling) keep(ctx context.Context, texts []text, vectors [][]float32) error {
	dimension, kept := f.dimension, make([]Vector, 0, len(texts))
	for i, v := range vectors {
		if v == nil {
			f.refused[texts[i].digest] = true
			f.out.Refused++
			continue
		}
		dimension = len(v)
		kept = append(kept, Vector{Digest: texts[i].digest.String(), Values: v})
	}
	if err := f.store.Put(ctx, f.tenant, f.embedder.Space(dimension), kept); err != nil {
		return fmt.Errorf("dense: fill: %w", err)
	}
	f.left -= len(texts)
	f.out.Made += len(kept)
	f.out.Left -= len(texts)
	f.progress(f.total-f.out.Left, f.total)
	if dimension == f.dimension {
		return nil
	}
	f.enter(dimension)
	return errChanged
}
