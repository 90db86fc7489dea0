// Package bookshoproom is a made-up room: the smallest that has some of everything. A test
// adds it to the program with one line.
package bookshoproom

import (
	"context"

	"kadry/internal/bookshop/bookshopsql"
	"kadry/internal/bookshop/bookshopweb"
	"kadry/internal/fault"
	"kadry/internal/op"
	"kadry/internal/room"
	"kadry/internal/store"
)

type settings struct {
	Shelves int `toml:"bookshop_shelves" env:"KADRY_BOOKSHOP_SHELVES" doc:"Shelves there are."`
}

type input struct {
	Title string `json:"title" min:"1" max:"100" doc:"Of the book."`
}

type output struct {
	Books int `json:"books" doc:"There are now."`
}

// Room brings the bookshop.
func Room() room.Room {
	s := &settings{Shelves: 3}
	return room.Room{
		Name: "bookshop", About: "It shelves books.",
		Settings: s,
		Schemas:  []store.Schema{bookshopsql.Schema()},
		Shapes:   offer(bookshopsql.Books{}),
		Open: func(_ context.Context, h room.House) (room.Opened, error) {
			books := bookshopsql.Books{DB: h.DB}
			pages := bookshopweb.New()
			return room.Opened{
				Offer: offer(books), Pages: &pages,
				Checks: []room.Check{{Name: fault.Say("books", "книги"), Run: func(ctx context.Context) (fault.Text, error) {
					n, err := books.Count(ctx)
					return fault.Say("%d of %d shelves", "полок %d из %d", n, s.Shelves), err
				}}},
				Counts: func() map[string]int64 { return map[string]int64{"shelves": int64(s.Shelves)} },
			}, nil
		},
	}
}

func offer(books bookshopsql.Books) room.Offer {
	return room.Offer{Operations: []*op.Op{op.New(op.Spec{
		Name: "shelve_book", Toolset: "bookshop", Title: "Shelve a book", Doc: "Puts a book on a shelf.", Effect: op.Creates, Idempotent: true,
	}, func(ctx context.Context, in input) (output, error) {
		n, err := books.Put(ctx, op.CallerFrom(ctx).Tenant, in.Title)
		return output{Books: n}, err
	})}}
}
