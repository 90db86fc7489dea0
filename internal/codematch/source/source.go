// Package source is where code comes from: Parse reads what a person wrote down as an Address,
// a Fetcher opens that as a tree of files or as one file, from repositories of git near and far,
// from archives and from folders. What a fetcher may touch is said by its Hosts and Roots.
//
// The way of a repository: Address, Fetcher.Open, remote (the refs and the pack of one commit)
// or local, package packed (objects of git), package tree. Everything else goes through a
// tree.Spool.
package source
